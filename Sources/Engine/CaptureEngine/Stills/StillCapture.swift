import CoreMedia
import Locking

/// Keeps the most recent frames, and hands out the one that was there when the shutter was pressed.
///
/// When it is full the oldest frame goes back to its pool. Every request gets exactly one answer, on the source's
/// thread or on the requesting one.
package final class StillCapture: FrameSink {
    package typealias Completion = @Sendable (Result<CMSampleBuffer, CaptureError>) -> Void

    private struct Request {
        var pressTime: CMTime
        var completion: Completion
    }

    private struct State {
        var recent: [CMSampleBuffer] = []
        var waiting: [Request] = []
    }

    /// Two are enough to choose between the frame before the press and the one after it.
    private static let depth = 2
    private let state = Mutex(State())

    package init() {}

    /// Asks for the frame whose timestamp is nearest to `pressTime`: the newest one, or the next.
    package func capture(pressTime: CMTime, completion: @escaping Completion) {
        let frame = state.withLock { state -> CMSampleBuffer? in
            if let newest = state.recent.last, Self.isNearest(newest, to: pressTime) { return newest }
            state.waiting.append(Request(pressTime: pressTime, completion: completion))
            return nil
        }
        if let frame { completion(.success(frame)) }
    }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let answers = state.withLock { state -> [(Completion, CMSampleBuffer)] in
            if state.recent.count == Self.depth { state.recent.removeFirst() }
            state.recent.append(sample)
            defer { state.waiting.removeAll { $0.pressTime <= sample.presentationTimeStamp } }
            return state.waiting.filter { $0.pressTime <= sample.presentationTimeStamp }
                .map { ($0.completion, Self.nearest(to: $0.pressTime, in: state.recent) ?? sample) }
        }
        for (completion, frame) in answers { completion(.success(frame)) }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        abandonRequests(error)
    }

    /// Answers all who still wait: no frame will come for them.
    package func abandonRequests(_ error: CaptureError? = nil) {
        let abandoned = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        let reason = error ?? CaptureError(.interrupted, "The capture was stopped before the photo was taken")
        for request in abandoned { request.completion(.failure(reason)) }
    }

    /// Whether no later frame can be nearer: the frame is at most half a frame older than the press.
    private static func isNearest(_ sample: CMSampleBuffer, to pressTime: CMTime) -> Bool {
        let age = CMTimeSubtract(pressTime, sample.presentationTimeStamp)
        return CMTimeMultiply(age, multiplier: 2) <= sample.duration
    }

    private static func nearest(to time: CMTime, in samples: [CMSampleBuffer]) -> CMSampleBuffer? {
        samples.min {
            CMTimeAbsoluteValue(CMTimeSubtract($0.presentationTimeStamp, time))
                < CMTimeAbsoluteValue(CMTimeSubtract($1.presentationTimeStamp, time))
        }
    }
}
