import CaptureEngine
import CoreMedia
import CoreVideo
import Dispatch
import Locking
import MissingFoundation
import MovieCoding

/// Compresses frames, one after the other, on a queue of its own.
///
/// Source: Apple, VTCompressionSession.
public final class VTCompressionSession: _CFObject, PropertySession, Sendable {
    /// Gets a frame's outcome, on the session's queue.
    typealias Respond = @Sendable (OSStatus, VTEncodeInfoFlags, CMSampleBuffer?) -> Void

    /// A frame that is not complete.
    private struct Frame: Sendable {
        var time: CMTime
        var duration: CMTime
        var respond: Respond
    }

    private struct State {
        var settings: CompressionSettings
        var hasBegun = false
        var isInvalid = false
        var pending = 0
        /// Whether the next frame begins a stream with new properties.
        var hasChanged = false
        var pool: CVPixelBufferPool?
    }

    /// Used on `queue` only.
    private final class Encoding: @unchecked Sendable {  // see above
        var compressor: PictureCompressor?
        var frames: [Int64: Frame] = [:]
        /// Of the last frame.
        var lastTime: Int64?
    }

    /// How many frames may wait for the encoder. The limit keeps memory from growing when a program is faster.
    private static let mostPending = 16

    /// What can change once there was a frame.
    private static let changeableKeys = [
        kVTCompressionPropertyKey_AverageBitRate, kVTCompressionPropertyKey_DataRateLimits,
    ]

    private let state: Monitor<State>
    private let encoding = Encoding()
    private let queue = SessionQueue("compression session")
    private let codec: MovieCodec
    private let attributes: SourceAttributes
    let callback: VTCompressionOutputCallback?
    let refcon: Refcon

    init(
        _ codec: MovieCodec, _ size: CMVideoDimensions, _ attributes: SourceAttributes,
        _ callback: VTCompressionOutputCallback?, _ refcon: Refcon
    ) {
        self.codec = codec
        self.attributes = attributes
        self.callback = callback
        self.refcon = refcon
        state = Monitor(State(settings: CompressionSettings(codec: codec.type, size: size)))
    }

    // MARK: Properties

    func set(_ value: CFTypeRef?, for key: CFString) -> OSStatus {
        let sent = UncheckedValue(value: value)
        return state.withLock { state in
            if state.isInvalid { return kVTInvalidSessionErr }
            if state.hasBegun, !Self.changeableKeys.contains(key) { return kVTPropertyNotSupportedErr }
            let before = state.settings
            let status = state.settings.set(sent.value, for: key)
            let isSame = state.settings.bitRate == before.bitRate && state.settings.rateLimits == before.rateLimits
            if !isSame { state.hasChanged = true }
            return status
        }
    }

    var properties: [String: Any] {
        let (settings, pending) = state.withLock { ($0.settings, $0.pending) }
        return settings.properties.merging([kVTCompressionPropertyKey_NumberOfPendingFrames: pending]) { $1 }
    }

    /// Buffers for the frames, which need no conversion.
    var pool: CVPixelBufferPool? {
        state.withLock { state in
            if state.isInvalid { return nil }
            if let pool = state.pool { return pool }
            state.pool = attributes.makePool(state.settings.size)
            return state.pool
        }
    }

    // MARK: Frames

    /// Queues a frame; waits while too many are pending.
    func encode(
        _ buffer: CVPixelBuffer, at time: CMTime, duration: CMTime, forcingKeyFrame: Bool, _ respond: @escaping Respond
    ) -> OSStatus {
        guard time.isNumeric else { return kVTParameterErr }
        guard codec.canEncode(CVPixelBufferGetPixelFormatType(buffer)) else { return kVTPixelTransferNotSupportedErr }
        // A callback that waited for its own frame would wait forever.
        let isInCallback = queue.isCurrent
        let isTaken = state.wait { state -> Bool? in
            if state.isInvalid { return false }
            guard isInCallback || state.pending < Self.mostPending else { return nil }
            state.pending += 1
            state.hasBegun = true
            return true
        }
        guard isTaken == true else { return kVTInvalidSessionErr }
        let frame = Frame(time: time, duration: duration, respond: respond)
        let picture = SentPicture(buffer: buffer)
        queue.async { [self] in
            compress(picture.buffer, frame, forcingKeyFrame: forcingKeyFrame)
            // A frame that waits for later ones is no work that is left to do.
            state.withLock { $0.pending -= 1 }
        }
        return noErr
    }

