/// How much room a control takes. Source: Apple, ControlSize. Linux: only bordered buttons heed it.
public enum ControlSize: CaseIterable, Hashable, Sendable {
    case mini
    case small
    case regular
    case large
    case extraLarge

    /// Of a bordered button around its label, so that one with a line of text is 28, 34 or 50 points high.
    var padding: (horizontal: CGFloat, vertical: CGFloat) {
        switch self {
        case .mini, .small: (10, 4)
        case .regular: (12, 7)
        case .large, .extraLarge: (20, 15)
        }
    }
}

extension EnvironmentValues {
    private struct Size: EnvironmentKey { static let defaultValue = ControlSize.regular }

    public var controlSize: ControlSize {
        get { self[Size.self] }
        set { self[Size.self] = newValue }
    }
}

extension View {
    public nonisolated func controlSize(_ controlSize: ControlSize) -> some View {
        environment(\.controlSize, controlSize)
    }
}
