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

    /// Pixels of a part of a picture.
    package struct Part {
        /// From the picture's upper left corner.
        package let x, y: Int
        package let width, height: Int
        /// Rows from the top, of pixels in native byte order, alpha first, multiplied by it.
        package let pixels: Data
    }

    /// The smallest part of a picture that has all that is drawn.
    ///
    /// - Parameters:
    ///   - transform: from layout units to the picture's pixels, with y pointing down.
    ///   - width: of the picture, in pixels.
    ///   - height: of the picture, in pixels.
    /// - Returns: `nil` if nothing is drawn there.
    package func part(_ transform: AffineTransform, width: Int, height: Int) -> Part? {
        var bounds = graphene_rect_t()
        gsk_render_node_get_bounds(pointer, &bounds)
        let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
        let (right, bottom) = (left + Double(bounds.size.width), top + Double(bounds.size.height))
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
            .map { transform.transform(CGPoint(x: $0.0, y: $0.1)) }
        func pixels(_ values: [CGFloat], _ limit: Int) -> Range<Int> {
            let lower = min(max(values.min()!.rounded(.down), 0), CGFloat(limit))
            return Int(lower)..<Int(max(min(values.max()!.rounded(.up), CGFloat(limit)), lower))
        }
        let (columns, rows) = (pixels(corners.map(\.x), width), pixels(corners.map(\.y), height))
        guard !columns.isEmpty, !rows.isEmpty, columns.count < 32768, rows.count < 32768 else { return nil }
        let bytesPerRow = columns.count * 4
        var data = Data(count: bytesPerRow * rows.count)
        data.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(columns.count),
                Int32(rows.count), Int32(bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            var matrix = cairo_matrix_t(
                xx: transform.m11, yx: transform.m12, xy: transform.m21, yy: transform.m22,
                x0: transform.tX - Double(columns.lowerBound), y0: transform.tY - Double(rows.lowerBound))
            cairo_set_matrix(context, &matrix)
            gsk_render_node_draw(pointer, context)
            cairo_surface_flush(surface)
        }
        return Part(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count, pixels: data)
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
