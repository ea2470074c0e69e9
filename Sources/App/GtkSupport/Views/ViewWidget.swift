internal import CGtk

/// A widget whose drawing and children's places are Swift's.
package final class ViewWidget: Widget {
    /// Draws it, with its children.
    package var onSnapshot: (@MainActor (Snapshot) -> Void)?
    /// Places its children; called with its new size.
    package var onAllocate: (@MainActor (Size) -> Void)?

    /// - Parameters:
    ///   - role: for screen readers; it cannot be changed later.
    ///   - isPressable: whether the keyboard and screen readers can press it, which emits `clicked`.
    package convenience init(role: AccessibleRole, isPressable: Bool = false) {
        Self.resetStyle
        let type = isPressable ? Self.pressableType : Self.plainType
        self.init(Self.newObject(type, role: role.role))
        // A button's own would place the children.
        gtk_widget_set_layout_manager(cast(), nil)
        addClass(Self.styleClass)
        becomeSwiftSide()
    }

    // MARK: Children

    /// Puts a child in front of another one, or behind all.
    package func insert(_ child: Widget, after sibling: Widget?) {
        gtk_widget_insert_after(child.cast(), cast(), sibling?.cast())
    }

    package func removeChild(_ child: Widget) {
        if gtk_widget_get_parent(child.cast()) == cast() { gtk_widget_unparent(child.cast()) }
    }

    /// Gives a child its size and place; call it while this widget is given its own.
    package func allocate(_ child: Widget, _ size: Size, _ placement: Placement) {
        // GTK wants to be asked before it is told.
        gtk_widget_measure(child.cast(), GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
        gtk_widget_allocate(
            child.cast(), Int32(size.width.rounded(.up)), Int32(size.height.rounded(.up)), -1, placement.gsk)
    }

    package func snapshotChild(_ child: Widget, in snapshot: Snapshot) {
        gtk_widget_snapshot_child(cast(), child.cast(), snapshot.pointer)
    }

    // MARK: The type for GObject

    private static let styleClass = "avcam-view"

    /// Buttons have a frame and a minimum size by themselves.
    private static let resetStyle: Void = {
        guard let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, ".\(styleClass) { all: unset; }", -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }()

    private static let plainType = g_type_register_static_simple(
        gtk_widget_get_type(), "AVCamView", guint(MemoryLayout<GtkWidgetClass>.size), fillClass,
        guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(0))

    private static let pressableType = g_type_register_static_simple(
        gtk_button_get_type(), "AVCamPressableView", guint(MemoryLayout<GtkButtonClass>.size), fillClass,
        guint(MemoryLayout<GtkButton>.size), nil, GTypeFlags(0))

    private static let fillClass: GClassInitFunc = { pointer, _ in
        guard let widgets = pointer?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
        widgets.pointee.measure = { _, _, _, minimum, natural, minimumBaseline, naturalBaseline in
            // Views are as large as UIKit says.
            minimum?.pointee = 0
            natural?.pointee = 0
            minimumBaseline?.pointee = -1
            naturalBaseline?.pointee = -1
        }
        widgets.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_CONSTANT_SIZE }
        widgets.pointee.size_allocate = { widget, width, height, _ in
            onMain(widget) { widget in
                ViewWidget.swiftSide(of: widget.map { UnsafeMutableRawPointer($0) })?.onAllocate?(
                    Size(width: Double(width), height: Double(height)))
            }
        }
        widgets.pointee.snapshot = { widget, snapshot in
            onMain((widget, snapshot)) { widget, snapshot in
                guard let snapshot else { return }
                ViewWidget.swiftSide(of: widget.map { UnsafeMutableRawPointer($0) })?.onSnapshot?(Snapshot(snapshot))
            }
        }
    }
}

extension Widget {
    package func queueDraw() { gtk_widget_queue_draw(cast()) }

    /// Has its children placed again, with the next frame.
    package func queueAllocate() { gtk_widget_queue_allocate(cast()) }

    /// Whether it takes the keyboard.
    package func setFocusable(_ isFocusable: Bool) { gtk_widget_set_focusable(cast(), isFocusable ? 1 : 0) }

    /// Whether the pointer finds it.
    package func setTargetable(_ isTargetable: Bool) { gtk_widget_set_can_target(cast(), isTargetable ? 1 : 0) }

    package func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(cast(), isSensitive ? 1 : 0) }

    package func setShown(_ isShown: Bool) {
        // One that is on its way out of the window stays as it is.
        if gtk_widget_get_visible(cast()) != (isShown ? 1 : 0) { gtk_widget_set_visible(cast(), isShown ? 1 : 0) }
    }

    /// Whether the focus is here, and came by the keyboard.
    package var isFocusVisible: Bool { gtk_widget_has_visible_focus(cast()) != 0 }

    package var isFocused: Bool { gtk_widget_has_focus(cast()) != 0 }

    /// The size that it asks for.
    package var naturalSize: Size {
        var size = GtkRequisition()
        gtk_widget_get_preferred_size(cast(), nil, &size)
        return Size(width: Double(size.width), height: Double(size.height))
    }

    /// Calls `body` with the time in seconds for each frame, until it returns `false` or the widget goes.
    package func onEachFrame(_ body: @escaping @MainActor (Double) -> Bool) {
        gtk_widget_add_tick_callback(
            cast(),
            { _, clock, data in
                onMain((clock, data)) { clock, data in
                    let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
                    return Boxes.object(data, as: FrameClosure.self)?.body(time) == true ? 1 : 0
                }
            }, Unmanaged.passRetained(FrameClosure(body)).toOpaque(), { Boxes.release($0) })
    }
}

private final class FrameClosure {
    let body: @MainActor (Double) -> Bool

    init(_ body: @escaping @MainActor (Double) -> Bool) { self.body = body }
}

/// From one widget's coordinates to its parent's: scaled, sheared, turned and moved, in this order.
package nonisolated struct Placement: Hashable, Sendable {
    package var x = 0.0
    package var y = 0.0
    package var radians = 0.0
    /// The part of y that is added to x.
    package var shear = 0.0
    package var scaleX = 1.0
    package var scaleY = 1.0

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// x' = a·x + c·y + x, y' = b·x + d·y + y. What has no area becomes tiny.
    package init(a: Double, b: Double, c: Double, d: Double, x: Double, y: Double) {
        self.init(x: x, y: y)
        guard a != 1 || b != 0 || c != 0 || d != 1 else { return }
        let determinant = a * d - b * c
        guard abs(determinant) > 1e-9 else {
            (scaleX, scaleY) = (1e-4, 1e-4)
            return
        }
        scaleX = (a * a + b * b).squareRoot()
        radians = atan2(b, a)
        shear = (a * c + b * d) / determinant
        scaleY = determinant / scaleX
    }

    /// The caller owns it; `nil` for no change.
    var gsk: OpaquePointer? {
        var point = graphene_point_t(x: Float(x), y: Float(y))
        var transform = gsk_transform_translate(nil, &point)
        if radians != 0 { transform = gsk_transform_rotate(transform, Float(radians * 180 / .pi)) }
        if shear != 0 { transform = gsk_transform_skew(transform, Float(atan(shear) * 180 / .pi), 0) }
        if scaleX != 1 || scaleY != 1 { transform = gsk_transform_scale(transform, Float(scaleX), Float(scaleY)) }
        return transform
    }
}
