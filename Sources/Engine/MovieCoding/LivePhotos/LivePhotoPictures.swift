import CaptureEngine
import CoreMedia
import CoreVideo
import FFmpeg
import PixelCoding

/// Encodes a camera's frames continuously, at little cost, and keeps the newest.
///
/// Large frames are scaled down first; above 30 frames a second every other frame is skipped.
final class LivePhotoPictures {
    /// Movies begin at a key frame, so this much more than needed is kept.
    private static let keyFrameSeconds = 0.5
    /// Four seconds of the noisiest frames at the largest size.
    private static let maximumBytes = 48 << 20
    private static let maximumRate = 30.0

    /// The time of the first frame: 0 of the ring's times.
    let origin: CMTime
    let track: MovieVideoTrack
    let dimensions: CMVideoDimensions
    private(set) var ring = PacketRing(capacity: maximumBytes)

    private let source: CMFormatDescription
    private let target: FrameConverter.Target?
    private let converter = FrameConverter(capacity: 2)
    private var lastTime: CMTime?

    /// Sets the encoder up for frames like `sample`.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    init(like sample: CMSampleBuffer, codec: CMFormatDescription.MediaSubType) throws(CaptureError) {
        guard let format = sample.formatDescription else {
            throw CaptureError(.formatUnsupported, "a frame came without its format")
        }
        source = format
        origin = sample.presentationTimeStamp
        dimensions = Self.dimensions(of: format)
        let isSmaller = dimensions.width < format.dimensions.width
        target = isSmaller ? FrameConverter.Target(size: dimensions) : nil
        let first = if let target { try converter.convert(sample, to: target) } else { sample }
        guard let buffer = first.imageBuffer else {
            throw CaptureError(.formatUnsupported, "a frame came without a picture")
        }
        var configuration = MovieConfiguration.Video(source: DeviceID(scheme: "live", name: "photo"), format: format)
        configuration.codec = codec
        configuration.expectedFrameRate = Self.rate(of: sample)
        track = try MovieVideoTrack(
            like: buffer, configuration, keyFrameSeconds: Self.keyFrameSeconds, pace: .cheapest)
    }

    /// Whether the encoder accepts such frames.
    func accepts(_ sample: CMSampleBuffer) -> Bool {
        guard let format = sample.formatDescription else { return false }
        return format === source
            || format.mediaSubType == source.mediaSubType && format.dimensions.width == source.dimensions.width
                && format.dimensions.height == source.dimensions.height
    }

    func encode(_ sample: CMSampleBuffer) throws(CaptureError) {
        let time = sample.presentationTimeStamp
        // Three quarters of the shortest duration, because timestamps jitter.
        if let lastTime, CMTimeSubtract(time, lastTime).seconds < 0.75 / Self.maximumRate { return }
        lastTime = time
        let frame = if let target { try converter.convert(sample, to: target) } else { sample }
        guard let buffer = frame.imageBuffer else { return }
        for packet in try track.encode(buffer, at: ticks(time)) { ring.append(packet) }
    }

    func trim(before time: CMTime) {
        ring.trim(before: ticks(time))
    }

    func ticks(_ time: CMTime) -> Int64 {
        CMTimeSubtract(time, origin).convertScale(MovieVideoTrack.timescale, method: .roundHalfAwayFromZero).value
    }

    /// The size of the movie's frames: the camera's, within 1920 x 1440.
    static func dimensions(of format: CMFormatDescription) -> CMVideoDimensions {
        let size = format.dimensions
        let scalable = [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_32BGRA,
        ]
        let long = Double(max(size.width, size.height))
        let short = Double(min(size.width, size.height))
        let scale = min(1920 / long, 1440 / short)
        guard scale < 1, scalable.contains(format.mediaSubType.rawValue) else { return size }
        func scaled(_ length: Int32) -> Int32 { Int32((Double(length) * scale / 2).rounded()) * 2 }
        return CMVideoDimensions(width: scaled(size.width), height: scaled(size.height))
    }

    private static func rate(of sample: CMSampleBuffer) -> Double {
        let duration = sample.duration.isNumeric ? sample.duration.seconds : 0
        return duration > 0 ? min(1 / duration, maximumRate) : maximumRate
    }
}
