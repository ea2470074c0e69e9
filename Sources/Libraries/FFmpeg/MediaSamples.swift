internal import CFFmpeg
import Foundation

/// A decoded picture. Owns its memory and may be read from any thread.
package final class MediaPicture: @unchecked Sendable {  // the frame is written by nobody after `init`
    package let width: Int
    package let height: Int
    package let layout: PictureLayout
    package let color: PictureColor
    /// Time from the start of the file; `nil` if the file does not say.
    package let timestampNanoseconds: Int64?
    /// How long it is shown; 0 if the file does not say.
    package let durationNanoseconds: Int64
    /// Clockwise degrees by which the picture itself (EXIF, SEI) asks to be rotated: 0, 90, 180 or 270.
    package let rotation: Int
    /// Whether the decoder had to conceal a missing part.
    package let isDamaged: Bool
    /// The file's own data for a picture of a motion JPEG file; `nil` for all others.
    package let jpeg: Data?

    private let ffmpeg: ffx_functions
    private var frame: UnsafeMutablePointer<AVFrame>?

    init(
        _ ffmpeg: ffx_functions, _ frame: UnsafeMutablePointer<AVFrame>, layout: PictureLayout,
        timestampNanoseconds: Int64?, durationNanoseconds: Int64, jpeg: Data? = nil
    ) {
        self.ffmpeg = ffmpeg
        self.frame = frame
        self.layout = layout
        self.timestampNanoseconds = timestampNanoseconds
        self.durationNanoseconds = durationNanoseconds
        self.jpeg = jpeg
        width = Int(frame.pointee.width)
        height = Int(frame.pointee.height)
        color = PictureColor(
            primaries: frame.pointee.color_primaries, transfer: frame.pointee.color_trc,
            space: frame.pointee.colorspace, range: frame.pointee.color_range, format: frame.pointee.format)
        let matrix = ffmpeg.av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)
        rotation = DisplayMatrix.rotation(of: UnsafeRawPointer(matrix?.pointee.data))
        isDamaged = frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || frame.pointee.decode_error_flags != 0
    }

    deinit {
        ffmpeg.av_frame_free(&frame)
    }

    /// Runs `body` with the ``PictureLayout/planeCount`` planes, read-only and valid only inside `body`.
    ///
    /// `bytesPerRow` may be larger than a row; it is negative for a picture stored bottom up.
    package func withPlanes<Result, Failure: Error>(
        _ body: ([PicturePlane]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let data = frame!.pointee.data
        let strides = frame!.pointee.linesize
        let bases = [data.0, data.1, data.2]
        let rows = [strides.0, strides.1, strides.2]
        let planes = (0..<layout.planeCount).map { PicturePlane(base: bases[$0]!, bytesPerRow: Int(rows[$0])) }
        defer { withExtendedLifetime(self) {} }
        return try body(planes)
    }
}

/// A block of decoded sound.
package struct MediaSound: Sendable {
    /// Interleaved: `frames × channels` samples.
    package var samples: [Int16]
    package var channels: Int
    package var sampleRate: Int
    /// Time from the start of the file; `nil` if the file does not say.
    package var timestampNanoseconds: Int64?

    package var frames: Int { samples.count / channels }
}

/// Converts the sample formats of FFmpeg's decoders into one.
enum InterleavedSamples {
    /// The sound of `frame` as interleaved 16-bit integers; `nil` for a format that FFmpeg does not have today.
    static func int16(of frame: UnsafeMutablePointer<AVFrame>, channels: Int) -> [Int16]? {
        switch AVSampleFormat(frame.pointee.format) {
        case AV_SAMPLE_FMT_U8: packed(frame, channels) { (sample: UInt8) in (Int16(sample) - 128) << 8 }
        case AV_SAMPLE_FMT_S16: packed(frame, channels) { (sample: Int16) in sample }
        case AV_SAMPLE_FMT_S32: packed(frame, channels) { (sample: Int32) in Int16(sample >> 16) }
        case AV_SAMPLE_FMT_S64: packed(frame, channels) { (sample: Int64) in Int16(sample >> 48) }
        case AV_SAMPLE_FMT_FLT: packed(frame, channels, int16(fromFloat:))
        case AV_SAMPLE_FMT_DBL: packed(frame, channels) { int16(fromFloat: Float($0 as Double)) }
        case AV_SAMPLE_FMT_U8P: planar(frame, channels) { (sample: UInt8) in (Int16(sample) - 128) << 8 }
        case AV_SAMPLE_FMT_S16P: planar(frame, channels) { (sample: Int16) in sample }
        case AV_SAMPLE_FMT_S32P: planar(frame, channels) { (sample: Int32) in Int16(sample >> 16) }
        case AV_SAMPLE_FMT_S64P: planar(frame, channels) { (sample: Int64) in Int16(sample >> 48) }
        case AV_SAMPLE_FMT_FLTP: planar(frame, channels, int16(fromFloat:))
        case AV_SAMPLE_FMT_DBLP: planar(frame, channels) { int16(fromFloat: Float($0 as Double)) }
        default: nil
        }
    }

    private static func int16(fromFloat sample: Float) -> Int16 {
        // A NaN of a damaged file becomes silence.
        Int16(max(-32768, min(32767, sample.isNaN ? 0 : (sample * 32768).rounded())))
    }

    private static func packed<Sample>(
        _ frame: UnsafeMutablePointer<AVFrame>, _ channels: Int, _ convert: (Sample) -> Int16
    ) -> [Int16] {
        let count = Int(frame.pointee.nb_samples) * channels
        let source = UnsafeRawPointer(frame.pointee.extended_data[0]!).assumingMemoryBound(to: Sample.self)
        return [Int16](unsafeUninitializedCapacity: count) { output, initialized in
            for index in 0..<count { output[index] = convert(source[index]) }
            initialized = count
        }
    }

    private static func planar<Sample>(
        _ frame: UnsafeMutablePointer<AVFrame>, _ channels: Int, _ convert: (Sample) -> Int16
    ) -> [Int16] {
        let frames = Int(frame.pointee.nb_samples)
        return [Int16](unsafeUninitializedCapacity: frames * channels) { output, initialized in
            for channel in 0..<channels {
                let plane = frame.pointee.extended_data[channel]!
                let source = UnsafeRawPointer(plane).assumingMemoryBound(to: Sample.self)
                for index in 0..<frames { output[index * channels + channel] = convert(source[index]) }
            }
            initialized = frames * channels
        }
    }
}
