internal import CFFmpeg

/// Pixels that images use but no ``PictureLayout`` has: palettes, black and white, gray with alpha, 16 bits per sample.
/// They become bytes R G B A. Transparent pixels are blended with white, because no caller wants alpha.
///
/// Sources: FFmpeg, libavutil/pixfmt.h; PNG (Third Edition), 11.2.2.
enum PixelExpansion {
    /// What ``expand(_:_:)`` makes.
    static let layout = PictureLayout.rgba

    static func isPossible(from format: Int32) -> Bool { pixel(of: format) != nil }

    /// - Returns: a new frame with the properties of `frame`; `nil` without memory, or for another format.
    static func expand(
        _ frame: UnsafeMutablePointer<AVFrame>, _ ffmpeg: ffx_functions
    ) -> UnsafeMutablePointer<AVFrame>? {
        guard let pixel = pixel(of: frame.pointee.format), let rows = frame.pointee.data.0,
            let new = ffmpeg.av_frame_alloc()
        else { return nil }
        new.pointee.format = AV_PIX_FMT_RGBA.rawValue
        new.pointee.width = frame.pointee.width
        new.pointee.height = frame.pointee.height
        guard ffmpeg.av_frame_get_buffer(new, 0) >= 0, let target = new.pointee.data.0 else {
            var new: UnsafeMutablePointer<AVFrame>? = new
            ffmpeg.av_frame_free(&new)
            return nil
        }
        new.pointee.color_range = AVCOL_RANGE_JPEG
        new.pointee.flags = frame.pointee.flags
        new.pointee.decode_error_flags = frame.pointee.decode_error_flags
        let palette = frame.pointee.data.1
        for y in 0..<Int(frame.pointee.height) {
            let source = UnsafePointer(rows + y * Int(frame.pointee.linesize.0))
            let row = target + y * Int(new.pointee.linesize.0)
            for x in 0..<Int(frame.pointee.width) {
                let (red, green, blue, alpha) = pixel(source, x, palette)
                row[x * 4] = onPaper(red, alpha)
                row[x * 4 + 1] = onPaper(green, alpha)
                row[x * 4 + 2] = onPaper(blue, alpha)
                row[x * 4 + 3] = 255
            }
        }
        return new
    }

    /// Takes a row, the pixel's position in it, and the palette.
    private typealias Pixel = (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>?) -> (UInt8, UInt8, UInt8, UInt8)

    /// Of a 16-bit sample, the more significant byte is enough; it comes first.
    private static func pixel(of format: Int32) -> Pixel? {
        switch AVPixelFormat(format) {
        case AV_PIX_FMT_PAL8:
            { row, x, palette in
                // 32-bit words with alpha first: on a little-endian machine the bytes are B G R A.
                guard let entry = palette.map({ $0 + Int(row[x]) * 4 }) else { return (0, 0, 0, 255) }
                return (entry[2], entry[1], entry[0], entry[3])
            }
        case AV_PIX_FMT_RGBA: { row, x, _ in (row[x * 4], row[x * 4 + 1], row[x * 4 + 2], row[x * 4 + 3]) }
        case AV_PIX_FMT_MONOBLACK: { row, x, _ in gray(row[x / 8] << UInt8(x % 8) & 0x80 == 0 ? 0 : 255) }
        case AV_PIX_FMT_MONOWHITE: { row, x, _ in gray(row[x / 8] << UInt8(x % 8) & 0x80 == 0 ? 255 : 0) }
        case AV_PIX_FMT_YA8: { row, x, _ in gray(row[x * 2], row[x * 2 + 1]) }
        case AV_PIX_FMT_GRAY16BE: { row, x, _ in gray(row[x * 2]) }
        case AV_PIX_FMT_YA16BE: { row, x, _ in gray(row[x * 4], row[x * 4 + 2]) }
        case AV_PIX_FMT_RGB48BE: { row, x, _ in (row[x * 6], row[x * 6 + 2], row[x * 6 + 4], 255) }
        case AV_PIX_FMT_RGBA64BE: { row, x, _ in (row[x * 8], row[x * 8 + 2], row[x * 8 + 4], row[x * 8 + 6]) }
        default: nil
        }
    }

    private static func onPaper(_ sample: UInt8, _ alpha: UInt8) -> UInt8 {
        if alpha == 255 { return sample }
        let (ink, opacity) = (Int(sample), Int(alpha))
        let sum: Int = ink * opacity + 255 * (255 - opacity)
        return UInt8((sum + 127) / 255)
    }

    private static func gray(_ value: UInt8, _ alpha: UInt8 = 255) -> (UInt8, UInt8, UInt8, UInt8) {
        (value, value, value, alpha)
    }
}
