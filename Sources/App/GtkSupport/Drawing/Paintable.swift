internal import CGtk

/// Something drawn by Swift for a `GtkPicture`: changes are drawn without a new layout of the window.
package class Paintable: Object {
    /// Called when it is drawn at a new size, in layout units.
    package final var onResize: (@MainActor (_ width: Double, _ height: Double) -> Void)?

    /// Its size when last drawn, in layout units.
    private(set) final var drawnSize = (width: 0.0, height: 0.0)

    package convenience init() {
        self.init(owned: UnsafeMutableRawPointer(g_object_new_with_properties(Self.gType, 0, nil, nil)!))
        becomeSwiftSide()
    }

    /// Draws the contents into the snapshot; the default draws nothing.
    func draw(_ snapshot: OpaquePointer, _ width: Double, _ height: Double) {}

    /// Requests that it be redrawn.
    final func invalidate() { gdk_paintable_invalidate_contents(opaque) }

    private func snapshot(_ snapshot: OpaquePointer?, _ width: Double, _ height: Double) {
        if drawnSize != (width, height) {
            drawnSize = (width, height)
            // Not while the window is being drawn.
            Task { onResize?(width, height) }
        }
        if let snapshot { draw(snapshot, width, height) }
    }

    // MARK: The type for GObject

    private static let gType: GType = {
        let type = g_type_register_static_simple(
            CGTK_TYPE_OBJECT, "AVCamPaintable", guint(MemoryLayout<GObjectClass>.size), nil,
            guint(MemoryLayout<GObject>.size), nil, GTypeFlags(0))
        var interface = GInterfaceInfo(
            interface_init: { interface, _ in
                interface?.assumingMemoryBound(to: GdkPaintableInterface.self).pointee.snapshot = {
                    paintable, snapshot, width, height in
                    onMain((paintable, snapshot)) { paintable, snapshot in
                        Paintable.swiftSide(of: paintable.map { UnsafeMutableRawPointer($0) })?.snapshot(
                            snapshot, width, height)
                    }
                }
            }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, gdk_paintable_get_type(), &interface)
        return type
    }()
}
