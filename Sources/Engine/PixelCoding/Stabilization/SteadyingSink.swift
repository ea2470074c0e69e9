import CaptureEngine
import CoreMedia
import Dispatch
import Glibc
import Locking

/// A sink that keeps the picture steady for another one.
///
/// Frames are worked on one after another, on a queue. They keep their times and their order, losses included, and each
/// arrives once; a style that looks ahead holds the newest of them back, until others follow or the route ends. When the
/// queue is full, the new frame is reported as late.
package final class SteadyingSink: FrameSink, @unchecked Sendable {  // the stabilizer is used on `queue` only
    private struct State {
        var style: StabilizationStyle?
        /// The frames that were passed to the queue and are not finished.
        var waiting = 0
    }

    private enum Pending {
        case frame(CaptureGraph.Route)
        case missed(CMTime, DropReason, CaptureGraph.Route)
    }

    /// The sink that gets the frames.
    package let sink: any FrameSink
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "SteadyingSink", qos: .userInitiated)
    private var stabilizer: VideoStabilizer?
    /// What the sink has not got yet, in the order in which it came: the frames that the stabilizer holds, and losses
    /// between and after them.
    private var pending: [Pending] = []
    /// When the sink's interest ends; `nil` while that is not known.
    private var endTime: CMTime?

    /// - Parameter style: `nil` leaves the frames as they are.
    package init(_ sink: any FrameSink, _ style: StabilizationStyle?) {
        self.sink = sink
        state = Mutex(State(style: style))
        stabilizer = style.map(VideoStabilizer.init)
    }

    /// How the picture is kept steady from the next frame on.
    package var style: StabilizationStyle? {
        get { state.withLock { $0.style } }
        set {
            let isNew = state.withLock { state in
                defer { state.style = newValue }
                return state.style != newValue
            }
            guard isNew else { return }
            queue.async { [self] in
                release()
                stabilizer = newValue.map(VideoStabilizer.init)
            }
        }
    }

    package var isBehind: Bool {
        state.withLock { $0.waiting >= SinkCapacity.stabilizationQueue / 2 } || sink.isBehind
    }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let hasRoom = state.withLock { state in
            guard state.waiting < SinkCapacity.stabilizationQueue else { return false }
            state.waiting += 1
            return true
        }
        guard hasRoom else { return missedFrame(at: sample.presentationTimeStamp, reason: .late, from: route) }
        queue.async { [self] in
            take(sample, route)
            state.withLock { $0.waiting -= 1 }
        }
    }

    private func take(_ sample: CMSampleBuffer, _ route: CaptureGraph.Route) {
        let isPastEnd = endTime.map { sample.presentationTimeStamp >= $0 } ?? false
        if isPastEnd { release() }
        pending.append(.frame(route))
        if let stabilizer, !isPastEnd { pass(on: stabilizer.add(sample)) } else { pass(on: [.frame(sample)]) }
    }

    /// Says that the sink wants no frames from `time` on, and waits for those before it. They are held back at most
    /// until the first later one comes, or for a quarter of a second if the camera sends none.
    package func end(at time: CMTime) {
        queue.async { [self] in endTime = time }
        queue.asyncAfter(deadline: .now() + .milliseconds(250)) { [self] in release() }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        queue.async { [self] in
            pending.append(.missed(timestamp, reason, route))
            passOnMisses()
        }
    }

    package func sourceReopens(_ route: CaptureGraph.Route) { sink.sourceReopens(route) }

    /// Returns when the sink has all frames, and has been told of the end.
    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        queue.sync {
            release()
            sink.routeEnded(route, error: error)
        }
    }

    /// Passes on the frames that are held back, no faster than the sink takes them.
    private func release() {
        while true {
            // A picture takes a buffer: it is made when there is room for it.
            while sink.isBehind { usleep(1_000) }
            guard let result = stabilizer?.finishNext() else { return }
            pass(on: [result])
        }
    }

    private func pass(on results: [VideoStabilizer.Result]) {
        for result in results {
            guard case .frame(let route) = pending.removeFirst() else { continue }
            defer { passOnMisses() }
            switch result {
            case .frame(let sample): sink.consume(sample, from: route)
            case .lost(let time): sink.missedFrame(at: time, reason: .outOfBuffers, from: route)
            }
        }
    }

    /// Passes on the losses before the oldest frame that is held back.
    private func passOnMisses() {
        while case .missed(let time, let reason, let route)? = pending.first {
            pending.removeFirst()
            sink.missedFrame(at: time, reason: reason, from: route)
        }
    }
}
