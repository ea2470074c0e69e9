import UIKit

/// Whether scrolling takes the keyboard from a text field. Source: Apple, ScrollDismissesKeyboardMode.
///
/// Linux: a desktop's keyboard covers nothing, so `automatic` is `never`.
public struct ScrollDismissesKeyboardMode: Hashable, Sendable {
    private let name: String
    public static let automatic = Self(name: "automatic")
    /// As soon as a finger scrolls.
    public static let immediately = Self(name: "immediately")
    /// When a finger pulls the content down.
    public static let interactively = Self(name: "interactively")
    public static let never = Self(name: "never")

    @MainActor func scrolled(by y: CGFloat) {
        guard self == .immediately || self == .interactively && y > 0 else { return }
        FirstResponder.current?.resignFirstResponder()
    }
}

extension EnvironmentValues {
    private struct Mode: EnvironmentKey { static let defaultValue = ScrollDismissesKeyboardMode.automatic }

    public var scrollDismissesKeyboardMode: ScrollDismissesKeyboardMode {
        get { self[Mode.self] }
        set { self[Mode.self] = newValue }
    }
}

extension View {
    /// Whether scrolling in the view ends the editing of a text.
    public nonisolated func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View {
        environment(\.scrollDismissesKeyboardMode, mode)
    }
}
