import CoreMedia
import Locking

/// Keeps the most recent frames, and lends those from the moment at which the shutter was pressed.
///
/// When it is full the oldest frame goes back to its pool. Only so many frames are lent at a time. When they become
/// scarce, a press gets fewer frames to merge, and in the end only its own. When all are lent, a press waits until one
/// comes back, and then gets the nearest frame that no earlier press has had. Every request gets exactly one answer, in
/// the order of the presses: on the source's thread, on the caller's, or on the one that gave frames back.
package final class RecentFrames: FrameSink {
    package typealias Completion = @Sendable (Result<LentFrames, CaptureError>) -> Void

    /// What a press asks for.
    package struct Press: Sendable {
        package var time: CMTime
        /// How many frames to merge, given the frame of the moment.
        package var frameCount: @Sendable (CMSampleBuffer) -> FrameCount = { _ in FrameCount(1) }
        /// Whether a frame from before the press is acceptable.
        package var takesEarlierFrame = true

        package init(time: CMTime) {
            self.time = time
        }
    }

    /// How many frames a press asks for, including that of the moment.
    package struct FrameCount: Sendable {
        var count: Int
        /// Whether to wait for them, for at most ``RecentFrames/mergeTimeout``, when the camera has just started: some
        /// are then from after the press.
        var isWaitedFor: Bool

        package init(_ count: Int, isWaitedFor: Bool = true) {
            self.count = max(count, 1)
            self.isWaitedFor = isWaitedFor
        }
    }

    private struct Request {
        var press: Press
        var completion: Completion
        /// Whether it had to wait because all frames were lent.
        var isPostponed = false
    }

    /// How much later than a photo's moment a frame may be to be merged with it.
    private static let mergeTimeout = CMTime(value: 2, timescale: 5)

    private struct State {
        var ring = StillRing(depth: 2)
        var waiting: [Request] = []
        /// The time of the newest frame that was a photo's moment.
        var newestMoment = CMTime.negativeInfinity

        /// The requests that can be answered now, with their frames.
        mutating func serve() -> [(Request, frames: [CMSampleBuffer], reference: Int)] {
            var served: [(Request, frames: [CMSampleBuffer], reference: Int)] = []
            while let request = waiting.first, let index = reference(for: request) {
                let wanted = request.press.frameCount(ring.frames[index])
                if wanted.isWaitedFor, mustWait(for: wanted.count, index) { break }
                let range = ring.neighbors(of: index, count: wanted.count)
                guard
                    let (frames, reference) = ring.lend(
                        index, with: range, limit: SinkCapacity.lentStills, mergeLimit: SinkCapacity.mergedStills)
                else {
                    for index in waiting.indices { waiting[index].isPostponed = true }
                    break
                }
                newestMoment = CMTimeMaximum(newestMoment, frames[reference].presentationTimeStamp)
                waiting.removeFirst()
                served.append((request, frames, reference))
            }
            return served
        }

        private func reference(for request: Request) -> Int? {
            let press = request.press
            guard let index = press.takesEarlierFrame ? settled(press.time) : ring.first(after: press.time) else {
                return nil
            }
            // A request that had to wait must not get another photo's frame.
            guard request.isPostponed, ring.isLate(index, for: press.time) else { return index }
            let later = ring.frames.indices[index...]
            return later.first { CMTimeCompare(ring.frames[$0].presentationTimeStamp, newestMoment) > 0 }
        }

        private func settled(_ time: CMTime) -> Int? { ring.isSettled(at: time) ? ring.nearest(to: time) : nil }

        /// Whether the camera started too recently to have enough frames for a merge.
        private func mustWait(for count: Int, _ index: Int) -> Bool {
            guard ring.isFresh, ring.frames.count < min(count, ring.depth), let newest = ring.frames.last else {
                return false
            }
            let age = CMTimeSubtract(newest.presentationTimeStamp, ring.frames[index].presentationTimeStamp)
            return CMTimeCompare(age, RecentFrames.mergeTimeout) < 0
        }
    }

    private let state = Mutex(State())
    private let onFrame: @Sendable (CMSampleBuffer) -> Void

    /// - Parameter onFrame: called for each frame, on the source's thread.
    package init(onFrame: @escaping @Sendable (CMSampleBuffer) -> Void = { _ in }) {
        self.onFrame = onFrame
    }

    /// How many frames are kept for the next press: from two, to choose between the one before the press and the one
    /// after it, up to ``SinkCapacity/stillRing``.
    package var depth: Int {
        get { state.withLock { $0.ring.depth } }
        set {
            state.withLock { state in
                state.ring.depth = min(max(newValue, 2), SinkCapacity.stillRing)
                state.ring.trim()
            }
        }
    }

    /// The time of the newest frame; `nil` if none has arrived since frames were last discarded.
    package var newestTime: CMTime? { state.withLock { $0.ring.frames.last?.presentationTimeStamp } }

    /// Requests the frame nearest to the press: the newest one, or the next.
    package func capture(_ press: Press, completion: @escaping Completion) {
        let served = state.withLock { state in
            state.waiting.append(Request(press: press, completion: completion))
            return state.serve()
        }
        answer(served)
    }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let served = state.withLock { state in
            state.ring.append(sample)
            return state.serve()
        }
        answer(served)
        onFrame(sample)
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    /// A press must not get a frame of the earlier format, however soon it comes.
    package func sourceReopens(_ route: CaptureGraph.Route) { state.withLock { $0.ring.removeAll() } }

    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        abandonRequests(error?.code == .reconfigured ? nil : error)
    }

    /// Answers all pending requests with an error and discards the frames: no more will come.
    package func abandonRequests(_ error: CaptureError? = nil) {
        let abandoned = state.withLock { state in
            state.ring.removeAll()
            defer { state.waiting = [] }
            return state.waiting
        }
        let reason = error ?? CaptureError(.interrupted, "The capture was stopped before the photo was taken")
        for request in abandoned { request.completion(.failure(reason)) }
    }

    private func answer(_ served: [(Request, frames: [CMSampleBuffer], reference: Int)]) {
        for (request, frames, reference) in served {
            let loan = LentFrames(frames: frames, reference: reference) { [weak self] in self?.takeBack($0) }
            request.completion(.success(loan))
        }
    }

    /// How many frames are currently lent to photos.
    var lentCount: Int { state.withLock { $0.ring.lentCount } }

    private func takeBack(_ frames: [CMSampleBuffer]) {
        let served = state.withLock { state in
            state.ring.takeBack(frames)
            return state.serve()
        }
        answer(served)
    }
}