    private func compress(_ buffer: CVPixelBuffer, _ frame: Frame, forcingKeyFrame: Bool) {
        let (settings, isInvalid, hasChanged) = state.withLock { state in
            defer { state.hasChanged = false }
            return (state.settings, state.isInvalid, state.hasChanged)
        }
        if isInvalid { return frame.respond(kVTInvalidSessionErr, [], nil) }
        let coding = settings.coding
        let time = frame.time.convertScale(coding.timescale, method: .roundHalfAwayFromZero).value
        if let last = encoding.lastTime, time <= last {
            // It has no place in the stream; new properties wait for a frame that has.
            if hasChanged { state.withLock { $0.hasChanged = true } }
            return frame.respond(noErr, .frameDropped, nil)
        }
        encoding.lastTime = time
        // Rate control that only learns of a new average makes up for what it spent before, for minutes.
        if hasChanged {
            _ = drain()
            encoding.compressor = nil
        }
        do {
            let compressor: PictureCompressor
            if let known = encoding.compressor {
                compressor = known
            } else {
                compressor = try PictureCompressor(like: buffer, coding)
                encoding.compressor = compressor
            }
            encoding.frames[time] = frame
            let samples = try compressor.encode(buffer, at: time, forcingKeyFrame: forcingKeyFrame)
            for sample in samples { deliver(sample, compressor, settings) }
        } catch {
            encoding.frames[time] = nil
            frame.respond(Self.status(of: error), [], nil)
        }
    }

    private func deliver(
        _ sample: PictureCompressor.Sample, _ compressor: PictureCompressor, _ settings: CompressionSettings
    ) {
        guard let frame = encoding.frames.removeValue(forKey: sample.shown) else { return }
        let timing = CMSampleTimingInfo(
            duration: frame.duration, presentationTimeStamp: frame.time,
            decodeTimeStamp: settings.reordersFrames
                ? CMTime(value: sample.decoded, timescale: settings.coding.timescale) : .invalid)
        guard
            let buffer = try? CMSampleBuffer(
                dataBuffer: sample.data, formatDescription: compressor.format, numSamples: 1, sampleTimings: [timing],
                sampleSizes: [sample.size])
        else { return frame.respond(kVTAllocationFailedErr, [], nil) }
        if !sample.isKey { buffer.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_NotSync, at: 0) }
        buffer.setSampleAttachment(!sample.isKey, forKey: kCMSampleAttachmentKey_DependsOnOthers, at: 0)
        frame.respond(noErr, .asynchronous, buffer)
    }

    /// Waits until the frames up to a time are complete: all of them if it is not a number.
    func complete(until time: CMTime) -> OSStatus {
        if state.withLock({ $0.isInvalid }) { return kVTInvalidSessionErr }
        return queue.sync { [self] in
            let isDone = time.isNumeric && !encoding.frames.values.contains { $0.time <= time }
            return isDone ? noErr : drain()
        }
    }

    /// Ends the stream; the next frame begins another one.
    private func drain() -> OSStatus {
        guard let compressor = encoding.compressor, !encoding.frames.isEmpty else { return noErr }
        let settings = state.withLock { $0.settings }
        encoding.compressor = nil
        var status = noErr
        do {
            for sample in try compressor.finish() { deliver(sample, compressor, settings) }
        } catch {
            status = Self.status(of: error)
        }
        giveUp(status == noErr ? kVTVideoEncoderMalfunctionErr : status)
        return status
    }

    /// Answers the frames that will not be complete, in their order.
    private func giveUp(_ status: OSStatus) {
        let lost = encoding.frames.sorted { $0.key < $1.key }.map(\.value)
        encoding.frames = [:]
        for frame in lost { frame.respond(status, [], nil) }
    }

    /// Ends the session: what is not complete is given up.
    func invalidate() {
        state.withLock { $0.isInvalid = true }
        queue.end { [self] in
            encoding.compressor = nil
            giveUp(kVTInvalidSessionErr)
        }
    }

    private static func status(of error: CaptureError) -> OSStatus {
        switch error.code {
        case .encoderNotFound: kVTCouldNotFindVideoEncoderErr
        case .formatUnsupported: kVTPixelTransferNotSupportedErr
        default: kVTVideoEncoderMalfunctionErr
        }
    }
}

/// A buffer that a program hands over for a while.
struct SentPicture: @unchecked Sendable {  // The program must not write to it until it is encoded, as Apple asks.
    var buffer: CVPixelBuffer
}

/// A value of a property.
struct UncheckedValue: @unchecked Sendable {  // It is read before the call returns.
    var value: Any?
}
