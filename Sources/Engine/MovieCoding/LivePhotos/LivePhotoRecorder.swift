import CaptureEngine
import CoreMedia
import Dispatch
import Locking

/// Continuously records what may become the movie of a Live Photo.
///
/// Frames and sound are encoded as they arrive and kept as packets for about two seconds. So a movie can begin before
/// the press, at the cost of a few megabytes and no decoded frame. A capture takes the packets from 1.5 s before the
/// press to 1.5 s after; captures may overlap.
///
/// | it is | a sample | ``capture(_:onRecorded:completion:)`` | a route of the camera ends, or ``stop(at:)`` |
/// | --- | --- | --- | --- |
/// | stopped | is ignored | fails at once | nothing |
/// | running | is encoded | waits for 1.5 s of frames | ends all movies with what there is |
///
/// Encoding runs on its own queue; when it lags, frames are skipped. Every capture gets exactly one completion.
package final class LivePhotoRecorder: FrameSink {
    enum Item {
        case sample(CMSampleBuffer)
        case soundEnded
        /// These movies end here (`nil`: with the newest frame), and what was recorded is discarded; later frames are
        /// in that codec (`nil`: the same). Movies requested since then begin with what follows.
        case end(CMTime?, [LivePhotoCapture], codec: CMFormatDescription.MediaSubType? = nil)

        var isFrame: Bool {
            if case .sample(let sample) = self { sample.imageBuffer != nil } else { false }
        }

        var isEnd: Bool {
            if case .end = self { true } else { false }
        }

        /// Whether no later frame belongs to what was recorded before.
        var endsAll: Bool {
            if case .end(_, _, codec: nil) = self { true } else { false }
        }
    }

    private struct State {
        var isRunning = false
        var codec = CMFormatDescription.MediaSubType.h264
        var waiting: [Item] = []
        /// Those that are waiting and the one being encoded.
        var frames = 0
        var isDraining = false
        /// How many frames were encoded, or skipped, so far.
        var frameCount = 0
        var captures: [LivePhotoCapture] = []

        /// The first frame that follows without a break.
        var firstFrame: CMSampleBuffer? {
            guard case .sample(let sample)? = waiting.first(where: { $0.isFrame || $0.endsAll }) else { return nil }
            return sample
        }

        /// Whether it is already known how the items behind the first continue.
        var hasNewsAfterFirst: Bool { waiting.dropFirst().contains { $0.isFrame || $0.endsAll } }

        /// Whether there is room for one more frame.
        ///
        /// The first frame after an end is needed: with an encoder that lags, a movie requested since then would have
        /// none. One of the frames from before the end makes room for it, unless it is the only one.
        mutating func hasRoomForFrame() -> Bool {
            if frames < SinkCapacity.livePhotoQueue { return true }
            guard let end = waiting.lastIndex(where: \.isEnd), !waiting[end...].contains(where: \.isFrame) else {
                return false
            }
            var (hasEarlier, spare) = (false, Int?.none)
            for (index, item) in waiting[..<end].enumerated() where item.isFrame || item.isEnd {
                if item.isFrame, hasEarlier { spare = index }
                hasEarlier = item.isFrame
            }
            guard let spare else { return false }
            waiting.remove(at: spare)
            frames -= 1
            return true
        }
    }

    /// Far more than anybody can press in 1.5 s; a stalled disk must not fill the memory.
    private static let maximumCaptures = 64
    /// The length of a movie with one frame.
    private static let shortest = CMTime(value: 1, timescale: 30)

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "live photo", qos: .userInitiated)
    /// Used only on `queue`.
    private nonisolated(unsafe) var stretch = LivePhotoStretch()
    private let writing = LivePhotoWriting()

    package init() {}

    /// Starts encoding, unless it is already running.
    package func start() {
        enqueue { state in
            state.isRunning = true
            return nil
        }
    }

    /// Encodes in another codec from now on (H.264 at first); a change ends the movies in progress.
    ///
    /// - Parameter time: where they end.
    package func setCodec(_ codec: CMFormatDescription.MediaSubType, at time: CMTime) {
        enqueue { state in
            guard state.codec != codec else { return nil }
            state.codec = codec
            return .end(time, state.captures, codec: codec)
        }
    }

    /// Ends all movies at `time`, stops encoding and discards what was recorded.
    package func stop(at time: CMTime) {
        enqueue { state in
            guard state.isRunning else { return nil }
            state.isRunning = false
            return .end(time, state.captures)
        }
    }

    /// Ends all movies with what has arrived: no more frames will come for them.
    package func endCaptures() {
        enqueue { state in .end(nil, state.captures) }
    }

    /// Makes a movie around a press.
    ///
    /// - Parameters:
    ///   - onRecorded: called once when the movie's last frame has arrived, before the file is written; not called for
    ///     a movie without frames.
    ///   - completion: called once, last; after a failure there is no file.
    package func capture(
        _ request: LivePhotoRequest, onRecorded: @escaping @Sendable () -> Void,
        completion: @escaping @Sendable (Result<LivePhotoRequest.Outcome, CaptureError>) -> Void
    ) -> LivePhotoCapture {
        let capture = LivePhotoCapture(request, onRecorded: onRecorded, completion: completion)
        let refusal: String? = state.withLock { state in
            if !state.isRunning { return "Live Photo capture is not running" }
            if state.captures.count + writing.count >= Self.maximumCaptures {
                return "Too many Live Photos are pending"
            }
            state.captures.append(capture)
            return nil
        }
        if let refusal { completion(.failure(CaptureError(.interrupted, refusal))) }
        return capture
    }

    /// How much memory the recorded packets take.
    package var byteCount: Int { queue.sync { stretch.byteCount } }

    /// How many frames were encoded, and movies written, so far.
    package var progress: (frames: Int, files: Int) { (state.withLock { $0.frameCount }, writing.writtenCount) }

    /// The size of a movie made from such frames.
    package static func dimensions(of format: CMFormatDescription) -> CMVideoDimensions {
        LivePhotoPictures.dimensions(of: format)
    }

    package var isBehind: Bool { state.withLock { $0.isRunning && $0.frames >= SinkCapacity.livePhotoQueue / 2 } }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let isFrame = sample.imageBuffer != nil
        enqueue { state in
            guard state.isRunning, !isFrame || state.hasRoomForFrame() else { return nil }
            if isFrame { state.frames += 1 }
            return .sample(sample)
        }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    /// The camera's route; see ``soundInlet`` for the microphone's.
    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        endCaptures()
    }

    /// Takes the sound; when it ends, the movies continue without.
    package var soundInlet: any FrameSink { SoundInlet(recorder: self) }

    private final class SoundInlet: FrameSink {
        private let recorder: LivePhotoRecorder

        init(recorder: LivePhotoRecorder) {
            self.recorder = recorder
        }

        func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
            recorder.consume(sample, from: route)
        }

        func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

        func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
            recorder.enqueue { _ in .soundEnded }
        }
    }

    // MARK: The queue

    private func enqueue(_ change: (inout State) -> Item?) {
        let mustSchedule = state.withLock { state in
            guard let item = change(&state) else { return false }
            state.waiting.append(item)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if mustSchedule { queue.async { self.drain() } }
    }

    private func drain() {
        while let item = nextItem() {
            switch item {
            case .sample(let sample):
                process(sample)
                guard sample.imageBuffer != nil else { continue }
                state.withLock { state in
                    state.frames -= 1
                    state.frameCount += 1
                }
            case .soundEnded:
                stretch.endSound()
            case .end(var time, let captures, let codec):
                if let frame = nextFrame(for: item) {
                    record(frame)
                    time = time.map { CMTimeMaximum($0, frame.presentationTimeStamp + Self.shortest) }
                }
                finish(captures, at: time)
                stretch = codec.map { stretch.successor(in: $0) } ?? stretch.successor()
            }
        }
    }

    private func nextItem() -> Item? {
        state.withLock { state in
            guard let item = state.waiting.first, !needsFrame(item, state) || state.hasNewsAfterFirst else {
                state.isDraining = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// Whether a change of codec came before the first frame of a movie: presses can follow each other faster than
    /// frames.
    private func needsFrame(_ item: Item, _ state: State) -> Bool {
        guard case .end(let time?, let ended, codec: _?) = item, stretch.failure == nil else { return false }
        return state.captures.contains { capture in
            ended.contains { $0 === capture } && !stretch.hasFrame(from: capture.start, before: time)
        }
    }

    /// The frame that such a movie gets, which is also the first of those that follow.
    private func nextFrame(for end: Item) -> CMSampleBuffer? {
        let frame = state.withLock { needsFrame(end, $0) ? $0.firstFrame : nil }
        return frame.flatMap { stretch.isInterrupted(by: $0) ? nil : $0 }
    }

    private func record(_ sample: CMSampleBuffer) {
        do throws(CaptureError) {
            try stretch.encode(sample)
        } catch {
            stretch.fail(error)
        }
    }

    private func process(_ sample: CMSampleBuffer) {
        if stretch.isInterrupted(by: sample) {
            // Movies requested after a change of format begin with the new one.
            let size = stretch.dimensions
            finish(state.withLock { $0.captures }.filter { $0.request.isOfSize(size) }, at: nil)
            stretch = stretch.successor()
        }
        record(sample)
        let complete = state.withLock { state in
            let complete = state.captures.filter { stretch.isComplete(at: $0.end) }
            state.captures.removeAll { capture in complete.contains { $0 === capture } }
            return complete
        }
        for capture in complete { finish(capture) }
        let oldest = state.withLock { $0.captures.map(\.start).min() }
        stretch.trim(keeping: oldest)
    }

    /// Ends those of the movies that are still in progress.
    private func finish(_ ended: [LivePhotoCapture], at time: CMTime?) {
        let captures = state.withLock { state in
            let captures = state.captures.filter { capture in ended.contains { $0 === capture } }
            state.captures.removeAll { capture in captures.contains { $0 === capture } }
            return captures
        }
        for capture in captures {
            if let time { capture.trim(to: time) }
            finish(capture)
        }
    }

    private func finish(_ capture: LivePhotoCapture) {
        if let failure = stretch.failure { return capture.completion(.failure(failure)) }
        if capture.isCancelled {
            return capture.completion(.failure(CaptureError(.interrupted, "There is no photo for the movie")))
        }
        guard let movie = stretch.movie(of: capture) else {
            return capture.completion(
                .failure(CaptureError(.noData, "The capture was stopped before the first frame arrived")))
        }
        capture.onRecorded()
        writing.write(movie, completion: capture.completion)
    }
}

/// Writes movies one after the other, so that a slow disk does not hold up the encoder.
private final class LivePhotoWriting: Sendable {
    private let queue = DispatchQueue(label: "live photo files", qos: .utility)
    private let state = Mutex((waiting: 0, written: 0))

    /// How many movies are not on disk yet.
    var count: Int { state.withLock { $0.waiting } }

    /// How many movies were written, or failed, so far.
    var writtenCount: Int { state.withLock { $0.written } }

    func write(
        _ movie: LivePhotoMovie,
        completion: @escaping @Sendable (Result<LivePhotoRequest.Outcome, CaptureError>) -> Void
    ) {
        state.withLock { $0.waiting += 1 }
        queue.async { [self] in
            let result = Result { () throws(CaptureError) in try movie.write() }
            state.withLock { state in
                state.waiting -= 1
                state.written += 1
            }
            completion(result)
        }
    }
}
