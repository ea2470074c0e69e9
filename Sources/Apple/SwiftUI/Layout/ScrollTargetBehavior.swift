/// Where a scroll stops. Source: Apple, ScrollTarget.
public struct ScrollTarget: Hashable, Sendable {
    /// What is seen of the content.
    public var rect: CGRect
    /// Linux: `nil`, and without effect.
    public var anchor: UnitPoint?
}

/// What is known when a finger leaves a scroll view. Source: Apple, ScrollTargetBehaviorContext.
public struct ScrollTargetBehaviorContext: Sendable {
    /// What was seen when the finger came.
    public let originalTarget: ScrollTarget
    /// Of what is seen, in points per second.
    public let velocity: CGVector
    public let contentSize: CGSize
    public let containerSize: CGSize
    public let axes: Axis.Set
    /// Whether the content begins at its right edge.
    var isMirrored = false
    /// The frames of the views in the layout of targets, in the coordinates of the content.
    var targets: [CGRect] = []
}

extension ScrollTargetBehaviorContext {
    /// How far a part of the content is from the edge where the content begins.
    func start(_ rect: CGRect) -> CGFloat { isMirrored ? contentSize.width - rect.maxX : rect.minX }

    /// Moves what is seen to a distance from that edge.
    func setStart(of target: inout ScrollTarget, _ start: CGFloat) {
        target.rect.origin.x = isMirrored ? contentSize.width - start - target.rect.width : start
    }

    /// Away from that edge.
    var speed: CGFloat { isMirrored ? -velocity.dx : velocity.dx }
}

/// Decides where a scroll stops after a finger has left. Source: Apple, ScrollTargetBehavior.
public protocol ScrollTargetBehavior {
    /// - Parameters:
    ///   - target: where the content would stay; Linux: where the finger left it, as it does not roll on.
    ///   - context: what is known.
    func updateTarget(_ target: inout ScrollTarget, context: TargetContext)
    typealias TargetContext = ScrollTargetBehaviorContext
}

/// Stops at pages as large as the scroll view. Source: Apple, PagingScrollTargetBehavior.
public struct PagingScrollTargetBehavior: ScrollTargetBehavior {
    public nonisolated init() {}

    public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
        func page(_ place: CGFloat, from old: CGFloat, _ speed: CGFloat, _ length: CGFloat) -> CGFloat {
            guard length > 0 else { return place }
            let before = (old / length).rounded()
            // A flick turns a page however short it is.
            let wanted = abs(speed) > 200 ? before + (speed > 0 ? 1 : -1) : (place / length).rounded()
            return min(max(wanted, before - 1), before + 1) * length
        }
        let (old, size) = (context.originalTarget.rect, context.containerSize)
        if context.axes.contains(.horizontal) {
            context.setStart(
                of: &target, page(context.start(target.rect), from: context.start(old), context.speed, size.width))
        }
        if context.axes.contains(.vertical) {
            target.rect.origin.y = page(target.rect.minY, from: old.minY, context.velocity.dy, size.height)
        }
    }
}

extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
    public static var paging: PagingScrollTargetBehavior { .init() }
}

extension EnvironmentValues {
    private struct Behavior: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: (any ScrollTargetBehavior)? = nil
    }

    var scrollTargetBehavior: (any ScrollTargetBehavior)? {
        get { self[Behavior.self] }
        set { self[Behavior.self] = newValue }
    }
}

extension View {
    /// Where scroll views in the view stop after a finger has left.
    public nonisolated func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View {
        // Used on the main thread, where touches arrive.
        nonisolated(unsafe) let behavior = behavior
        return modified(EnvironmentChange { $0.scrollTargetBehavior = behavior })
    }
}
