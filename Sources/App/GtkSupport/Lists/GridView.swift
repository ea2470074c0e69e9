internal import CGtk

/// A grid of cells; only visible cells exist.
package final class GridView: Widget {
    /// - Parameters:
    ///   - makeCell: makes an empty cell; cells are reused.
    ///   - onActivate: called with the index of the chosen cell.
    package func show<Content: Cell>(
        _ selection: Selection, makeCell: @escaping @MainActor () -> Content,
        onActivate: @escaping @MainActor (Int) -> Void
    ) {
        let factory = Object(owned: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        factory.onListItem("setup") { item in
            let cell = makeCell()
            item.attachment = cell
            item.child = cell.widget as Widget?
        }
        factory.onListItem("bind") { item in
            guard let object = item.item as Object? else { return }
            (item.attachment as? Content)?.show(object.string, at: item.position)
        }
        factory.onListItem("unbind") { item in (item.attachment as? Content)?.clear() }
        factory.onListItem("teardown") { item in item.attachment = nil }
        gtk_grid_view_set_factory(opaque, factory.opaque)
        gtk_grid_view_set_model(opaque, selection.opaque)
        let handler: @convention(c) (OpaquePointer?, guint, gpointer?) -> Void = { _, index, data in
            onMain(data) { Boxes.object($0, as: IndexClosure.self)?.body(Int(index)) }
        }
        connect("activate", unsafeBitCast(handler, to: GCallback.self), IndexClosure(onActivate))
    }

    /// Makes the grid one stop for Tab, with the arrow keys in it. By itself, GTK stops at each cell.
    package func makeOneStop() {
        // To the controls in the focused cell, of which there are none, and then out of the grid.
        guard cgtk_leave_grid_with_tab(pointer) == 0 else { return }
        // It lives as long as the controller; this object may not.
        let pointer = pointer
        onKeyPress(isFirst: true) { key in
            let grid = Widget(pointer)
            guard ["Tab", "KP_Tab", "ISO_Left_Tab"].contains(key.name), key.modifiers.isSubset(of: .shift),
                let root = gtk_widget_get_root(grid.cast()).map({ Widget(UnsafeMutableRawPointer($0)) })
            else { return false }
            // GTK passes over what cannot have the focus; what has it keeps it meanwhile.
            grid.canFocus = false
            defer { grid.canFocus = true }
            let direction = key.modifiers.contains(.shift) ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
            return gtk_widget_child_focus(root.cast(), direction) != 0
        }
    }

    /// Scrolls to a cell.
    package func scroll(to index: Int) {
        gtk_widget_activate_action_variant(cast(), "list.scroll-to-item", g_variant_new_uint32(guint32(index)))
    }
}

/// The contents of a list's cell.
@MainActor
package protocol Cell: AnyObject {
    var widget: Widget { get }

    /// - Parameters:
    ///   - text: the list item.
    ///   - index: its index.
    func show(_ text: String, at index: Int)

    /// Releases its contents: the cell is not visible.
    func clear()
}

extension Object {
    /// Calls `body` for a factory's signal about one `GtkListItem`.
    fileprivate func onListItem(_ signal: String, _ body: @escaping @MainActor (Object) -> Void) {
        let handler: @convention(c) (OpaquePointer?, gpointer?, gpointer?) -> Void = { _, item, data in
            onMain((item, data)) { item, data in
                if let item { Boxes.object(data, as: ObjectClosure.self)?.body(Object(item)) }
            }
        }
        connect(signal, unsafeBitCast(handler, to: GCallback.self), ObjectClosure(body))
    }

    /// A Swift object that lives as long as the GObject.
    fileprivate var attachment: AnyObject? {
        get { Boxes.object(g_object_get_data(cast(), "avcam-attachment"), as: AnyObject.self) }
        set {
            let data = newValue.map { Unmanaged.passRetained($0).toOpaque() }
            g_object_set_data_full(cast(), "avcam-attachment", data, data == nil ? nil : { Boxes.release($0) })
        }
    }
}

private final class IndexClosure {
    let body: @MainActor (Int) -> Void

    init(_ body: @escaping @MainActor (Int) -> Void) { self.body = body }
}

private final class ObjectClosure {
    let body: @MainActor (Object) -> Void

    init(_ body: @escaping @MainActor (Object) -> Void) { self.body = body }
}
