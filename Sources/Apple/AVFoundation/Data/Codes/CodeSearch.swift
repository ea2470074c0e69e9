internal import CLinux
import CaptureEngine
import CoreMedia
import Foundation
import Locking
import PixelCoding
import ZXing

/// A low-priority thread that looks for codes in one frame at a time.
///
/// It begins with the first frame and lives until ``end()``.
final class CodeSearch: Sendable {
    /// Gets the codes, and `done`, which must be called before the next frame can be taken.
    typealias Handler = @Sendable (_ codes: [FoundCode], _ done: @escaping @Sendable () -> Void) -> Void

    private struct Job: Sendable {
        var sample: CMSampleBuffer
        var kinds: Set<CodeKind>
        var handler: Handler
    }

    private struct State {
        var hasThread = false
        var hasEnded = false
        var isBusy = false
        var job: Job?
        var restsUntil = ContinuousClock.now
    }

    /// Leaves the thread a tenth of a processor that another thread wants too.
    private static let niceness: Int32 = 10

    private let state = Monitor(State())

    /// Searches a frame, unless an earlier one is still being searched or the thread pauses.
    ///
    /// - Returns: whether the frame is searched; then `handler` is called.
    func offer(_ sample: CMSampleBuffer, _ kinds: Set<CodeKind>, _ handler: @escaping Handler) -> Bool {
        let (isTaken, needsThread) = state.withLock { state in
            guard !state.isBusy, !state.hasEnded, ContinuousClock.now >= state.restsUntil else { return (false, false) }
            state.isBusy = true
            state.job = Job(sample: sample, kinds: kinds, handler: handler)
            defer { state.hasThread = true }
            return (true, !state.hasThread)
        }
        if needsThread { Thread.start(named: "code search") { [self] in run() } }
        return isTaken
    }

    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.job = nil
        }
    }

    private func run() {
        linux_set_thread_niceness(Self.niceness)
        while let job = nextJob() { work(on: job) }
    }

    /// Waits for a frame; `nil` when there will be no more.
    private func nextJob() -> Job? {
        let next: Job?? = state.wait { state in
            if state.hasEnded { return .some(nil) }
            guard let job = state.job else { return nil }
            state.job = nil
            return .some(job)
        }
        return next ?? nil
    }

    private func work(on job: Job) {
        let begin = ContinuousClock.now
        let codes = job.sample.imageBuffer.map { CodeFinder.codes(in: $0, of: job.kinds) } ?? []
        let end = ContinuousClock.now
        job.handler(codes) { [weak self] in
            self?.state.withLock { state in
                state.isBusy = false
                state.restsUntil = end + (end - begin)
            }
        }
    }
}
