internal import CLinux
import CaptureEngine
import CoreMedia
import Foundation
import Locking
import PixelCoding
import ZXing

/// A low-priority thread that looks for codes and faces in one frame at a time.
///
/// It begins with the first frame and lives until ``end()``.
final class ObjectSearch: Sendable {
    /// What is looked for.
    struct Wanted: Sendable {
        var codes: Set<CodeKind> = []
        var faces = false

        var isEmpty: Bool { codes.isEmpty && !faces }
    }

    struct Found: Sendable {
        var codes: [FoundCode] = []
        var faces: [FaceTracker.Face] = []
    }

    /// Gets the objects, and `done`, which must be called before the next frame can be taken.
    typealias Handler = @Sendable (_ found: Found, _ done: @escaping @Sendable () -> Void) -> Void

    private struct Job: Sendable {
        var sample: CMSampleBuffer
        var camera: DeviceID
        var wanted: Wanted
        /// The longest time between two frames since the last search for faces.
        var pause = CMTime.zero
        var handler: Handler
    }

    private struct State {
        var hasThread = false
        var hasEnded = false
        var isBusy = false
        var job: Job?
        var restsUntil = ContinuousClock.now
        /// The time of the newest frame that was offered for its faces.
        var lastFrame = CMTime.invalid
        var pause = CMTime.zero

        mutating func noteFrame(at time: CMTime) {
            if lastFrame.isNumeric { pause = max(pause, time - lastFrame) }
            lastFrame = time
        }
    }

    /// Leaves the thread a tenth of a processor that another thread wants too.
    private static let niceness: Int32 = 10

    /// With faces, no more than ten searches a second.
    private static let shortestRest = Duration.milliseconds(80)

    private let state = Monitor(State())

    /// Searches a frame, unless an earlier one is still being searched or the thread pauses.
    ///
    /// - Returns: whether the frame is searched; then `handler` is called.
    func offer(
        _ sample: CMSampleBuffer, from camera: DeviceID, _ wanted: Wanted, _ handler: @escaping Handler
    ) -> Bool {
        let (isTaken, needsThread) = state.withLock { state in
            if wanted.faces { state.noteFrame(at: sample.presentationTimeStamp) }
            guard !state.isBusy, !state.hasEnded, ContinuousClock.now >= state.restsUntil else { return (false, false) }
            state.isBusy = true
            state.job = Job(sample: sample, camera: camera, wanted: wanted, pause: state.pause, handler: handler)
            if wanted.faces { state.pause = .zero }
            defer { state.hasThread = true }
            return (true, !state.hasThread)
        }
        if needsThread { Thread.start(named: "object search") { [self] in run() } }
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
        var faces = FaceSearch()
        while let job = nextJob() { work(on: job, &faces) }
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

    private func work(on job: Job, _ faces: inout FaceSearch) {
        let begin = ContinuousClock.now
        var found = Found()
        if let picture = job.sample.imageBuffer {
            if !job.wanted.codes.isEmpty { found.codes = CodeFinder.codes(in: picture, of: job.wanted.codes) }
            if job.wanted.faces {
                found.faces = faces.faces(in: picture, from: job.camera, after: job.pause)
            }
        }
        let end = ContinuousClock.now
        let duration: Duration = end - begin
        // Faces move slowly, and their search takes more of the processor.
        let rest = job.wanted.faces ? max(duration * 2, Self.shortestRest) : duration
        job.handler(found) { [weak self] in
            self?.state.withLock { state in
                state.isBusy = false
                state.restsUntil = end + rest
            }
        }
    }
}
