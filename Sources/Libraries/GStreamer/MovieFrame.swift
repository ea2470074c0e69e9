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
    /// Gives the memory back.
    private let release: () -> Void

    /// - Parameter sample: has pixels in a format that ``MoviePlayer`` requests; the caller gives up its reference.
    /// - Returns: `nil` if it has none.
    convenience init?(owned sample: OpaquePointer) {
        // The sink reuses it, but must not do so while somebody holds it.
        defer { gst_sample_unref(sample) }
        var map = GstMapInfo()
        var info = GstVideoInfo()
        guard let caps = gst_sample_get_caps(sample), gst_video_info_from_caps(&info, caps) != 0,
            info.width > 0, info.height > 0, let buffer = gst_sample_get_buffer(sample),
            gst_buffer_map(buffer, &map, GST_MAP_READ) != 0
        else { return nil }
        guard let data = map.data, map.size >= info.size else {
            gst_buffer_unmap(buffer, &map)
            return nil
        }
        let segment = gst_sample_get_segment(sample)
        let time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, cgst_presentation_time(buffer))
        guard let bright = BrightPicture(info) else {
            // A stream whose format changes in the middle can still deliver the one before.
            guard info.finfo.pointee.format == GST_VIDEO_FORMAT_BGRA else {
                gst_buffer_unmap(buffer, &map)
                return nil
            }
            gst_buffer_ref(buffer)
            let held = map
            self.init(info, UnsafeRawPointer(data), Int64(exactly: time)) {
                var map = held
                gst_buffer_unmap(buffer, &map)
                gst_buffer_unref(buffer)
            }
            return
        }
        let pixels = bright.shown(UnsafeRawPointer(data))
        gst_buffer_unmap(buffer, &map)
        self.init(info, UnsafeRawPointer(pixels), Int64(exactly: time)) { pixels.deallocate() }
    }

    private init(_ info: GstVideoInfo, _ pixels: UnsafeRawPointer, _ time: Int64?, release: @escaping () -> Void) {
        (width, height, bytesPerRow) = (Int(info.width), Int(info.height), 4 * Int(info.width))
        (self.pixels, self.time, self.release) = (pixels, time, release)
    }

    deinit { release() }
}
