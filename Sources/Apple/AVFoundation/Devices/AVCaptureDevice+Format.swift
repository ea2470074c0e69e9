import CaptureEngine
import Foundation

/// A range of frame rates. Source: Apple, AVFrameRateRange.
public final class AVFrameRateRange: NSObject, Sendable {
    /// Frames a second.
    public let minFrameRate: Float64
    /// Frames a second.
    public let maxFrameRate: Float64
    /// The longest duration of a frame.
    public let maxFrameDuration: CMTime
    /// The shortest duration of a frame.
    public let minFrameDuration: CMTime

    init(_ durations: ClosedRange<CMTime>) {
        minFrameDuration = durations.lowerBound
        maxFrameDuration = durations.upperBound
        minFrameRate = Self.rate(durations.upperBound)
        maxFrameRate = Self.rate(durations.lowerBound)
    }

    /// Exact where the rate is a whole number, which 1 / 0.0333… is not.
    private static func rate(_ duration: CMTime) -> Float64 {
        Float64(duration.timescale) / Float64(max(duration.value, 1))
    }

    public override var description: String { "<AVFrameRateRange: \(minFrameRate) - \(maxFrameRate)>" }
}

extension AVCaptureDevice {
    /// One way a device can capture.
    ///
    /// Source: Apple, AVCaptureDevice.Format.
    public final class Format: NSObject, @unchecked Sendable {  // immutable
        let source: SourceFormat
        public let mediaType: AVMediaType
        /// The size and pixel format of the frames, or the linear PCM format of the sound.
        public let formatDescription: CMFormatDescription
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// Horizontal field of view in degrees; 0 when the device does not say.
        public let videoFieldOfView: Float
        /// The sizes that a photo can have. Linux: the size of the stream.
        public let supportedMaxPhotoDimensions: [CMVideoDimensions]
        /// Whether this is the format for the best photos.
        public let isHighestPhotoQualitySupported: Bool

        init(_ source: SourceFormat, isAudio: Bool) {
            self.source = source
            mediaType = isAudio ? .audio : .video
            formatDescription = source.description
            videoSupportedFrameRateRanges = source.frameDurations.map(AVFrameRateRange.init)
            videoFieldOfView = source.fieldOfView
            supportedMaxPhotoDimensions = isAudio ? [] : [source.description.dimensions]
            isHighestPhotoQualitySupported = source.isHighestPhotoQuality
        }

        /// The most that ``AVCaptureDevice/videoZoomFactor`` can be. Linux: always 1.
        /// Source: Apple, AVCaptureDevice.Format.videoMaxZoomFactor.
        public var videoMaxZoomFactor: CGFloat { 1 }

        /// The encoding that the device itself uses, in its own words: V4L2's `YUYV`, `MJPG`, `RGGB`. Linux only.
        public var nativeEncoding: String { source.native }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Format else { return false }
            return other === self
        }

        public override var description: String {
            let size = formatDescription.dimensions
            let rates = videoSupportedFrameRateRanges.map { "\($0.minFrameRate)-\($0.maxFrameRate) fps" }
            return "<AVCaptureDevice.Format: \(mediaType.rawValue)/\(source.native) \(size.width)x\(size.height), "
                + rates.joined(separator: ", ") + ">"
        }

        /// The shortest frame duration that the format offers and is not shorter than `duration`.
        func frameDuration(notShorterThan duration: CMTime) -> CMTime? {
            let ranges = source.frameDurations
            if ranges.contains(where: { $0.contains(duration) }) { return duration }
            return ranges.map(\.lowerBound).filter { $0 >= duration }.min() ?? ranges.map(\.upperBound).max()
        }
    }
}
