import CaptureEngine
import FFmpeg
import Foundation
import PixelCoding
import YUV

/// Encodes the pictures of a movie.
final class MovieVideoTrack {
    /// Units per second: every usual frame rate has whole durations, 29.97 included.
    static let timescale: Int32 = 90_000

    let description: MovieTrackDescription

    private let coding: PictureCoding
    private let codec: MovieCodec
    private var input: EncoderInput
    /// `nil` while pictures keep their size.
    private var fitted: FittedPicture?
    private let encoder: VideoEncoder
    private let keyFrameInterval: Int64
    private let frameDuration: Int64
    private var lastTime: Int64?
    private var lastKeyFrame: Int64?
    private var framesSinceKeyFrame = 0

    /// Sets the encoder up for frames like `buffer`.
    ///
    /// - Parameters:
    ///   - keyFrameSeconds: players can seek to, and editors cut at, each of them.
    ///   - pace: how much work a picture is worth; `nil` takes what keeps up with the camera.
    ///   - codecs: those that the configuration may name.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    convenience init(
        like buffer: CVPixelBuffer, _ configuration: MovieConfiguration.Video, keyFrameSeconds: Double,
        pace: EncoderPace? = nil, codecs: [MovieCodec] = MovieCodec.all
    ) throws(CaptureError) {
        var coding = PictureCoding()
        coding.codec = configuration.codec
        coding.frameRate = configuration.expectedFrameRate
        coding.bitRate = configuration.bitRate
        coding.keyFrameSeconds = keyFrameSeconds
        coding.rotation = configuration.rotation
        coding.isMirrored = configuration.isMirrored
        try self.init(like: buffer, coding, pace: pace, codecs: codecs)
    }

    /// Sets the encoder up for frames like `buffer`.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    init(
        like buffer: CVPixelBuffer, _ coding: PictureCoding, pace chosenPace: EncoderPace? = nil,
        codecs: [MovieCodec] = MovieCodec.all, in kind: MovieFileKind = .quickTime
    ) throws(CaptureError) {
        let rate = coding.frameRate > 0 ? coding.frameRate : 30
        let codec = try codecs.codec(coding.codec)
        let input = try EncoderInput(like: buffer, codec: codec)
        let fit = Self.fit(input, coding)
        let (width, height) = (fit.size.width, fit.size.height)
        var settings = VideoEncoder.Settings(
            encoder: codec.encoder, width: width, height: height, layout: input.layout,
            color: coding.color.completing(input.color, of: buffer), timescale: coding.timescale, frameRate: rate)
        let pace =
            chosenPace ?? EncoderPace(width: width, height: height, frameRate: rate, allowsDelay: coding.allowsDelay)
        settings.threads = pace.threads
        // Key frames are requested by time; this only limits the encoder's own interval.
        settings.keyFrameInterval = max(2, Int(rate * max(4, coding.keyFrameSeconds)))
        settings.bitRate = coding.bitRate
        settings.rateLimit = coding.rateLimit
        settings.quality = coding.quality
        settings.profile = coding.profile
        settings.level = coding.level
        settings.entropyCoder = coding.entropyCoder
        settings.reordersFrames = coding.reordersFrames
        settings.options = codec.options(settings, pace)
        let sampleDescription: [UInt8]
        do throws(FFmpegError) {
            encoder = try VideoEncoder(settings)
            sampleDescription = try SampleDescription.video(codec, encoder, coding.shape, in: kind)
        } catch {
            throw CaptureError(error)
        }
        self.coding = coding
        self.codec = codec
        self.input = input
        fitted = Self.fitted(fit, input)
        keyFrameInterval = Int64(coding.keyFrameSeconds * Double(coding.timescale))
        frameDuration = Int64(Double(coding.timescale) / rate)
        description = MovieTrackDescription(
            media: .video(width: width, height: height, rotation: coding.rotation, isMirrored: coding.isMirrored),
            timescale: coding.timescale, sampleDescription: sampleDescription, sampleDuration: frameDuration,
            shownSize: coding.shape.shown((width, height)))
    }

    private static func fit(_ input: EncoderInput, _ coding: PictureCoding) -> PictureFit {
        let source = PixelSize(width: input.width, height: input.height)
        guard let size = coding.size else { return PictureFit(source, to: source, .resize) }
        return PictureFit(source, to: PixelSize(width: Int(size.width), height: Int(size.height)), coding.scaling)
    }

    private static func fitted(_ fit: PictureFit, _ input: EncoderInput) -> FittedPicture? {
        fit.isIdentity ? nil : FittedPicture(fit, layout: input.layout, isFullRange: input.color.isFullRange)
    }

    /// Encodes a frame.
    ///
    /// - Parameter time: on the movie's timeline, in units of the track's timescale. A frame that is not later than the
    ///   previous one is skipped.
    /// - Parameter forcingKeyFrame: whether it is to be a key frame in any case.
    func encode(
        _ buffer: CVPixelBuffer, at time: Int64, forcingKeyFrame: Bool = false
    ) throws(CaptureError) -> [EncodedPacket] {
        if let lastTime, time <= lastTime { return [] }
        if coding.acceptsChanges, !input.matches(buffer) { try change(to: buffer) }
        let isDue = forcingKeyFrame || isKeyFrameDue(at: time)
        lastTime = time
        if isDue { lastKeyFrame = time }
        framesSinceKeyFrame = isDue ? 1 : framesSinceKeyFrame + 1
        return try input.withPlanes(of: buffer) { planes throws(CaptureError) in
            let planes = try resized(planes)
            do throws(FFmpegError) { return try encoder.encode(planes, at: time, forcingKeyFrame: isDue) } catch {
                throw CaptureError(error)
            }
        }
    }

    /// The color coding of the encoded pictures.
    var color: PictureColor { encoder.settings.color }

    private func isKeyFrameDue(at time: Int64) -> Bool {
        guard let lastKeyFrame else { return true }
        if let limit = coding.keyFrameInterval, framesSinceKeyFrame >= limit { return true }
        // Half a frame early is on time, because timestamps jitter.
        return time - lastKeyFrame >= keyFrameInterval - frameDuration / 2
    }

    /// Prepares for pictures like `buffer`; the encoder stays as it is.
    private func change(to buffer: CVPixelBuffer) throws(CaptureError) {
        let new = try EncoderInput(like: buffer, codec: codec)
        guard new.layout == encoder.settings.layout else {
            throw CaptureError(.formatUnsupported, "the pictures changed to a pixel format with other samples")
        }
        let size = PixelSize(width: encoder.settings.width, height: encoder.settings.height)
        // The size of the track is decided.
        let scaling = coding.scaling == .fit ? .aspectFit : coding.scaling
        let fit = PictureFit(PixelSize(width: new.width, height: new.height), to: size, scaling)
        input = new
        fitted = Self.fitted(fit, new)
    }

    private func resized(_ planes: [PicturePlane]) throws(CaptureError) -> [PicturePlane] {
        guard let fitted else { return planes }
        do { return try fitted.planes(of: planes) } catch {
            throw CaptureError(.encodeFailed, "a frame could not be scaled for the encoder", cause: error)
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

extension PictureCoding.Color {
    /// - Returns: `color`, with what the picture itself does not name.
    fileprivate func completing(_ color: PictureColor, of buffer: CVPixelBuffer) -> PictureColor {
        func isNamed(_ key: CFString) -> Bool { CVBufferCopyAttachment(buffer, key, nil) != nil }
        var color = color
        if let primaries, !isNamed(kCVImageBufferColorPrimariesKey) { color.primaries = primaries }
        if let transfer, !isNamed(kCVImageBufferTransferFunctionKey) { color.transfer = transfer }
        if let matrix, !isNamed(kCVImageBufferYCbCrMatrixKey) { color.matrix = matrix }
        return color
    }
}

/// How much work an encoder may put into a picture so that it keeps up with the camera; the presets are x264's.
struct EncoderPace: Equatable {
    /// The least work, for what runs all the time.
    static let cheapest = EncoderPace(preset: "ultrafast", threads: 1, parallelPictures: 1)

    let preset: String
    /// How many threads share a picture.
    let threads: Int
    /// How many pictures an encoder may work on at once, where threads do not share one.
    let parallelPictures: Int

    private init(preset: String, threads: Int, parallelPictures: Int) {
        self.preset = preset
        self.threads = threads
        self.parallelPictures = parallelPictures
    }

    init(
        width: Int, height: Int, frameRate: Double, allowsDelay: Bool = true,
        processors: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        // In units of 1080p at 30 frames a second, which `veryfast` encodes at three times real time on two processors.
        let load = Double(width * height) * frameRate / (1920 * 1080 * 30)
        let loadPerPair = load / max(1, Double(processors) / 2)
        preset =
            switch loadPerPair {
            case ...1.1: "veryfast"
            case ...2.2: "superfast"
            default: "ultrafast"
            }
        let usable = max(1, min(processors, 4))
        threads = load > 0.5 ? usable : 1
        parallelPictures = allowsDelay ? usable : 1
    }
}
