import CaptureEngine
import Foundation

/// The one timeout on a photo's way: ends what makes no progress, so that each request gets its last call.
///
/// | the request waits for | progress is | limit | what is then ended, with which error |
/// | --- | --- | --- | --- |
/// | a frame of the stream | a frame | ``Limits/silence`` | all photos that wait for one: no data |
/// | the stills that the camera makes for it | a still | ``Limits/silence`` | all photos that wait for stills: no data |
/// | its turn, at the camera or the encoder | – | none: whatever is before it has one | – |
/// | its photos to be encoded | a photo | ``Limits/work`` | this photo, encoding failed; those behind it go on |
/// | the frames of its movie | a frame that is encoded | ``Limits/silence`` | movies, which keep the frames that they have; where nothing comes of that: encoding failed |
/// | the movie's file | a file | ``Limits/work`` | the movie: cannot be written |
///
/// It looks several times within a limit, so that a process that was stopped for a while has not missed it.
struct PhotoWatch: Sendable {
    struct Limits: Sendable {
        /// Some cameras take seconds for the first frame.
        var silence = Duration.seconds(10)
        /// The largest photo takes seconds on a busy machine.
        var work = Duration.seconds(60)

        /// How often a request is looked at, whatever it waits for: what comes next may have the shorter limit.
        fileprivate var interval: Duration { min(silence, work) / 4 }
    }

    enum Wait: Equatable {
        case frame(newest: CMTime?)
        case still(count: Int)
        case turn
        case photos(count: Int)
        case movieFrames(count: Int)
        case movieFile(count: Int)
    }

    private let limits: Limits
    /// What the request waited for when it was looked at last.
    private var wait: Wait
    /// How often that was the same.
    private var count = 0
    /// Whether the movie was ended with the frames that it has.
    private var hasEndedMovie = false

    /// Follows the request until its last call.
    static func follow(_ request: PhotoRequest) {
        guard let wait = request.wait else { return }
        PhotoWatch(limits: request.output.watchLimits.withLock { $0 }, wait: wait).checkLater(request)
    }

    private init(limits: Limits, wait: Wait) {
        self.limits = limits
        self.wait = wait
    }

    private func checkLater(_ request: PhotoRequest) {
        let interval = DispatchTimeInterval.microseconds(Int(limits.interval / .microseconds(1)))
        // Whatever the request waits for keeps it.
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + interval) { [weak request] in
            guard let request else { return }
            var next = self
            if next.check(request) { next.checkLater(request) }
        }
    }

    private var limit: Duration {
        switch wait {
        case .frame, .still, .turn, .movieFrames: limits.silence
        case .photos, .movieFile: limits.work
        }
    }

    /// - Returns: whether the request is to be looked at again.
    private mutating func check(_ request: PhotoRequest) -> Bool {
        guard let now = request.wait else { return false }
        if now != wait || now == .turn {
            (wait, count) = (now, 0)
            return true
        }
        count += 1
        if limits.interval * count >= limit {
            count = 0
            end(request)
        }
        return true
    }

    private mutating func end(_ request: PhotoRequest) {
        let (output, device) = (request.output, request.plan.device)
        let seconds = "\(Int((limit / .seconds(1)).rounded(.up))) seconds"
        let silent = CaptureError(
            .noData, "\(device.localizedName) has delivered no frame for \(seconds)", device: device.id)
        switch wait {
        case .frame:
            output.recentFrames.abandonRequests(silent)
            request.fail(silent)
        case .still:
            output.stillExposer.abandonRequests(silent, isStalled: true)
            request.fail(silent)
        case .turn: break
        case .photos:
            output.processor.leaveBehind(request.settings.uniqueID)
            request.leaveBehind(CaptureError(.encodeFailed, "The photo was not encoded within \(seconds)"))
        case .movieFrames where !hasEndedMovie:
            hasEndedMovie = true
            output.livePhotoRecorder.endCaptures()
        case .movieFrames:
            request.plan.livePhoto?.fail(
                CaptureError(.encodeFailed, "The movie of the Live Photo was not encoded within \(seconds)"),
                for: request)
        case .movieFile:
            request.plan.livePhoto?.fail(
                CaptureError(.fileUnwritable, "The movie of the Live Photo was not written within \(seconds)"),
                for: request)
        }
    }
}
