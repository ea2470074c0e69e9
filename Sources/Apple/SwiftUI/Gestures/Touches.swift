/// Which parts of a view's gestures count. Source: Apple, GestureMask.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let none: GestureMask = []
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

/// How a gesture gets along with those of the views around and in it.
enum GestureRank {
    /// Those of the views in it come first.
    case usual
    /// It comes first.
    case high
    /// It ends no other, and no other ends it.
    case simultaneous
}

struct GestureChange: Change {
    let rank: GestureRank
    let mask: GestureMask
    let gesture: any Gesture

    @MainActor init(_ gesture: any Gesture, _ rank: GestureRank, _ mask: GestureMask) {
        (self.rank, self.mask, self.gesture) = (rank, mask, gesture)
    }

    @MainActor func make(_ item: Item) -> any Recognizer {
        func make<G: Gesture>(_ gesture: G) -> any Recognizer { gesture.makeRecognizer(item) { _ in } }
        return make(gesture)
    }

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { GestureNode(view, inputs) }
}

private final class GestureNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { GestureItem(self, item) }

    override func changed(from old: any Change) {
        for case let item as GestureItem in ownItems { item.isStale = true }
    }
}

final class GestureItem: PassingItem {
    /// Kept from touch to touch: a second tap belongs to the first. It calls the actions of the newest value.
    fileprivate var recognizer: any Recognizer {
        if let known, !isStale || !graph.touches.isIdle { return known }
        let made = change.make(self)
        (known, isStale) = (made, false)
        return made
    }
    private var known: (any Recognizer)?
    fileprivate var isStale = false
    fileprivate var change: GestureChange { (node as! GestureNode).change as! GestureChange }
}

/// An item that follows touches without a gesture of the app's.
@MainActor protocol TouchFollower: Item {
    var recognizer: any Recognizer { get }
}

/// Gives the touches of a host to the gestures of the views that they are on.
@MainActor final class Touches {
    private struct Follower {
        let recognizer: any Recognizer
        let rank: GestureRank
    }

    private var followers: [Follower] = []
    private var down: Set<Int> = []
    private var winner: (any Recognizer)?
    var isIdle: Bool { down.isEmpty }

    /// - Parameter path: the items that a new touch is on, outermost first.
    func take(_ touch: TouchInput, path: () -> [Item]?) {
        if touch.phase == .began {
            if down.isEmpty {
                winner = nil
                followers = followers(path() ?? [])
            }
            down.insert(touch.id)
        }
        guard down.contains(touch.id) else { return }
        for follower in followers where isAlive(follower) {
            guard follower.recognizer.take(touch), follower.rank != .simultaneous else { continue }
            claim(follower.recognizer)
        }
        if touch.phase == .ended || touch.phase == .cancelled { down.remove(touch.id) }
    }

    private func isAlive(_ follower: Follower) -> Bool {
        winner == nil || winner === follower.recognizer || follower.rank == .simultaneous
    }

    /// The gesture is certain: the others end.
    func claim(_ recognizer: any Recognizer) {
        let owner = followers.first { $0.recognizer.contains(recognizer) }
        guard winner == nil, let owner, owner.rank != .simultaneous else { return }
        winner = owner.recognizer
        for other in followers where other.recognizer !== owner.recognizer && other.rank != .simultaneous {
            other.recognizer.cancel()
        }
    }

    /// Gestures of high rank from the outside, then the others from the inside.
    private func followers(_ path: [Item]) -> [Follower] {
        var high: [Follower] = []
        var usual: [Follower] = []
        for item in path {
            if let item = item as? any TouchFollower {
                usual.insert(Follower(recognizer: item.recognizer, rank: .usual), at: 0)
            }
            guard let item = item as? GestureItem, item.environment.isEnabled else { continue }
            let change = item.change
            guard change.mask.contains(.gesture) else { continue }
            let follower = Follower(recognizer: item.recognizer, rank: change.rank)
            if change.rank == .high { high.append(follower) } else { usual.insert(follower, at: 0) }
            if !change.mask.contains(.subviews) { break }
        }
        return high + usual
    }
}

/// What of a view can be touched. Its whole shape, also where nothing is drawn.
private struct ContentShape: Change {
    let path: @Sendable (CGRect, LayoutDirection) -> Path
    let isEvenOdd: Bool

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { ContentShapeNode(view, inputs) }
}

private final class ContentShapeNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { ContentShapeItem(self, item) }
}

private final class ContentShapeItem: PassingItem {
    override func hit(_ point: CGPoint) -> [Item]? {
        let shape = (node as! ContentShapeNode).change as! ContentShape
        let path = shape.path(frame, environment.layoutDirection)
        guard path.contains(point, eoFill: shape.isEvenOdd) else { return nil }
        return super.hit(point) ?? [self]
    }
}

private struct HitTesting: Change {
    let isAllowed: Bool

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { HitTestingNode(view, inputs) }
}

private final class HitTestingNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { HitTestingItem(self, item) }
}

private final class HitTestingItem: PassingItem {
    override func hit(_ point: CGPoint) -> [Item]? {
        ((node as! HitTestingNode).change as! HitTesting).isAllowed ? super.hit(point) : nil
    }
}

extension View {
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modified(GestureChange(gesture, .usual, mask))
    }
    public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modified(GestureChange(gesture, .high, mask))
    }
    public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modified(GestureChange(gesture, .simultaneous, mask))
    }

    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        gesture(TapGesture(count: count).onEnded { action() })
    }

    /// Runs an action with the place of the tap.
    public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
        perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(SpatialTapGesture(count: count, coordinateSpace: coordinateSpace).onEnded { action($0.location) })
    }

    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        let press = LongPressGesture(minimumDuration: minimumDuration, maximumDistance: maximumDistance)
        return gesture(
            ChangedGesture(base: press) { phase in
                if case .changed = phase { onPressingChanged?(true) } else { onPressingChanged?(false) }
                if case .ended = phase { action() }
            })
    }

    /// The same with the order of arguments from before iOS 15.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)?,
        perform action: @escaping () -> Void
    ) -> some View {
        onLongPressGesture(
            minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action,
            onPressingChanged: pressing)
    }

    public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
        modified(ContentShape(path: { shape.path(in: $0, $1) }, isEvenOdd: eoFill))
    }
    public nonisolated func allowsHitTesting(_ enabled: Bool) -> some View { modified(HitTesting(isAllowed: enabled)) }
}
