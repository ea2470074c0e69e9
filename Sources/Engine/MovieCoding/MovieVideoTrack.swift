import CaptureEngine
import FFmpeg
import Foundation
import PixelCoding

/// Encodes the pictures of a movie.
final class MovieVideoTrack {
    /// Units per second: every usual frame rate has whole durations, 29.97 included.
    static let timescale: Int32 = 90_000

    let description: MovieTrackDescription

    private let input: EncoderInput
    private let encoder: VideoEncoder
    /// Players can seek to, and editors cut at, every second.
    private let keyFrameInterval: Int64
    private let frameDuration: Int64
    private var lastTime: Int64?
    private var lastKeyFrame: Int64?

    /// Sets the encoder up for frames like `buffer`.
    ///
    /// - Parameters:
    ///   - chosenPace: how much work a picture is worth; `nil` takes what keeps up with the camera.
    ///   - codecs: those that the configuration may name.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    init(
        like buffer: CVPixelBuffer, _ configuration: MovieConfiguration.Video, keyFrameSeconds: Double,
        pace chosenPace: EncoderPace? = nil, codecs: [MovieCodec] = MovieCodec.all
    ) throws(CaptureError) {
        let rate = configuration.expectedFrameRate > 0 ? configuration.expectedFrameRate : 30
        let codec = try codecs.codec(configuration.codec)
        input = try EncoderInput(like: buffer, codec: codec)
        var settings = VideoEncoder.Settings(
            encoder: codec.encoder, width: input.width, height: input.height, layout: input.layout,
            color: input.color, timescale: Self.timescale, frameRate: rate)
        let pace = chosenPace ?? EncoderPace(width: input.width, height: input.height, frameRate: rate)
        settings.threads = pace.threads
        // Key frames are requested by time; this only limits the encoder's own interval.
        settings.keyFrameInterval = max(2, Int(rate * 4))
        settings.bitRate = configuration.bitRate
        settings.options = codec.options(settings, pace)
        let sampleDescription: [UInt8]
        do throws(FFmpegError) {
            encoder = try VideoEncoder(settings)
            sampleDescription = try SampleDescription.video(codec, encoder)
        } catch {
            throw CaptureError(error)
        }
        keyFrameInterval = Int64(keyFrameSeconds * Double(Self.timescale))
        frameDuration = Int64(Double(Self.timescale) / rate)
        description = MovieTrackDescription(
            media: .video(
                width: input.width, height: input.height, rotation: configuration.rotation,
                isMirrored: configuration.isMirrored),
            timescale: Self.timescale, sampleDescription: sampleDescription, sampleDuration: frameDuration)
    }

    /// Encodes a frame.
    ///
    /// - Parameter time: on the movie's timeline, in ``timescale`` units. A frame that is not later than the previous
    ///   one is skipped.
    func encode(_ buffer: CVPixelBuffer, at time: Int64) throws(CaptureError) -> [EncodedPacket] {
        if let lastTime, time <= lastTime { return [] }
        // Half a frame early is on time, because timestamps jitter.
        let isDue = lastKeyFrame.map { time - $0 >= keyFrameInterval - frameDuration / 2 } ?? true
        lastTime = time
        if isDue { lastKeyFrame = time }
        return try input.withPlanes(of: buffer) { planes throws(CaptureError) in
            do throws(FFmpegError) { return try encoder.encode(planes, at: time, forcingKeyFrame: isDue) } catch {
                throw CaptureError(error)
            }
        }
    }

    /// Ends the track.
    func finish() throws(CaptureError) -> [EncodedPacket] {
        do { return try encoder.finish() } catch { throw CaptureError(error) }
    }

    /// Where the last frame ends if the recording ended at `time`.
    func end(at time: Int64?) -> Int64 {
        guard let lastTime else { return 0 }
        guard let time else { return lastTime + frameDuration }
        return max(time, lastTime + 1)
    }
}

/// How much work an encoder may put into a picture so that it keeps up with the camera; the presets are x264's.
struct EncoderPace: Equatable {
    /// The least work, for what runs all the time.
    static let cheapest = EncoderPace(preset: "ultrafast", threads: 1)

    let preset: String
    let threads: Int

    private init(preset: String, threads: Int) {
        self.preset = preset
        self.threads = threads
    }

    init(width: Int, height: Int, frameRate: Double, processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
        // In units of 1080p at 30 frames a second, which `veryfast` encodes at three times real time on two processors.
        let load = Double(width * height) * frameRate / (1920 * 1080 * 30)
        let loadPerPair = load / max(1, Double(processors) / 2)
        preset =
            switch loadPerPair {
            case ...1.1: "veryfast"
            case ...2.2: "superfast"
            default: "ultrafast"
            }
        threads = load > 0.5 ? max(1, min(processors, 4)) : 1
    }
}
