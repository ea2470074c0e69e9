/// The first of its views that fits. Source: Apple, ViewThatFits.
public nonisolated struct ViewThatFits<Content: View> {
    let axes: Axis.Set
    let content: Content

    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }
}

@MainActor extension ViewThatFits: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { FirstThatFits(axes: axes) }
    var containerContent: any View { content }
}

private struct FirstThatFits: Layout {
    let axes: Axis.Set

    private func choice(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> Int? {
        func fits(_ subview: LayoutSubview) -> Bool {
            let ideal = subview.sizeThatFits(.unspecified)
            return (!axes.contains(.horizontal) || ideal.width <= proposal.width ?? .infinity)
                && (!axes.contains(.vertical) || ideal.height <= proposal.height ?? .infinity)
        }
        return subviews.firstIndex(where: fits) ?? (subviews.isEmpty ? nil : subviews.count - 1)
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        choice(proposal, subviews).map { subviews[$0].sizeThatFits(proposal) } ?? .zero
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let choice = choice(proposal, subviews)
        for (index, subview) in subviews.enumerated() {
            MainActor.assumeIsolated { subview.item.isLeftOut = index != choice }
            if index == choice { subview.place(at: bounds.origin, proposal: proposal) }
        }
    }
}
