internal import CGtk
import Foundation

/// Text that is measured and drawn into memory, on any thread.
package nonisolated struct TextPicture {
    package var runs: [TextLayout.Run]
    package var alignment = TextLayout.Alignment.natural
    package var lineSpacing = 0.0
    /// `nil` for as wide as the text is.
    package var width: Double?

    package init(_ runs: [TextLayout.Run]) { self.runs = runs }

    /// The text's size, and from its top to the first line's baseline; in layout units.
    package func measure() -> (size: Size, firstBaseline: Double) {
        withLayout { layout in
            var extents = PangoRectangle()
            pango_layout_get_extents(layout, nil, &extents)
            let size = Size(
                width: TextLayout.layoutUnits(Double(extents.width)),
                height: TextLayout.layoutUnits(Double(extents.height)))
            return (size, TextLayout.layoutUnits(Double(pango_layout_get_baseline(layout))))
        }
    }

    /// Draws it with its upper left corner at the origin.
    ///
    /// - Parameters:
    ///   - size: of the picture, in layout units; what is beyond is left out.
    ///   - scale: pixels per layout unit.
    ///   - color: of what has no color of its own.
    /// - Returns: rows from the top of pixels in native byte order, alpha first, multiplied by it; `nil` without pixels.
    package func draw(size: Size, scale: Double, color: Color) -> (pixels: Data, width: Int, height: Int)? {
        let (columns, rows) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard columns >= 1, rows >= 1, columns < 32768, rows < 32768 else { return nil }
        let bytesPerRow = Int(columns) * 4
        var pixels = Data(count: bytesPerRow * Int(rows))
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(columns),
                Int32(rows),
                Int32(bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            cairo_scale(context, scale, scale)
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
            withLayout { pango_cairo_show_layout(context, $0) }
            cairo_surface_flush(surface)
        }
        return (pixels, Int(columns), Int(rows))
    }

    private func withLayout<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        let layout = TextLayout.makeLayout(runs, alignment, lineSpacing: lineSpacing)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_width(layout, width.map { TextLayout.units(max(0, $0) + 0.001) } ?? -1)
        return body(layout)
    }
}
