internal import CGtk

/// What a pointer or finger does from press to release.
package enum Drag: Equatable, Sendable {
    /// Pressed at this point.
    case began(Point)
    /// The distance from the press.
    case moved(Point)
    /// Released at this distance from the press.
    case ended(Point)
}

extension Widget {
    /// Calls `body` for presses with the first button or a finger, and for what follows.
    package func onDrag(_ body: @escaping @MainActor (Drag) -> Void) {
        let handler: @convention(c) (OpaquePointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: x, y: y), 0) }
        }
        let callback = unsafeBitCast(handler, to: GCallback.self)
        let gesture = add(
            gtk_gesture_drag_new()!, "drag-begin", callback, PointClosure { point, _ in body(.began(point)) })
        gesture.connect("drag-update", callback, PointClosure { point, _ in body(.moved(point)) })
        gesture.connect("drag-end", callback, PointClosure { point, _ in body(.ended(point)) })
    }
}
