import Locking

/// Pending still requests, for a ``StillSource`` with its own thread.
///
/// Every request is answered once: by the camera's thread, or at once if nothing runs.
package final class StillQueue: Sendable {
    package typealias Deliver = @Sendable (Int, Result<StillFrame, CaptureError>) -> Void

    private struct Job: Sendable {
        var index: Int
        var request: StillRequest
        var deliver: Deliver
        /// How often there was no memory for it.
        var failures = 0
    }

    /// How many frames to wait for pictures to be returned.
    private static let failureLimit = 150

    private struct State {
        var isOpen = false
        var jobs: [Job] = []
        /// How often the queue was closed.
        var closings = 0
    }
    private let state = Mutex(State())

    package init() {}

    /// Accepts requests from now on.
    package func open() { state.withLock { $0.isOpen = true } }

    /// - Parameter refusal: the answer while the queue is closed.
    package func add(_ requests: [StillRequest], refusal: CaptureError, deliver: @escaping Deliver) {
        let isTaken = state.withLock { state in
            if state.isOpen {
                state.jobs += requests.enumerated().map { Job(index: $0, request: $1, deliver: deliver) }
            }
            return state.isOpen
        }
        guard !isTaken else { return }
        for index in requests.indices { deliver(index, .failure(refusal)) }
    }

    /// The oldest request.
    package var next: StillRequest? { state.withLock { $0.jobs.first?.request } }

    /// Makes the oldest still, if there is one. Called only by the camera's thread.
    ///
    /// - Parameter make: returns `nil` if every picture is in use; the request is then tried again with the next frame.
    package func makeNext(_ make: (StillRequest) throws(CaptureError) -> StillFrame?) {
        let (first, closings) = state.withLock { ($0.jobs.first, $0.closings) }
        guard let job = first else { return }
        var result: Result<StillFrame, CaptureError>?
        do throws(CaptureError) {
            result = try make(job.request).map { .success($0) }
        } catch {
            result = .failure(error)
        }
        if result == nil, job.failures >= Self.failureLimit {
            result = .failure(CaptureError(.deviceFailed, "every picture of the camera is still in use"))
        }
        let isPending = state.withLock { state in
            guard state.closings == closings else { return false }
            // Only the camera's thread removes single jobs, so this is still the first one.
            if result == nil { state.jobs[0].failures += 1 } else { state.jobs.removeFirst() }
            return true
        }
        if isPending, let result { job.deliver(job.index, result) }
    }

    /// Accepts no more requests, and answers all pending ones, even one that is being made.
    package func close(_ error: CaptureError) {
        let left = state.withLock { state in
            defer { state = State(closings: state.closings + 1) }
            return state.jobs
        }
        for job in left { job.deliver(job.index, .failure(error)) }
    }
}
