internal import CGtk
import Foundation

/// The desktop's clipboard. Without a display, nothing is on it.
package enum Clipboard {
    private static var pointer: OpaquePointer? { gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) } }

    /// Whether this program was the last to put something on it.
    package static var isOwn: Bool { pointer.map { gdk_clipboard_is_local($0) != 0 } ?? true }

    package static func put(_ text: String) {
        if let pointer { gdk_clipboard_set_text(pointer, text) }
    }

    /// - Parameter png: a picture's file.
    package static func put(png: Data) {
        guard let pointer else { return }
        let bytes = png.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return }
        gdk_clipboard_set_texture(pointer, texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    package static func clear() {
        if let pointer { gdk_clipboard_set_content(pointer, nil) }
    }
}
