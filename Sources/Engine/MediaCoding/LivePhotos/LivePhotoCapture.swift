import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// What a Live Photo's movie shall be.
package struct LivePhotoRequest: Sendable {
    /// What the movie has become.
    package struct Outcome: Sendable {
        package var duration: CMTime
        /// When the photo is to be shown, from the start of the movie.
        package var stillTime: CMTime
        package var dimensions: CMVideoDimensions
    }

    /// When the shutter was pressed: the middle of the movie.
    package var pressTime: CMTime
    package var url: URL
    /// The size that was promised; `nil` takes what comes.
    package var dimensions: CMVideoDimensions?
    /// The same as in the photo.
    package var contentIdentifier: String
    /// Clockwise degrees that a player shall turn the picture by, and whether it shall mirror it then.
    package var rotation = 0
    package var isMirrored = false
    package var metadata: [MovieMetadataItem] = []

    package init(pressTime: CMTime, url: URL, contentIdentifier: String) {
        self.pressTime = pressTime
        self.url = url
        self.contentIdentifier = contentIdentifier
    }

    /// Whether a movie of that size is what was asked for.
    func isOfSize(_ size: CMVideoDimensions?) -> Bool {
        guard let dimensions, let size else { return true }
        return dimensions.width == size.width && dimensions.height == size.height
    }
}

/// A Live Photo's movie on its way.
package final class LivePhotoCapture: Sendable {
    /// How much a movie shows before and after the press.
    static let reach = CMTime(value: 3, timescale: 2)

    private struct State {
        var stillTime: CMTime?
        var end: CMTime
        var isTrimmed = false
        var isCancelled = false
    }

    let request: LivePhotoRequest
    let onRecorded: @Sendable () -> Void
    let completion: @Sendable (Result<LivePhotoRequest.Outcome, CaptureError>) -> Void
    private let state: Mutex<State>

    init(
        _ request: LivePhotoRequest, onRecorded: @escaping @Sendable () -> Void,
        completion: @escaping @Sendable (Result<LivePhotoRequest.Outcome, CaptureError>) -> Void
    ) {
        self.request = request
        self.onRecorded = onRecorded
        self.completion = completion
        state = Mutex(State(end: CMTimeAdd(request.pressTime, Self.reach)))
    }

    /// Says when the photo itself was exposed; the press's time stands for it as long as nobody knows.
    package func photoWasTaken(at time: CMTime) {
        state.withLock { $0.stillTime = time }
    }

    /// There is no photo to go with: the movie will not be written, and fails.
    package func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    var start: CMTime { CMTimeSubtract(request.pressTime, Self.reach) }
    var end: CMTime { state.withLock { $0.end } }
    var stillTime: CMTime { state.withLock { $0.stillTime } ?? request.pressTime }
    /// Whether it ends early.
    var isTrimmed: Bool { state.withLock { $0.isTrimmed } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the movie early.
    func trim(to time: CMTime) {
        state.withLock { state in
            guard time < state.end else { return }
            (state.end, state.isTrimmed) = (time, true)
        }
    }
}
