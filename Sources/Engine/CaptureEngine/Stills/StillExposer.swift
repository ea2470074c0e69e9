import CoreMedia
import Locking

/// Has a camera make stills for one photo after the other. Each still is a large picture of its own, so the next photo
/// is held back while too many stills wait to be processed.
///
/// Every request gets exactly one answer: all its stills, or the first error.
package final class StillExposer: Sendable {
    package typealias Completion = @Sendable (Result<ExposedStills, CaptureError>) -> Void

    /// The stills of one photo request; the first answer ends it.
    private final class Job: Sendable {
        let requests: [StillRequest]
        let source: @Sendable () -> (any StillSource)?
        let willExpose: @Sendable () -> Void
        private let completion: Completion
        private let results: Mutex<[Result<StillFrame, CaptureError>?]?>

        init(
            _ requests: [StillRequest], source: @escaping @Sendable () -> (any StillSource)?,
            willExpose: @escaping @Sendable () -> Void, completion: @escaping Completion
        ) {
            self.requests = requests
            self.source = source
            self.willExpose = willExpose
            self.completion = completion
            results = Mutex(Array(repeating: nil, count: requests.count))
        }

        /// - Returns: all results, if this was the last missing one.
        func collect(_ index: Int, _ result: Result<StillFrame, CaptureError>) -> [Result<StillFrame, CaptureError>]? {
            results.withLock { results in
                guard results?.indices.contains(index) == true, results?[index] == nil else { return nil }
                results?[index] = result
                let complete = results?.compactMap { $0 } ?? []
                return complete.count == requests.count ? complete : nil
            }
        }

        /// - Returns: `false` if the request has already been answered.
        @discardableResult
        func answer(_ result: Result<ExposedStills, CaptureError>) -> Bool {
            let isFirst = results.withLock { results in
                defer { results = nil }
                return results != nil
            }
            if isFirst { completion(result) }
            return isFirst
        }
    }

    private struct State {
        var waiting: [Job] = []
        /// The jobs that a source is working on; they stay until it answers.
        var exposing: [Job] = []
        /// How many batches are being made or processed.
        var underWay = 0
        var stillCount = 0

        mutating func next() -> Job? {
            guard underWay < StillExposer.limit, !waiting.isEmpty else { return nil }
            underWay += 1
            return waiting.removeFirst()
        }
    }

    /// One is processed while the next one is made.
    private static let limit = 2
    private let state = Mutex(State())

    package init() {}

    /// Whether another request would have to wait.
    package var isExhausted: Bool { state.withLock { $0.underWay >= Self.limit } }

    /// How many stills cameras have made, or failed to make, so far.
    package var stillCount: Int { state.withLock { $0.stillCount } }

    /// Requests the stills of one photo.
    ///
    /// - Parameters:
    ///   - source: called when it is the request's turn.
    ///   - willExpose: called just before the source makes them, on any thread.
    package func capture(
        _ requests: [StillRequest], of source: @escaping @Sendable () -> (any StillSource)?,
        willExpose: @escaping @Sendable () -> Void, completion: @escaping Completion
    ) {
        let job = Job(requests, source: source, willExpose: willExpose, completion: completion)
        state.withLock { $0.waiting.append(job) }
        startNext()
    }

    /// Answers all requests whose turn has not come; the source itself answers the others.
    ///
    /// - Parameter isStalled: whether the source will not answer, so that nothing should wait for it.
    package func abandonRequests(_ error: CaptureError? = nil, isStalled: Bool = false) {
        let (waiting, exposing) = state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, isStalled ? state.exposing : [])
        }
        let reason = error ?? CaptureError(.interrupted, "The capture was stopped before the photo was taken")
        for job in waiting { job.answer(.failure(reason)) }
        for job in exposing { end(job, .failure(reason)) }
    }

    private func startNext() {
        while let job = state.withLock({ $0.next() }) { start(job) }
    }

    private func start(_ job: Job) {
        state.withLock { $0.exposing.append(job) }
        guard let source = job.source() else {
            let reason = CaptureError(.interrupted, "The camera was stopped before the photo was taken")
            return end(job, .failure(reason))
        }
        job.willExpose()
        source.captureStills(job.requests) { [self] index, result in
            state.withLock { $0.stillCount += 1 }
            guard let all = job.collect(index, result) else { return }
            do throws(CaptureError) {
                var frames: [StillFrame] = []
                for result in all { frames.append(try result.get()) }
                end(job, .success(ExposedStills(frames: frames) { [weak self] in self?.finish() }))
            } catch {
                end(job, .failure(error))
            }
        }
    }

    /// Answers a job that was started; a batch lets the next one begin when it is gone, an error at once.
    private func end(_ job: Job, _ result: Result<ExposedStills, CaptureError>) {
        state.withLock { $0.exposing.removeAll { $0 === job } }
        let isFirst = job.answer(result)
        if isFirst, case .failure = result { finish() }
    }

    private func finish() {
        state.withLock { $0.underWay -= 1 }
        startNext()
    }
}

/// The stills of one photo request. The next request but one waits until the last reference to the batch is gone, or
/// ``end()``.
package final class ExposedStills: Sendable {
    package let frames: [StillFrame]
    private let finish: Mutex<(@Sendable () -> Void)?>

    init(frames: [StillFrame], finish: @escaping @Sendable () -> Void) {
        self.frames = frames
        self.finish = Mutex(finish)
    }

    deinit { end() }

    /// Nobody waits for the batch anymore.
    package func end() {
        let finish = finish.withLock { finish in
            defer { finish = nil }
            return finish
        }
        finish?()
    }
}
