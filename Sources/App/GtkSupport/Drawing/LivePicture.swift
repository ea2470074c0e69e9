internal import CGtk

/// Pixels of a picture that will soon be replaced: opaque, 4 bytes each, in the order blue, green, red, 255.
@MainActor
package final class LivePicture {
    package let width: Int
    package let height: Int
    private let bytes: OpaquePointer
    private let bytesPerRow: Int
    /// For cairo, which draws from the same memory.
    private(set) lazy var pattern: OpaquePointer? = makePattern()
    /// For a GPU.
    private(set) lazy var texture = Texture(
        bytes: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: GDK_MEMORY_B8G8R8A8_PREMULTIPLIED)

    /// Shows the pixels in place, without copying them.
    ///
    /// - Parameters:
    ///   - pixels: `height` rows of `bytesPerRow` bytes; they must not change anymore.
    ///   - owner: keeps the pixels alive. It is released on an arbitrary thread.
    package init(
        pixels: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, owner: any AnyObject & Sendable
    ) {
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        bytes = Texture.bytes(pixels, count: bytesPerRow * height, owner: owner)
    }

    isolated deinit {
        if let pattern { cairo_pattern_destroy(pattern) }
        g_bytes_unref(bytes)
    }

    /// Draws it into a rectangle.
    func draw(_ snapshot: OpaquePointer, _ place: graphene_rect_t, byCairo: Bool) {
        var place = place
        guard byCairo, let pattern else { return gtk_snapshot_append_texture(snapshot, texture.opaque, &place) }
        let cairo = gtk_snapshot_append_cairo(snapshot, &place)
        defer { cairo_destroy(cairo) }
        cairo_translate(cairo, Double(place.origin.x), Double(place.origin.y))
        cairo_scale(cairo, Double(place.size.width) / Double(width), Double(place.size.height) / Double(height))
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
        cairo_set_source(cairo, pattern)
        cairo_paint(cairo)
    }

    /// A source that provides its pixels when they are drawn. If GTK recorded a surface instead, cairo would copy it
    /// when it is released.
    private func makePattern() -> OpaquePointer? {
        guard let surface = makeSurface() else { return nil }
        // All copies of this pattern hold the surface.
        let pattern = cairo_pattern_create_raster_source(
            UnsafeMutableRawPointer(surface), CAIRO_CONTENT_COLOR_ALPHA, Int32(width), Int32(height))
        cairo_raster_source_pattern_set_acquire(
            pattern, { _, surface, _, _ in cairo_surface_reference(surface.map { OpaquePointer($0) }) },
            { _, _, surface in cairo_surface_destroy(surface) })
        cairo_raster_source_pattern_set_copy(pattern) { _, surface, _ in
            cairo_surface_reference(surface.map { OpaquePointer($0) })
            return CAIRO_STATUS_SUCCESS
        }
        cairo_raster_source_pattern_set_finish(pattern) { _, surface in
            cairo_surface_destroy(surface.map { OpaquePointer($0) })
        }
        return pattern
    }

    private func makeSurface() -> OpaquePointer? {
        // Cairo only reads it.
        let pixels = UnsafeMutableRawPointer(mutating: g_bytes_get_data(bytes, nil))
        let surface = cairo_image_surface_create_for_data(
            pixels?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
            Int32(bytesPerRow))
        // What has been drawn may be drawn again after this object is released.
        cairo_surface_set_user_data(surface, &Self.key, UnsafeMutableRawPointer(g_bytes_ref(bytes))) { bytes in
            g_bytes_unref(bytes.map { OpaquePointer($0) })
        }
        return surface
    }

    private static var key = cairo_user_data_key_t()
}
