import Foundation
import Locking

/// Light or dark. Source: Apple, UIUserInterfaceStyle.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

/// What kind of device an interface is for. Source: Apple, UIUserInterfaceIdiom.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
    case tv = 2
    case carPlay = 3
    case mac = 5
    case vision = 6
}

/// Whether there is little room or much. Source: Apple, UIUserInterfaceSizeClass.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    case unspecified = 0
    case compact = 1
    case regular = 2
}

/// The direction in which a language is written. Source: Apple, UITraitEnvironmentLayoutDirection.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    case unspecified = -1
    case leftToRight = 0
    case rightToLeft = 1
}

/// The size of text that a person has chosen. Source: Apple, UIContentSizeCategory.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ size: String) {
        self.init(rawValue: "UICTContentSizeCategory\(size)")
    }

    /// Larger than large by so many steps.
    private init(_ prefix: String = "", stepsAboveLarge steps: Int) {
        self.init(prefix + String(repeating: "X", count: steps) + "L")
    }

    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    public static let extraSmall = UIContentSizeCategory("XS")
    public static let small = UIContentSizeCategory("S")
    public static let medium = UIContentSizeCategory("M")
    /// The usual size.
    public static let large = UIContentSizeCategory("L")
    public static let extraLarge = UIContentSizeCategory(stepsAboveLarge: 1)
    public static let extraExtraLarge = UIContentSizeCategory(stepsAboveLarge: 2)
    public static let extraExtraExtraLarge = UIContentSizeCategory(stepsAboveLarge: 3)
    public static let accessibilityMedium = UIContentSizeCategory("AccessibilityM")
    public static let accessibilityLarge = UIContentSizeCategory("AccessibilityL")
    public static let accessibilityExtraLarge = UIContentSizeCategory("Accessibility", stepsAboveLarge: 1)
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory("Accessibility", stepsAboveLarge: 2)
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory("Accessibility", stepsAboveLarge: 3)

    /// From the smallest.
    package static let all: [UIContentSizeCategory] = [
        .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
        .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
        .accessibilityExtraExtraExtraLarge,
    ]

    public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }

    /// Told when a person chooses another size of text.
    public static let didChangeNotification = Notification.Name("UIContentSizeCategoryDidChangeNotification")
}

/// Traits that a closure sets. Source: Apple, UIMutableTraits.
public protocol UIMutableTraits {
    var userInterfaceStyle: UIUserInterfaceStyle { get set }
    var userInterfaceIdiom: UIUserInterfaceIdiom { get set }
    var horizontalSizeClass: UIUserInterfaceSizeClass { get set }
    var verticalSizeClass: UIUserInterfaceSizeClass { get set }
    var layoutDirection: UITraitEnvironmentLayoutDirection { get set }
    var preferredContentSizeCategory: UIContentSizeCategory { get set }
    /// Pixels per point; 0 is unspecified.
    var displayScale: CGFloat { get set }
}

/// Where something is shown: in light or dark, with how much room. Source: Apple, UITraitCollection.
open class UITraitCollection: NSObject, @unchecked Sendable {  // constant
    private struct Traits: UIMutableTraits, Hashable {
        var userInterfaceStyle = UIUserInterfaceStyle.unspecified
        var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
        var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
        var verticalSizeClass = UIUserInterfaceSizeClass.unspecified
        var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified
        var preferredContentSizeCategory = UIContentSizeCategory.unspecified
        var displayScale: CGFloat = 0

        mutating func add(_ other: Traits) {
            if other.userInterfaceStyle != .unspecified { userInterfaceStyle = other.userInterfaceStyle }
            if other.userInterfaceIdiom != .unspecified { userInterfaceIdiom = other.userInterfaceIdiom }
            if other.horizontalSizeClass != .unspecified { horizontalSizeClass = other.horizontalSizeClass }
            if other.verticalSizeClass != .unspecified { verticalSizeClass = other.verticalSizeClass }
            if other.layoutDirection != .unspecified { layoutDirection = other.layoutDirection }
            if other.preferredContentSizeCategory != .unspecified {
                preferredContentSizeCategory = other.preferredContentSizeCategory
            }
            if other.displayScale != 0 { displayScale = other.displayScale }
        }
    }

    private let traits: Traits

    private init(_ traits: Traits) {
        self.traits = traits
    }

    /// Everything unspecified.
    public override convenience init() { self.init(Traits()) }

    public convenience init(mutations: (inout any UIMutableTraits) -> Void) {
        self.init(Self.changed(Traits(), mutations))
    }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init { $0.userInterfaceStyle = userInterfaceStyle }
    }

    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) {
        self.init { $0.userInterfaceIdiom = idiom }
    }

    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init { $0.horizontalSizeClass = horizontalSizeClass }
    }

    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init { $0.verticalSizeClass = verticalSizeClass }
    }

    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init { $0.layoutDirection = layoutDirection }
    }

    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init { $0.preferredContentSizeCategory = preferredContentSizeCategory }
    }

    public convenience init(displayScale scale: CGFloat) { self.init { $0.displayScale = scale } }

    /// The traits of all; later ones win.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        self.init(traitCollections.reduce(into: Traits()) { $0.add($1.traits) })
    }

    public func modifyingTraits(_ mutations: (inout any UIMutableTraits) -> Void) -> UITraitCollection {
        UITraitCollection(Self.changed(traits, mutations))
    }

    private static func changed(_ traits: Traits, _ mutations: (inout any UIMutableTraits) -> Void) -> Traits {
        var changed: any UIMutableTraits = traits
        mutations(&changed)
        return changed as? Traits ?? traits
    }

    open var userInterfaceStyle: UIUserInterfaceStyle { traits.userInterfaceStyle }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { traits.userInterfaceIdiom }
    open var horizontalSizeClass: UIUserInterfaceSizeClass { traits.horizontalSizeClass }
    open var verticalSizeClass: UIUserInterfaceSizeClass { traits.verticalSizeClass }
    /// Linux: of the language that the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` name.
    open var layoutDirection: UITraitEnvironmentLayoutDirection { traits.layoutDirection }
    open var preferredContentSizeCategory: UIContentSizeCategory { traits.preferredContentSizeCategory }
    /// Pixels per point; 0 is unspecified.
    open var displayScale: CGFloat { traits.displayScale }

    /// Whether dynamic colors may differ.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    /// Whether all traits that `trait` specifies hold here.
    open func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        var sum = traits
        sum.add(trait.traits)
        return sum == traits
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UITraitCollection)?.traits == traits }

    open override var hash: Int { traits.hashValue }

    // MARK: The current ones

    /// Traits for code that has no view to ask, such as a color's components: those of the screen, unless
    /// ``performAsCurrent(_:)`` set others.
    public class var current: UITraitCollection {
        get { scoped ?? screen.withLock { $0 } }
        set { screen.withLock { $0 = newValue } }
    }

    /// Runs a closure with these as ``current``.
    open func performAsCurrent(_ actions: () -> Void) { Self.$scoped.withValue(self, operation: actions) }

    @TaskLocal private static var scoped: UITraitCollection?

    private static let screen = Mutex(
        UITraitCollection {
            $0.userInterfaceStyle = .light
            $0.userInterfaceIdiom = .phone
            $0.horizontalSizeClass = .compact
            $0.verticalSizeClass = .regular
            let language = ProcessLanguage(ProcessInfo.processInfo.environment)
            $0.layoutDirection = language.isRightToLeft ? .rightToLeft : .leftToRight
            $0.preferredContentSizeCategory = .large
            $0.displayScale = 1
        })
}
