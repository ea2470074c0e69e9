internal import CGtk

/// What a finger or the pointer's first button does.
package nonisolated struct ScreenTouch: Sendable {
    package enum Phase: Sendable {
        case began
        case moved
        case ended
        case cancelled
    }

    /// The same from its begin to its end; 0 is the pointer.
    package let id: UInt
    package let phase: Phase
    package let point: Point
    /// In seconds.
    package let time: Double
}

/// Turns of a wheel, gestures on a touchpad, and the pointer's second button.
package nonisolated enum ScreenGesture: Sendable {
    /// In layout units; down and right are positive.
    case scroll(Point, dx: Double, dy: Double)
    /// A press of the pointer's second button.
    case menu(Point)
}

extension Widget {
    /// Calls `body` with all touches in the widget's window before other widgets get them.
    ///
    /// - Parameter body: returns whether they end here.
    package func onTouches(
        _ body: @escaping @MainActor (ScreenTouch) -> Bool,
        onGesture: @escaping @MainActor (ScreenGesture) -> Bool
    ) {
        let controller = gtk_event_controller_legacy_new()!
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        let handler: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> gboolean = { _, event, data in
            onMain((event, data)) { event, data in
                guard let event else { return 0 }
                return Boxes.object(data, as: TouchClosure.self)?.handle(event) == true ? 1 : 0
            }
        }
        add(
            controller, "event", unsafeBitCast(handler, to: GCallback.self),
            TouchClosure(self, body, onGesture))
    }
}

private final class TouchClosure {
    private weak var widget: Widget?
    private let body: @MainActor (ScreenTouch) -> Bool
    private let onGesture: @MainActor (ScreenGesture) -> Bool
    private var isPressed = false
    /// How far one notch of a wheel scrolls.
    private static let notch = 60.0

    init(
        _ widget: Widget, _ body: @escaping @MainActor (ScreenTouch) -> Bool,
        _ onGesture: @escaping @MainActor (ScreenGesture) -> Bool
    ) {
        self.widget = widget
        self.body = body
        self.onGesture = onGesture
    }

    func handle(_ event: OpaquePointer) -> Bool {
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS where gdk_button_event_get_button(event) == 1:
            isPressed = true
            return touch(event, .began, id: 0)
        case GDK_BUTTON_PRESS where gdk_event_triggers_context_menu(event) != 0:
            return onGesture(.menu(place(of: event)))
        case GDK_MOTION_NOTIFY where isPressed: return touch(event, .moved, id: 0)
        case GDK_BUTTON_RELEASE where gdk_button_event_get_button(event) == 1 && isPressed:
            isPressed = false
            return touch(event, .ended, id: 0)
        case GDK_TOUCH_BEGIN: return touch(event, .began)
        case GDK_TOUCH_UPDATE: return touch(event, .moved)
        case GDK_TOUCH_END: return touch(event, .ended)
        case GDK_TOUCH_CANCEL: return touch(event, .cancelled)
        case GDK_GRAB_BROKEN where isPressed:
            isPressed = false
            return touch(event, .cancelled, id: 0)
        case GDK_SCROLL: return scroll(event)
        default: return false
        }
    }

    private func touch(_ event: OpaquePointer, _ phase: ScreenTouch.Phase, id: UInt? = nil) -> Bool {
        let id = id ?? UInt(bitPattern: gdk_event_get_event_sequence(event).map { Int(bitPattern: $0) } ?? 0)
        return body(
            ScreenTouch(
                id: id, phase: phase, point: place(of: event), time: Double(gdk_event_get_time(event)) / 1000))
    }

    private func scroll(_ event: OpaquePointer) -> Bool {
        var (dx, dy) = (0.0, 0.0)
        switch gdk_scroll_event_get_direction(event) {
        case GDK_SCROLL_UP: dy = -1
        case GDK_SCROLL_DOWN: dy = 1
        case GDK_SCROLL_LEFT: dx = -1
        case GDK_SCROLL_RIGHT: dx = 1
        default: gdk_scroll_event_get_deltas(event, &dx, &dy)
        }
        let unit = gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE ? 1 : Self.notch
        return onGesture(.scroll(place(of: event), dx: dx * unit, dy: dy * unit))
    }

    /// In the widget's coordinates; the event has the surface's.
    private func place(of event: OpaquePointer) -> Point {
        var (x, y) = (0.0, 0.0)
        // A turn of a wheel has no place of its own: it is for what is below the pointer.
        if gdk_event_get_position(event, &x, &y) == 0, let seat = gdk_event_get_seat(event) {
            gdk_surface_get_device_position(gdk_event_get_surface(event), gdk_seat_get_pointer(seat), &x, &y, nil)
        }
        guard let widget, let native = gtk_widget_get_native(widget.cast()) else { return Point(x: x, y: y) }
        var (left, top) = (0.0, 0.0)
        gtk_native_get_surface_transform(native, &left, &top)
        let window = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
        var (inX, inY) = (0.0, 0.0)
        gtk_widget_translate_coordinates(window, widget.cast(), x - left, y - top, &inX, &inY)
        return Point(x: inX, y: inY)
    }
}
