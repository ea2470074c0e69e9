internal import CGStreamer

/// One frame of a movie: opaque, 4 bytes a pixel, in the order blue, green, red, 255.
package final class MovieFrame: @unchecked Sendable {
    package let width: Int
    package let height: Int
    package let bytesPerRow: Int
    /// `height` rows of `bytesPerRow` bytes, valid as long as the frame lives.
    package let pixels: UnsafeRawPointer
    /// When it is shown, in nanoseconds from the movie's start; `nil` if unknown.
    package let time: Int64?
    private let buffer: UnsafeMutablePointer<GstBuffer>
    private var map: GstMapInfo

    /// - Parameter sample: has pixels in the format that ``MoviePlayer`` requests; the caller gives up its reference.
    /// - Returns: `nil` if it has none.
    init?(owned sample: OpaquePointer) {
        // The sink reuses it, but must not do so while somebody holds it.
        defer { gst_sample_unref(sample) }
        var map = GstMapInfo()
        var (width, height): (Int32, Int32) = (0, 0)
        guard let caps = gst_sample_get_caps(sample), let structure = gst_caps_get_structure(caps, 0),
            gst_structure_get_int(structure, "width", &width) != 0,
            gst_structure_get_int(structure, "height", &height) != 0, width > 0, height > 0,
            let buffer = gst_sample_get_buffer(sample), gst_buffer_map(buffer, &map, GST_MAP_READ) != 0
        else { return nil }
        guard let data = map.data, map.size >= 4 * Int(width) * Int(height) else {
            gst_buffer_unmap(buffer, &map)
            return nil
        }
        gst_buffer_ref(buffer)
        (self.width, self.height, bytesPerRow) = (Int(width), Int(height), 4 * Int(width))
        (self.buffer, self.map) = (buffer, map)
        pixels = UnsafeRawPointer(data)
        let segment = gst_sample_get_segment(sample)
        let time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, cgst_presentation_time(buffer))
        self.time = Int64(exactly: time)
    }

    deinit {
        gst_buffer_unmap(buffer, &map)
        gst_buffer_unref(buffer)
    }
}
