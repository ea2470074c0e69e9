import CaptureEngine
import CoreMedia
import CoreVideo
import Dispatch
import Locking
import MissingFoundation
import MovieCoding

/// Decodes samples of one format, one after the other, on a queue of its own.
///
/// Source: Apple, VTDecompressionSession.
public final class VTDecompressionSession: _CFObject, PropertySession, Sendable {
    typealias Respond = @Sendable (OSStatus, VTDecodeInfoFlags, CVImageBuffer?, CMTime, CMTime) -> Void

    /// A sample whose picture has not come.
    private struct Frame: Sendable {
        var time: CMTime
        var duration: CMTime
        var flags: VTDecodeInfoFlags
        var isWanted: Bool
        var respond: Respond
    }

    /// Used on `queue` only.
    private final class Decoding: @unchecked Sendable {  // see above
        let decompressor: PictureDecompressor
        var frames: [Int64: Frame] = [:]
        var number: Int64 = 0

        init(_ decompressor: PictureDecompressor) {
            self.decompressor = decompressor
        }
    }

    private struct State {
        var isInvalid = false
        var pending = 0
    }

    /// How many samples may wait for the decoder. The limit keeps memory from growing when a program is faster.
    private static let mostPending = 16

    /// A picture comes at most this many samples after its own; no codec holds back more.
    private static let longestDelay: Int64 = 32

    let format: CMFormatDescription
    let callback: VTDecompressionOutputCallbackRecord?
    private let decoding: Decoding
    private let state = Monitor(State())
    private let queue = SessionQueue("decompression session")

    init(
        _ format: CMFormatDescription, _ decompressor: PictureDecompressor,
        _ callback: VTDecompressionOutputCallbackRecord?
    ) {
        self.format = format
        self.callback = callback
        decoding = Decoding(decompressor)
    }

    /// It has one property, which is always so: it decodes as fast as it can.
    var properties: [String: Any] { [kVTDecompressionPropertyKey_RealTime: true] }

    func set(_ value: CFTypeRef?, for key: CFString) -> OSStatus {
        guard key == kVTDecompressionPropertyKey_RealTime else { return kVTPropertyNotSupportedErr }
        return value == nil || PropertyValue.flag(value) != nil ? noErr : kVTParameterErr
    }

    /// Queues a sample, or decodes it before it returns.
    func decode(
        _ sample: CMSampleBuffer, isAsynchronous: Bool, isWanted: Bool, _ respond: @escaping Respond
    ) -> OSStatus {
        guard let block = sample.dataBuffer, sample.numSamples == 1, let bytes = try? block.dataBytes() else {
            return kVTParameterErr
        }
        if let own = sample.formatDescription, own != format { return kVTFormatDescriptionChangeNotSupportedErr }
        // A callback that waited for its own sample would wait forever.
        let isInCallback = queue.isCurrent
        let isTaken = state.wait { state -> Bool? in
            if state.isInvalid { return false }
            guard isInCallback || state.pending < Self.mostPending else { return nil }
            state.pending += 1
            return true
        }
        guard isTaken == true else { return kVTInvalidSessionErr }
        let frame = Frame(
            time: sample.presentationTimeStamp, duration: sample.duration, flags: isAsynchronous ? .asynchronous : [],
            isWanted: isWanted, respond: respond)
        let work: @Sendable () -> Void = { [self] in
            decode(Array(bytes), frame)
            state.withLock { $0.pending -= 1 }
        }
        if isAsynchronous { queue.async(work) } else { queue.sync(work) }
        return noErr
    }

    private func decode(_ bytes: [UInt8], _ frame: Frame) {
        if state.withLock({ $0.isInvalid }) {
            return frame.respond(kVTInvalidSessionErr, frame.flags, nil, frame.time, frame.duration)
        }
        decoding.number += 1
        let number = decoding.number
        decoding.frames[number] = frame
        for decoded in bytes.withUnsafeBytes({ decoding.decompressor.decode($0, number: number) }) { deliver(decoded) }
        answerFramesWithoutPicture(before: number - Self.longestDelay)
    }

    private func deliver(_ decoded: PictureDecompressor.Decoded) {
        guard let frame = decoding.frames.removeValue(forKey: decoded.number) else { return }
        switch decoded.outcome {
        case .success(let picture):
            let flags = frame.isWanted ? frame.flags : frame.flags.union(.frameDropped)
            frame.respond(noErr, flags, frame.isWanted ? picture : nil, frame.time, frame.duration)
        case .failure(let error):
            let status =
                error.code == .formatUnsupported ? kVTVideoDecoderUnsupportedDataFormatErr : kVTVideoDecoderBadDataErr
            frame.respond(status, frame.flags, nil, frame.time, frame.duration)
        }
    }

    /// Gives out the pictures that wait for others.
    func finishDelayed() -> OSStatus {
        if state.withLock({ $0.isInvalid }) { return kVTInvalidSessionErr }
        queue.sync { [self] in
            for decoded in decoding.decompressor.finish() { deliver(decoded) }
            answerFramesWithoutPicture(before: .max)
        }
        return noErr
    }

    /// Answers the samples that yield no picture, in their order: those that only help to decode others, and those
    /// whose references came before the first key frame.
    private func answerFramesWithoutPicture(before number: Int64) {
        let numbers = decoding.frames.keys.filter { $0 < number }.sorted()
        for frame in numbers.compactMap({ decoding.frames.removeValue(forKey: $0) }) {
            frame.respond(noErr, frame.flags.union(.frameDropped), nil, frame.time, frame.duration)
        }
    }

    /// Answers the samples that will not be decoded, in their order.
    private func giveUp(_ status: OSStatus) {
        let lost = decoding.frames.sorted { $0.key < $1.key }.map(\.value)
        decoding.frames = [:]
        for frame in lost { frame.respond(status, frame.flags, nil, frame.time, frame.duration) }
    }

    func waitForFrames() -> OSStatus {
        if state.withLock({ $0.isInvalid }) { return kVTInvalidSessionErr }
        return finishDelayed()
    }

    func invalidate() {
        state.withLock { $0.isInvalid = true }
        queue.end { [self] in giveUp(kVTInvalidSessionErr) }
    }
}
