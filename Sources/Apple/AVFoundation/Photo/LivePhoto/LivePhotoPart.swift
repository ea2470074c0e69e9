import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// The movie of a photo request under way. The request's last delegate call waits for it.
///
/// | what happens | from | to |
/// | --- | --- | --- |
/// | the photo begins | not begun | recording |
/// | the last frame has come | recording | writing |
/// | the file is written, or never will be | any | ended |
final class LivePhotoPart: Sendable {
    private enum Phase {
        case notBegun
        case recording(LivePhotoCapture?)
        case writing
        case ended
    }

    private let request: LivePhotoRequest
    private let codec: CMFormatDescription.MediaSubType
    /// The size of the movie's pictures.
    let dimensions: CMVideoDimensions
    private let phase = Mutex(Phase.notBegun)

    init(_ request: LivePhotoRequest, codec: CMFormatDescription.MediaSubType, dimensions: CMVideoDimensions) {
        var request = request
        request.dimensions = dimensions
        self.request = request
        self.codec = codec
        self.dimensions = dimensions
    }

    /// The identifier that the photo and the movie share.
    var contentIdentifier: String { request.contentIdentifier }

    /// Whether it has all its frames.
    var isWriting: Bool { if case .writing = phase.withLock({ $0 }) { true } else { false } }

    /// Begins the movie, which ends with its last frame or with the session's run. The photo is delivered even when the
    /// movie fails.
    func begin(_ recorder: LivePhotoRecorder, for photo: PhotoRequest) {
        recorder.setCodec(codec, at: request.pressTime)
        photo.addMovie()
        phase.withLock { $0 = .recording(nil) }
        let url = request.url
        let capture = recorder.capture(request) { [self] in
            phase.withLock { if case .recording = $0 { $0 = .writing } }
            photo.call(of: .movie) {
                $0.photoOutput($1, didFinishRecordingLivePhotoMovieForEventualFileAt: url, resolvedSettings: $2)
            }
        } completion: { [self] result in
            guard photo.close(.movie) else {
                // It was given up: after a failure there is no file.
                if case .success = result { unlink(url.path) }
                return
            }
            end(result, of: photo)
        }
        phase.withLock { if case .recording = $0 { $0 = .recording(capture) } }
    }

    /// Called when the photo was exposed.
    func photoWasTaken(at time: CMTime) {
        if case .recording(let capture) = phase.withLock({ $0 }) { capture?.photoWasTaken(at: time) }
    }

    /// Called when there is no photo: cancels the movie too. A movie that has not begun fails with the photo's error.
    func cancel(_ error: CaptureError, for photo: PhotoRequest) {
        switch phase.withLock({ $0 }) {
        case .notBegun: report(.failure(error), to: photo)
        case .recording(let capture): capture?.cancel()
        case .writing, .ended: break
        }
    }

    /// Gives the movie up.
    func fail(_ error: CaptureError, for photo: PhotoRequest) {
        if photo.close(.movie) { end(.failure(error), of: photo) }
    }

    /// The capture is not kept: it holds the photo.
    private func end(_ result: Result<LivePhotoRequest.Outcome, CaptureError>, of photo: PhotoRequest) {
        phase.withLock { $0 = .ended }
        report(result, to: photo)
        photo.end(.movie, nil)
    }

    private func report(_ result: Result<LivePhotoRequest.Outcome, CaptureError>, to photo: PhotoRequest) {
        let url = request.url
        photo.call { delegate, output, resolved in
            switch result {
            case .success(let movie):
                delegate.photoOutput(
                    output, didFinishProcessingLivePhotoToMovieFileAt: url, duration: movie.duration,
                    photoDisplayTime: movie.stillTime, resolvedSettings: resolved, error: nil)
            case .failure(let error):
                delegate.photoOutput(
                    output, didFinishProcessingLivePhotoToMovieFileAt: url, duration: .invalid,
                    photoDisplayTime: .invalid, resolvedSettings: resolved, error: AVError(error, in: output.world))
            }
        }
    }
}
