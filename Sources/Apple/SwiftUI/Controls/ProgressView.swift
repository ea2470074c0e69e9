/// Shows that something goes on, or how far it is. Source: Apple, ProgressView.
public nonisolated struct ProgressView<Label: View> {
    let fraction: Double?
    let label: Label
}

extension ProgressView where Label == EmptyView {
    public nonisolated init() { self.init(fraction: nil, label: EmptyView()) }
    public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {
        self.init(fraction: value.map { Double($0 / total) }, label: EmptyView())
    }
}

extension ProgressView where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey) { self.init(fraction: nil, label: Text(titleKey)) }
    public nonisolated init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1) {
        self.init(fraction: value.map { Double($0 / total) }, label: Text(titleKey))
    }
}

@MainActor extension ProgressView: View {
    public var body: some View {
        VStack(spacing: 8) {
            if let fraction {
                Capsule().fill(Color.controlFill)
                    .overlay { Capsule().fill(Color.accentColor).modified(PartOfWidth(fraction: fraction)) }
                    .clipShape(Capsule())
                    .frame(height: 4)
            } else {
                Spinner()
            }
            label
        }
        .accessibilityElement(children: .combine)
    }
}

/// The leading part of the width.
private struct PartOfWidth: LayoutChange, Sendable {
    let fraction: Double

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        ProposedViewSize(width: proposal.width.map { $0 * min(max(fraction, 0), 1) }, height: proposal.height)
    }
    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize {
        CGSize(width: proposal.width ?? child.width, height: child.height)
    }
}

private struct Spinner: View {
    @State private var isTurning = false

    var body: some View {
        Circle().trim(from: 0, to: 0.75)
            .stroke(Color.gray, style: StrokeStyle(lineWidth: 2.5, lineCap: .round))
            .frame(width: 20, height: 20)
            .rotationEffect(.degrees(isTurning ? 360 : 0))
            .onAppear {
                withAnimation(.linear(duration: 0.9).repeatForever(autoreverses: false)) { isTurning = true }
            }
    }
}
