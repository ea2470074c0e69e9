/// Whether a scrolling view shows, while it moves, what part of its content is seen. Source: Apple, ScrollIndicatorVisibility.
public struct ScrollIndicatorVisibility: Equatable, Sendable {
    private enum Kind { case automatic, visible, hidden, never }
    private let kind: Kind

    /// As the scrolling view says, which shows them unless it was made without.
    public static let automatic = ScrollIndicatorVisibility(kind: .automatic)
    public static let visible = ScrollIndicatorVisibility(kind: .visible)
    public static let hidden = ScrollIndicatorVisibility(kind: .hidden)
    /// Linux: the same as ``hidden``, as no device makes them come back.
    public static let never = ScrollIndicatorVisibility(kind: .never)

    func shows(_ isShownByItself: Bool) -> Bool {
        switch kind {
        case .automatic: isShownByItself
        case .visible: true
        case .hidden, .never: false
        }
    }
}

extension EnvironmentValues {
    private struct Vertical: EnvironmentKey { static let defaultValue = ScrollIndicatorVisibility.automatic }
    private struct Horizontal: EnvironmentKey { static let defaultValue = ScrollIndicatorVisibility.automatic }

    public var verticalScrollIndicatorVisibility: ScrollIndicatorVisibility {
        get { self[Vertical.self] }
        set { self[Vertical.self] = newValue }
    }

    public var horizontalScrollIndicatorVisibility: ScrollIndicatorVisibility {
        get { self[Horizontal.self] }
        set { self[Horizontal.self] = newValue }
    }
}

extension View {
    /// Shows or hides the bars of the scrolling views in this one.
    public nonisolated func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View {
        modified(
            EnvironmentChange { values in
                if axes.contains(.vertical) { values.verticalScrollIndicatorVisibility = visibility }
                if axes.contains(.horizontal) { values.horizontalScrollIndicatorVisibility = visibility }
            })
    }
}
