import Foundation
import UIKitCore

/// Told of the tabs that a person chooses. Source: Apple, UITabBarDelegate.
@MainActor @preconcurrency public protocol UITabBarDelegate: AnyObject {
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// How a bar of tabs looks. Source: Apple, UITabBarAppearance. Linux: its background alone.
open class UITabBarAppearance: UIBarAppearance {}

/// A bar of tabs at a window's lower edge. Source: Apple, UITabBar.
open class UITabBar: UIView {
    private let stack = UIStackView(frame: .zero)
    private var ownBackground: UIColor?

    open weak var delegate: (any UITabBarDelegate)?
    /// A person has chosen a tab.
    final var onChoice: ((Int) -> Void)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        stack.distribution = .fillEqually
        stack.translatesAutoresizingMaskIntoConstraints = true
        addSubview(stack)
        showColors()
    }

    public required init?(coder: NSCoder) { nil }

    /// Makes a bar for ``makeBar()``: calls the initializer of the class that is asked.
    @_silgen_name("UIKit_makeTabBar")
    package convenience init(ofItsClass: Void) { self.init(frame: .zero) }

    /// A bar of the class that is asked, made by its `init(frame:)`, which is not `required`: see `CALayer`.
    @_silgen_name("UIKit_makeTabBar")
    final class func makeBar() -> UITabBar

    /// Those of a tab bar controller are its controllers' own.
    open var items: [UITabBarItem]? { didSet { showTabs() } }

    /// By itself nothing is selected.
    open weak var selectedItem: UITabBarItem? { didSet { if selectedItem !== oldValue { showTabs() } } }

    // MARK: How it looks

    /// Its own color; `nil` for that of its style.
    open var barTintColor: UIColor? { didSet { showColors() } }
    open var barStyle = UIBarStyle.default { didSet { showColors() } }
    /// Linux: without effect: bars are opaque, unless their color is not.
    open var isTranslucent = true
    /// Of tabs that are not selected; the one that is has the tint color.
    open var unselectedItemTintColor: UIColor? { didSet { showTabs() } }
    /// Instead of the colors of the bar.
    open var standardAppearance: UITabBarAppearance! { didSet { showColors() } }
    /// Linux: as ``standardAppearance``, where that is not set: bars do not follow what is scrolled.
    open var scrollEdgeAppearance: UITabBarAppearance? { didSet { showColors() } }

    open override var backgroundColor: UIColor? {
        get { super.backgroundColor }
        set {
            ownBackground = newValue
            showColors()
        }
    }

    private func showColors() {
        let usual = barStyle.background(ownBackground ?? barTintColor, isTranslucent: false)
        let appearance = standardAppearance ?? scrollEdgeAppearance
        super.backgroundColor = appearance?.background(usually: usual) ?? usual
    }

    private func showTabs() {
        for tab in stack.arrangedSubviews { tab.removeFromSuperview() }
        for (index, item) in (items ?? []).enumerated() {
            let isSelected = item === selectedItem
            var look = UIButton.Configuration.plain()
            look.imagePlacement = .top
            look.buttonSize = .small
            look.contentInsets = .zero
            look.title = item.title
            look.image = isSelected ? item.selectedImage ?? item.image : item.image
            look.baseForegroundColor = isSelected ? nil : unselectedItemTintColor ?? .systemGray
            let tab = UIButton(configuration: look)
            tab.accessibilityTraits = isSelected ? [.button, .selected] : .button
            tab.handle(.primaryActionTriggered, key: "tab") { [weak self] _ in self?.choose(index) }
            stack.addArrangedSubview(tab)
            item.onChange = { [weak self] in self?.showTabs() }
        }
    }

    private func choose(_ index: Int) {
        if let onChoice { return onChoice(index) }
        guard let item = items?[index] else { return }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        stack.frame = bounds
    }

    override func directionChanged() {
        super.directionChanged()
        stack.semanticContentAttribute = semanticContentAttribute
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if windowLink != nil { takeAppearance() }
    }
}

extension UITabBar: UIAppearance {
    private static var models: [ObjectIdentifier: UITabBar] = [:]

    /// Holds what bars of this class get when they come into a window: colors, style and appearances. What a bar has of its
    /// own counts more.
    public class func appearance() -> Self {
        let key = ObjectIdentifier(self)
        let model = models[key] ?? makeBar()
        models[key] = model
        return unsafeDowncast(model, to: Self.self)
    }

    /// Gives the bar what was set for its class, and what was set for all.
    private func takeAppearance() {
        for model in [type(of: self), UITabBar.self].compactMap({ Self.models[ObjectIdentifier($0)] }) {
            if barTintColor == nil, let color = model.barTintColor { barTintColor = color }
            if ownTint == nil, let color = model.ownTint { tintColor = color }
            if ownBackground == nil, let color = model.ownBackground { backgroundColor = color }
            if unselectedItemTintColor == nil, let color = model.unselectedItemTintColor {
                unselectedItemTintColor = color
            }
            if standardAppearance == nil, let appearance = model.standardAppearance { standardAppearance = appearance }
            if scrollEdgeAppearance == nil, let appearance = model.scrollEdgeAppearance {
                scrollEdgeAppearance = appearance
            }
            if barStyle == .default, model.barStyle != .default { barStyle = model.barStyle }
        }
    }
}
