/// A height of a sheet. Source: Apple, PresentationDetent.
public struct PresentationDetent: Hashable, Sendable {
    private enum Kind: Hashable {
        case fraction(CGFloat)
        case height(CGFloat)
    }
    private let kind: Kind

    /// About half of the window.
    public static let medium = PresentationDetent(kind: .fraction(0.5))
    public static let large = PresentationDetent(kind: .fraction(1))
    /// A part of the window's height, up to 1.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { Self(kind: .fraction(fraction)) }
    /// In points.
    public static func height(_ height: CGFloat) -> PresentationDetent { Self(kind: .height(height)) }

    func height(in room: CGFloat) -> CGFloat {
        switch kind {
        case .fraction(let fraction): room * min(max(fraction, 0), 1)
        case .height(let height): min(max(height, 0), room)
        }
    }
}

/// What the views in a sheet say of it.
struct SheetWishes: Equatable {
    /// What is behind the content. Each value of the modifier is another one.
    struct Background: Equatable {
        let view: AnyView
        let alignment: Alignment
        private let id = ObjectID()
        private final class ObjectID: Sendable {}

        init(_ view: AnyView, _ alignment: Alignment) { (self.view, self.alignment) = (view, alignment) }
        static func == (first: Self, second: Self) -> Bool { first.id === second.id }
    }
    var detents: Set<PresentationDetent> = [.large]
    /// The height that is shown; the program's own.
    var selection: Binding<PresentationDetent>?
    var background: Background?
    var cornerRadius: CGFloat?
    var interaction = PresentationBackgroundInteraction.automatic
    var indicator = Visibility.automatic
    var isDismissDisabled = false

    static func == (first: Self, second: Self) -> Bool {
        first.detents == second.detents && first.selection?.wrappedValue == second.selection?.wrappedValue
            && first.background == second.background && first.cornerRadius == second.cornerRadius
            && first.interaction == second.interaction && first.indicator == second.indicator
            && first.isDismissDisabled == second.isDismissDisabled
    }
}

struct SheetKey: PreferenceKey {
    // Never changed.
    nonisolated(unsafe) static let defaultValue = SheetWishes()
    static func reduce(value: inout SheetWishes, nextValue: () -> SheetWishes) {
        if value == defaultValue { value = nextValue() }
    }
}

extension View {
    nonisolated func sheet(_ change: @escaping (inout SheetWishes) -> Void) -> some View {
        transformPreference(SheetKey.self, change)
    }

    /// The heights of the sheet that the view is in; it has the smallest one at first, and a drag changes it.
    public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        sheet { $0.detents = detents }
    }

    /// - `selection`: the height that the sheet has; a drag sets it.
    public nonisolated func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View {
        sheet { wishes in
            wishes.detents = detents
            wishes.selection = selection
        }
    }

    /// Whether the sheet has a handle; by default it has one if there are several heights.
    public nonisolated func presentationDragIndicator(_ visibility: Visibility) -> some View {
        sheet { $0.indicator = visibility }
    }

    /// Keeps a tap beside the sheet, a drag and the escape key from closing it.
    public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        sheet { $0.isDismissDisabled = isDisabled }
    }
}

/// A sheet at the lower edge: a tap beside it, or a drag to the bottom, closes it.
struct SheetView: View {
    let presentation: Presentation
    @State private var wishes = SheetWishes()
    @State private var chosen: PresentationDetent?
    @State private var drag: CGFloat = 0

    var body: some View {
        GeometryReader { geometry in
            let room = geometry.size.height - 24
            let detent = current(room)
            let height = min(max(0, detent.height(in: room) - drag), room)
            ZStack(alignment: .bottom) {
                if !letsThrough(detent, room) { Shade().onTapGesture { close() } }
                VStack(spacing: 0) {
                    if hasIndicator { handle(room) }
                    PresentedContent(presentation: presentation).frame(maxWidth: .infinity, maxHeight: .infinity)
                }
                .frame(height: height)
                .background(alignment: wishes.background?.alignment ?? .center) {
                    if let background = wishes.background { background.view } else { Color.screen }
                }
                .clipShape(
                    UnevenRoundedRectangle(
                        topLeadingRadius: wishes.cornerRadius ?? 12, topTrailingRadius: wishes.cornerRadius ?? 12)
                )
                .transition(.move(edge: .bottom))
            }
            .frame(width: geometry.size.width, height: geometry.size.height, alignment: .bottom)
        }
        .onPreferenceChange(SheetKey.self) {
            wishes = $0
            presentation.isKept = $0.isDismissDisabled
        }
    }

    private var hasIndicator: Bool {
        wishes.indicator == .visible || wishes.indicator == .automatic && wishes.detents.count > 1
    }

    private func sorted(_ room: CGFloat) -> [PresentationDetent] {
        wishes.detents.sorted { $0.height(in: room) < $1.height(in: room) }
    }

    /// The height that is shown: the program's, the person's or the smallest.
    private func current(_ room: CGFloat) -> PresentationDetent {
        wishes.selection?.wrappedValue ?? chosen ?? sorted(room).first ?? .large
    }

    private func letsThrough(_ detent: PresentationDetent, _ room: CGFloat) -> Bool {
        switch wishes.interaction.kind {
        case .disabled: false
        case .enabled(let most): most.map { detent.height(in: room) <= $0.height(in: room) } ?? true
        }
    }

    private func handle(_ room: CGFloat) -> some View {
        Capsule().fill(.secondary).frame(width: 36, height: 5)
            .padding(.vertical, 6)
            .frame(maxWidth: .infinity)
            .contentShape(Rectangle())
            .gesture(
                DragGesture().onChanged { drag = $0.translation.height }.onEnded { value in
                    let height = current(room).height(in: room) - value.translation.height
                    func distance(_ detent: PresentationDetent) -> CGFloat { abs(detent.height(in: room) - height) }
                    let nearest = wishes.detents.min { distance($0) < distance($1) }
                    withAnimation(.easeOut(duration: 0.2)) {
                        drag = 0
                        chosen = nearest
                        if let nearest { wishes.selection?.wrappedValue = nearest }
                    }
                    if let lowest = sorted(room).first, height < lowest.height(in: room) / 2 { close() }
                })
    }

    private func close() { if !wishes.isDismissDisabled { presentation.dismiss() } }
}
