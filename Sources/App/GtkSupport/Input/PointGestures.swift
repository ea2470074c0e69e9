internal import CGtk

/// A point in a widget, in layout units from the upper left corner.
package nonisolated struct Point: Equatable, Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Gestures on a widget.
extension Widget {
    /// Calls `body` while two fingers move apart or together.
    ///
    /// - Parameters:
    ///   - onBegin: called when both fingers are down.
    ///   - body: receives the distance relative to the beginning; 1 means unchanged.
    package func onPinch(
        onBegin: @escaping @MainActor () -> Void, _ body: @escaping @MainActor (_ scale: Double) -> Void
    ) {
        let handler: @convention(c) (OpaquePointer?, Double, gpointer?) -> Void = { _, scale, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: scale, y: scale), 0) }
        }
        let gesture = add(
            gtk_gesture_zoom_new()!, "scale-changed", unsafeBitCast(handler, to: GCallback.self),
            PointClosure { scale, _ in body(scale.x) })
        let began: @convention(c) (gpointer?) -> Void = { Closure.call($0) }
        gesture.connect("begin", unsafeBitCast(began, to: GCallback.self), Closure(onBegin), G_CONNECT_SWAPPED)
    }

    /// Calls `body` for each step of a wheel, or each movement of two fingers on a touchpad.
    ///
    /// - Parameter body: receives the steps; down and right are positive.
    package func onScroll(_ body: @escaping @MainActor (_ steps: Point) -> Void) {
        let handler: @convention(c) (OpaquePointer?, Double, Double, gpointer?) -> gboolean = { _, x, y, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: x, y: y), 0) }
            return 1
        }
        add(
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!, "scroll",
            unsafeBitCast(handler, to: GCallback.self), PointClosure { steps, _ in body(steps) })
    }

    /// The widget takes ownership of the controller.
    @discardableResult
    func add(
        _ controller: OpaquePointer, _ signal: String, _ callback: GCallback?, _ data: AnyObject
    ) -> Object {
        let object = Object(UnsafeMutableRawPointer(controller))
        object.connect(signal, callback, data)
        g_object_ref(object.pointer)
        gtk_widget_add_controller(cast(), controller)
        return object
    }
}

final class PointClosure {
    let body: @MainActor (Point, Int) -> Void

    init(_ body: @escaping @MainActor (Point, Int) -> Void) { self.body = body }
}
