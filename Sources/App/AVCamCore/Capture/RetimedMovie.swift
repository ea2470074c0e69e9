import AVFoundation

/// One movie that does not play as fast as it happened: writes the frames that ``Retiming`` takes.
///
/// The file can be played at any moment, up to the frame before the last, should the process die.
final class RetimedMovie {
    /// What a movie is to be like.
    struct Plan: Sendable {
        /// Not ``MovieSpeed/normal``.
        var speed: MovieSpeed
        /// Of the camera, in frames a second.
        var frameRate: Int
        /// Bits a second; `nil` keeps a constant quality.
        var bitRate: Int?
        /// Whether an existing file is replaced, once the movie has something to show.
        var isReplacing = false
        /// What the file says of the camera and the program.
        var metadata: [AVMetadataItem] = []
    }

    private let url: URL
    private let plan: Plan
    private let platform: any CapturePlatform
    private var retiming: Retiming
    private typealias Writing = (writer: AVAssetWriter, input: AVAssetWriterInput)
    private var writing: Writing?
    private(set) var frames = 0
    /// Frames of slow motion that came while the encoder was busy.
    private(set) var droppedFrames = 0
    /// What was seen, without pauses, in seconds.
    private(set) var duration = 0.0
    private var lastSeen: CMTime?

    /// - Parameter url: a file that does not exist yet, or is to be replaced.
    init(_ url: URL, _ plan: Plan, _ platform: any CapturePlatform) {
        self.url = url
        self.plan = plan
        self.platform = platform
        retiming = Retiming(plan.speed, frameRate: plan.frameRate)
    }

    /// Writes the frame, if it is one of the movie.
    ///
    /// - Throws: `AVError`; what is in the file by then can be played.
    func append(_ sample: CMSampleBuffer) throws {
        let captured = sample.presentationTimeStamp
        guard captured.isNumeric, let picture = sample.imageBuffer else { return }
        if let lastSeen, captured > lastSeen { duration += (captured - lastSeen).seconds }
        lastSeen = captured
        guard let shown = retiming.time(of: captured) else { return }
        let writing = if let writing { writing } else { try begin(picture) }
        self.writing = writing
        if writing.writer.status == .failed { throw writing.writer.error ?? AVError(.unknown) }
        guard writing.input.isReadyForMoreMediaData else { return skip() }
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: shown, decodeTimeStamp: .invalid)
        guard writing.input.append(try CMSampleBuffer(copying: sample, withNewTiming: [timing])) else {
            throw writing.writer.error ?? AVError(.unknown)
        }
        retiming.take(captured, at: shown)
        frames += 1
    }

    /// For a time-lapse, the next frame will do.
    private func skip() { if plan.speed == .slowMotion { droppedFrames += 1 } }

    /// The camera has lost a frame.
    func frameWasLost() { skip() }

    /// What follows until the next frame is not in the movie.
    func pause() {
        retiming.pause()
        lastSeen = nil
    }

    /// Completes the file.
    ///
    /// - Throws: `AVError`; there is no file if there was no frame.
    func finish() async throws {
        guard let (writer, input) = writing, frames > 0 else {
            writing?.writer.cancelWriting()
            throw AVError(.noDataCaptured)
        }
        if writer.status == .writing {
            input.markAsFinished()
            writer.endSession(atSourceTime: retiming.end)
        }
        await writer.finishWriting()
        if writer.status != .completed { throw writer.error ?? AVError(.unknown) }
    }

    private func begin(_ picture: CVPixelBuffer) throws -> Writing {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        platform.replaceFiles(plan.isReplacing, with: writer)
        writer.metadata = plan.metadata
        // A time-lapse has few frames, and each has been waited for.
        let isSlow = plan.speed == .slowMotion
        let rate = MovieSpeed.playedFrameRate
        writer.movieFragmentInterval = CMTime(value: isSlow ? CMTimeValue(rate) : 1, timescale: rate)
        var compression: [String: Any] = [
            AVVideoExpectedSourceFrameRateKey: isSlow ? plan.frameRate : Int(rate),
            AVVideoAllowFrameReorderingKey: false,
        ]
        if let bitRate = plan.bitRate { compression[AVVideoAverageBitRateKey] = bitRate }
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: CVPixelBufferGetWidth(picture),
                AVVideoHeightKey: CVPixelBufferGetHeight(picture), AVVideoCompressionPropertiesKey: compression,
            ])
        input.expectsMediaDataInRealTime = true
        writer.add(input)
        guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
        writer.startSession(atSourceTime: .zero)
        return (writer, input)
    }
}
