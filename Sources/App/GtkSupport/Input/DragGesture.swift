internal import CGtk

/// What a pointer or finger does between press and release.
package enum Drag: Equatable, Sendable {
    /// Pressed at that place.
    case began(Point)
    /// That far from where it was pressed.
    case moved(Point)
    /// Released, that far from where it was pressed.
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
