internal import CGtk
import Foundation

/// Something drawn, to be shown again.
@MainActor
package final class DrawnNode {
    fileprivate let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    isolated deinit { gsk_render_node_unref(pointer) }

    /// - Returns: `nil` if `body` draws nothing.
    package static func record(_ body: (Snapshot) -> Void) -> DrawnNode? {
        guard let snapshot = gtk_snapshot_new() else { return nil }
        body(Snapshot(snapshot))
        return gtk_snapshot_free_to_node(snapshot).map { DrawnNode($0) }
    }

    /// What is drawn, as pixels.
    ///
    /// - Parameters:
    ///   - size: of the part from the upper left corner, in layout units.
    ///   - scale: pixels per layout unit.
    /// - Returns: rows from the top of pixels in native byte order, alpha first, multiplied by it; `nil` without pixels.
    package func picture(size: Size, scale: Double) -> (pixels: Data, width: Int, height: Int)? {
        let (columns, rows) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard columns >= 1, rows >= 1, columns < 32768, rows < 32768 else { return nil }
        let bytesPerRow = Int(columns) * 4
        var pixels = Data(count: bytesPerRow * Int(rows))
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(columns),
                Int32(rows), Int32(bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            cairo_scale(context, scale, scale)
            gsk_render_node_draw(pointer, context)
            cairo_surface_flush(surface)
        }
        return (pixels, Int(columns), Int(rows))
    }
}

extension Snapshot {
    package func draw(_ node: DrawnNode) { gtk_snapshot_append_node(pointer, node.pointer) }

    /// - Parameter part: 0 for what `old` draws, 1 for what `new` does.
    package func crossFade(_ part: Double, from old: () -> Void, to new: () -> Void) {
        gtk_snapshot_push_cross_fade(pointer, part)
        old()
        gtk_snapshot_pop(pointer)
        new()
        gtk_snapshot_pop(pointer)
    }
}
