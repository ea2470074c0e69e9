import UIKit

extension EnvironmentValues {
    private struct Scheme: EnvironmentKey { static let defaultValue = ColorScheme.light }
    private struct Direction: EnvironmentKey {
        static var defaultValue: LayoutDirection { LayoutDirection(UITraitCollection.current.layoutDirection) }
    }
    private struct Scale: EnvironmentKey { static let defaultValue: CGFloat = 1 }
    private struct Enabled: EnvironmentKey { static let defaultValue = true }
    private struct Horizontal: EnvironmentKey { static let defaultValue: UserInterfaceSizeClass? = nil }
    private struct Vertical: EnvironmentKey { static let defaultValue: UserInterfaceSizeClass? = nil }
    private struct Phase: EnvironmentKey { static let defaultValue = ScenePhase.active }
    private struct Zone: EnvironmentKey { static var defaultValue: TimeZone { .current } }
    private struct Place: EnvironmentKey { static var defaultValue: Locale { .current } }
    private struct Days: EnvironmentKey { static var defaultValue: Calendar { .current } }
    private struct ReduceMotion: EnvironmentKey { static let defaultValue = false }
    private struct VoiceOver: EnvironmentKey { static let defaultValue = false }

    public var colorScheme: ColorScheme {
        get { self[Scheme.self] }
        set { self[Scheme.self] = newValue }
    }

    /// Linux: at first, that of the program's language.
    public var layoutDirection: LayoutDirection {
        get { self[Direction.self] }
        set { self[Direction.self] = newValue }
    }

    /// Whether the leading edge is at the right.
    var isRightToLeft: Bool { layoutDirection == .rightToLeft }

    /// How many pixels a point is wide.
    public var displayScale: CGFloat {
        get { self[Scale.self] }
        set { self[Scale.self] = newValue }
    }

    public var pixelLength: CGFloat { 1 / displayScale }

    public var isEnabled: Bool {
        get { self[Enabled.self] }
        set { self[Enabled.self] = newValue }
    }

    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[Horizontal.self] }
        set { self[Horizontal.self] = newValue }
    }

    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[Vertical.self] }
        set { self[Vertical.self] = newValue }
    }

    public var scenePhase: ScenePhase {
        get { self[Phase.self] }
        set { self[Phase.self] = newValue }
    }

    public var timeZone: TimeZone {
        get { self[Zone.self] }
        set { self[Zone.self] = newValue }
    }

    public var locale: Locale {
        get { self[Place.self] }
        set { self[Place.self] = newValue }
    }

    public var calendar: Calendar {
        get { self[Days.self] }
        set { self[Days.self] = newValue }
    }

    public internal(set) var accessibilityReduceMotion: Bool {
        get { self[ReduceMotion.self] }
        set { self[ReduceMotion.self] = newValue }
    }

    /// Linux: read when the window's contents are laid out, as ``accessibilityReduceMotion``.
    public internal(set) var accessibilityVoiceOverEnabled: Bool {
        get { self[VoiceOver.self] }
        set { self[VoiceOver.self] = newValue }
    }
}

/// Light or dark. Source: Apple, ColorScheme.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    case light
    case dark
}

/// How much room there is. Source: Apple, UserInterfaceSizeClass.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    case compact
    case regular
}

/// Whether a scene is in use. Source: Apple, ScenePhase.
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background
    case inactive
    case active
}

extension View {
    /// Makes the controls in the view usable or not; a disabled view around wins.
    public nonisolated func disabled(_ disabled: Bool) -> some View {
        modified(EnvironmentChange { $0.isEnabled = $0.isEnabled && !disabled })
    }
}
