/// Controls that belong together, side by side. Source: Apple, ControlGroup.
public nonisolated struct ControlGroup<Content: View> {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor extension ControlGroup: View {
    public var body: some View {
        HStack(spacing: 12) { content }
            .padding(.horizontal, 12).padding(.vertical, 7)
            .background(Color.controlFill, in: RoundedRectangle(cornerRadius: 8))
    }
}
