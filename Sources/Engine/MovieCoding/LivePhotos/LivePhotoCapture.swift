import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// What a Live Photo's movie should be like.
package struct LivePhotoRequest: Sendable {
    /// What the movie has become.
    package struct Outcome: Sendable {
        package var duration: CMTime
        /// When the photo is shown, from the start of the movie.
        package var stillTime: CMTime
        package var dimensions: CMVideoDimensions
    }

    /// When the shutter was pressed: the middle of the movie.
    package var pressTime: CMTime
    package var url: URL
    /// The promised size; `nil` accepts any.
    package var dimensions: CMVideoDimensions?
    /// The same identifier as in the photo.
    package var contentIdentifier: String
    /// Clockwise degrees by which a player should rotate the picture, and whether it should then mirror it.
    package var rotation = 0
    package var isMirrored = false
    package var metadata: [MovieMetadataItem] = []

    package init(pressTime: CMTime, url: URL, contentIdentifier: String) {
        self.pressTime = pressTime
        self.url = url
        self.contentIdentifier = contentIdentifier
    }

    /// Whether a movie of that size meets the request.
    func isOfSize(_ size: CMVideoDimensions?) -> Bool {
        guard let dimensions, let size else { return true }
        return dimensions.width == size.width && dimensions.height == size.height
    }
}

/// A Live Photo's movie in progress.
package final class LivePhotoCapture: Sendable {
    /// How much a movie shows before the press, and after it.
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

    /// Says when the photo itself was exposed; until then the time of the press is used.
    package func photoWasTaken(at time: CMTime) {
        state.withLock { $0.stillTime = time }
    }

    /// There will be no photo: the movie is not written, and fails.
    package func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    var start: CMTime { CMTimeSubtract(request.pressTime, Self.reach) }
    var end: CMTime { state.withLock { $0.end } }
    var stillTime: CMTime { state.withLock { $0.stillTime } ?? request.pressTime }
    /// Whether the movie was cut short.
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
