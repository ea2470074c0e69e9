internal import CGtk
import Foundation

/// What another program drags.
package nonisolated enum DraggedContent: Equatable, Sendable {
    /// Of files and of pages.
    case addresses([URL])
    case text(String)
    case picture(png: Data)
}

/// What happens to something that is dragged.
package nonisolated enum DropEvent: Equatable, Sendable {
    /// It is at a place; the content comes a moment later.
    case over(Point, DraggedContent?)
    case left
    case dropped(Point, DraggedContent)

    package var place: Point? {
        switch self {
        case .over(let place, _), .dropped(let place, _): place
        case .left: nil
        }
    }

    package func moved(to place: Point) -> DropEvent {
        switch self {
        case .over(_, let content): .over(place, content)
        case .dropped(_, let content): .dropped(place, content)
        case .left: .left
        }
    }
}

extension Widget {
    /// Calls `body` for files, addresses, texts and pictures that are dragged over the widget.
    ///
    /// - Parameter body: says whether it would take them here, or has taken them.
    package func onDrop(_ body: @escaping @MainActor (DropEvent) -> Bool) {
        let target = gtk_drop_target_new(0, GDK_ACTION_COPY)!
        // In this order: a file manager gives files as text, too.
        var types = [gdk_file_list_get_type(), gdk_texture_get_type(), CGTK_TYPE_STRING]
        gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
        // The target has to know the value to say whether it takes it.
        gtk_drop_target_set_preload(target, 1)
        let moved: @convention(c) (OpaquePointer?, Double, Double, gpointer?) -> GdkDragAction = { target, x, y, data in
            onMain((target, data)) { target, data in
                let content = DraggedContent(gtk_drop_target_get_value(target))
                let takes = Boxes.object(data, as: DropClosure.self)?.body(.over(Point(x: x, y: y), content)) ?? false
                return takes ? GDK_ACTION_COPY : GdkDragAction(0)
            }
        }
        let dropped: @convention(c) (OpaquePointer?, UnsafePointer<GValue>?, Double, Double, gpointer?) -> gboolean = {
            _, value, x, y, data in
            onMain((value, data)) { value, data in
                guard let content = DraggedContent(value) else { return 0 }
                return Boxes.object(data, as: DropClosure.self)?.body(.dropped(Point(x: x, y: y), content)) == true
                    ? 1 : 0
            }
        }
        let closure = DropClosure(body)
        let object = add(target, "enter", unsafeBitCast(moved, to: GCallback.self), closure)
        object.connect("motion", unsafeBitCast(moved, to: GCallback.self), closure)
        object.connect("drop", unsafeBitCast(dropped, to: GCallback.self), closure)
        object.on("leave") { _ = body(.left) }
    }
}

private final class DropClosure {
    let body: @MainActor (DropEvent) -> Bool

    init(_ body: @escaping @MainActor (DropEvent) -> Bool) { self.body = body }
}

extension DraggedContent {
    /// - Parameter value: a list of files, a picture or a text; `nil` while it is loaded.
    fileprivate init?(_ value: UnsafePointer<GValue>?) {
        guard let value else { return nil }
        if value.pointee.g_type == gdk_file_list_get_type() {
            guard let list = g_value_get_boxed(value) else { return nil }
            let files = gdk_file_list_get_files(OpaquePointer(list))
            defer { g_slist_free(files) }
            let addresses = sequence(first: files, next: { $0?.pointee.next }).prefix { $0 != nil }
                .compactMap { $0?.pointee.data.flatMap { URL(file: OpaquePointer($0)) } }
            guard !addresses.isEmpty else { return nil }
            self = .addresses(addresses)
        } else if value.pointee.g_type == CGTK_TYPE_STRING {
            guard let text = g_value_get_string(value) else { return nil }
            self = .text(String(cString: text))
        } else if let texture = g_value_get_object(value),
            let bytes = gdk_texture_save_to_png_bytes(OpaquePointer(texture))
        {
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            guard let memory = g_bytes_get_data(bytes, &count) else { return nil }
            self = .picture(png: Data(bytes: memory, count: Int(count)))
        } else {
            return nil
        }
    }
}

extension URL {
    init?(file: OpaquePointer) {
        if let path = g_file_get_path(file) {
            defer { g_free(path) }
            self.init(fileURLWithPath: String(cString: path))
            return
        }
        guard let address = g_file_get_uri(file) else { return nil }
        defer { g_free(address) }
        self.init(string: String(cString: address))
    }
}
