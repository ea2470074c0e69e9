import Foundation
import Locking

/// Makes the photos of an output, one after the other, in the order of their capture.
///
/// A photo that hangs can be left behind: its thread is lost, and those behind it go on without it.
final class PhotoProcessor: Sendable {
    private struct Job {
        let id: Int64?
        let run: @Sendable () -> Void
    }

    private struct State {
        var queue = DispatchQueue(label: "AVCapturePhotoOutput.processing", qos: .userInitiated)
        /// Goes up when a photo is left behind, whose queue is not used anymore.
        var generation = 0
        var waiting: [Job] = []
        /// The photo that is being made.
        var current: Int64?
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - id: of the settings; `nil` for what is no photo.
    ///   - announce: called at once. A delegate takes the next photo as soon as it hears of this one, which must not
    ///     overtake it.
    ///   - run: called in its turn.
    func add(_ id: Int64? = nil, announce: () -> Void = {}, run: @escaping @Sendable () -> Void) {
        state.withLock { state in
            announce()
            state.waiting.append(Job(id: id, run: run))
            enqueue(on: state.queue, of: state.generation)
        }
    }

    /// Whether it is that photo's turn.
    func isMaking(_ id: Int64) -> Bool { state.withLock { $0.current == id } }

    /// Goes on with the next photo if it is still that one's turn.
    func leaveBehind(_ id: Int64) {
        state.withLock { state in
            guard state.current == id else { return }
            let waiting = state.waiting
            state = State(generation: state.generation + 1, waiting: waiting)
            for _ in waiting { enqueue(on: state.queue, of: state.generation) }
        }
    }

    private func enqueue(on queue: DispatchQueue, of generation: Int) {
        queue.async { self.runNext(of: generation) }
    }

    private func runNext(of generation: Int) {
        let job = state.withLock { state -> Job? in
            guard state.generation == generation, !state.waiting.isEmpty else { return nil }
            let job = state.waiting.removeFirst()
            state.current = job.id
            return job
        }
        job?.run()
        state.withLock { if $0.generation == generation { $0.current = nil } }
    }
}
