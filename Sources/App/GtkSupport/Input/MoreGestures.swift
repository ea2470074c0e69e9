internal import CGtk

/// Pointing, clicking, holding and swiping.
extension Widget {
    /// Calls `body` with `true` when the pointer enters the widget, and with `false` when it leaves.
    package func onHover(_ body: @escaping @MainActor (Bool) -> Void) {
        let entered: @convention(c) (gpointer?) -> Void = { Closure.call($0) }
        let motion = Object(UnsafeMutableRawPointer(gtk_event_controller_motion_new()!))
        motion.connect(
            "enter", unsafeBitCast(entered, to: GCallback.self), Closure { body(true) }, G_CONNECT_SWAPPED)
        motion.connect(
            "leave", unsafeBitCast(entered, to: GCallback.self), Closure { body(false) }, G_CONNECT_SWAPPED)
        take(motion)
    }

    /// Calls `onMove` whenever the pointer moves over the widget.
    package func onPointer(_ body: @escaping @MainActor (Point) -> Void) {
        let handler: @convention(c) (OpaquePointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: x, y: y), 0) }
        }
        add(
            gtk_event_controller_motion_new()!, "motion", unsafeBitCast(handler, to: GCallback.self),
            PointClosure { point, _ in body(point) })
    }

    /// Calls `body` with `true` after the widget was held for a while, and with `false` when it is released.
    package func onHold(_ body: @escaping @MainActor (Bool) -> Void) {
        let gesture = Object(UnsafeMutableRawPointer(gtk_gesture_long_press_new()!))
        let handler: @convention(c) (gpointer?) -> Void = { Closure.call($0) }
        gesture.connect(
            "pressed", unsafeBitCast(handler, to: GCallback.self), Closure { body(true) }, G_CONNECT_SWAPPED)
        for signal in ["end", "cancel"] {
            gesture.connect(
                signal, unsafeBitCast(handler, to: GCallback.self), Closure { body(false) }, G_CONNECT_SWAPPED)
        }
        take(gesture)
    }

    /// Calls `body` when the widget is clicked or tapped.
    ///
    /// - Parameter body: receives the position, and the number of clicks in quick succession.
    package func onClick(_ body: @escaping @MainActor (Point, _ count: Int) -> Void) {
        let handler: @convention(c) (OpaquePointer?, Int32, Double, Double, gpointer?) -> Void = {
            _, count, x, y, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: x, y: y), Int(count)) }
        }
        add(gtk_gesture_click_new()!, "released", unsafeBitCast(handler, to: GCallback.self), PointClosure(body))
    }

    /// Calls `body` when a pointer or finger moved quickly across the widget.
    ///
    /// - Parameter body: receives the speed in layout units per second.
    package func onSwipe(_ body: @escaping @MainActor (_ velocity: Point) -> Void) {
        let handler: @convention(c) (OpaquePointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: x, y: y), 0) }
        }
        add(
            gtk_gesture_swipe_new()!, "swipe", unsafeBitCast(handler, to: GCallback.self),
            PointClosure { velocity, _ in body(velocity) })
    }

    /// Closes this popover when a pointer or finger is pressed outside it, on the window that it belongs to.
    ///
    /// GTK does so by itself; until 4.10 on X11, however, not if another popover was open in it before. All presses are
    /// still sent to it.
    package func closeOnPressOutside() {
        let handler: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> gboolean = {
            onMain(($0, $1, $2)) { controller, event, data in
                guard let event, let widget = gtk_event_controller_get_widget(controller) else { return }
                guard [GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN].contains(gdk_event_get_event_type(event)) else { return }
                let root = gtk_widget_get_root(widget).flatMap { gtk_native_get_surface($0) }
                if gdk_event_get_surface(event) == root { Closure.call(data) }
            }
            return 0
        }
        let controller = gtk_event_controller_legacy_new()!
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        // It lives as long as the controller; this object may not.
        let pointer = pointer
        let close = Closure { gtk_popover_popdown(Widget(pointer).cast()) }
        add(controller, "event", unsafeBitCast(handler, to: GCallback.self), close)
    }

    /// Calls `body` when the widget is clicked without a modifier key; consumes the click.
    package func onPlainClick(_ body: @escaping @MainActor () -> Void) {
        let gesture = gtk_gesture_click_new()!
        let handler: @convention(c) (OpaquePointer?, Int32, Double, Double, gpointer?) -> Void = {
            gesture, _, _, _, data in
            onMain((gesture, data)) { gesture, data in
                let modifiers = gtk_event_controller_get_current_event_state(gesture)
                let chosen = GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
                guard modifiers.rawValue & chosen == 0 else { return }
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                Boxes.object(data, as: PointClosure.self)?.body(Point(x: 0, y: 0), 1)
            }
        }
        add(gesture, "released", unsafeBitCast(handler, to: GCallback.self), PointClosure { _, _ in body() })
    }

    /// The widget takes ownership of the controller.
    private func take(_ controller: Object) {
        g_object_ref(controller.pointer)
        gtk_widget_add_controller(cast(), controller.opaque)
    }
}
