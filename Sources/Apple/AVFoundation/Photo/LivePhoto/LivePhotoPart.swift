import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// The movie of a photo on its way. The photo's last call waits for it.
final class LivePhotoPart: Sendable {
    private let request: LivePhotoRequest
    private let codec: CMFormatDescription.MediaSubType
    /// The size of the movie's pictures.
    let dimensions: CMVideoDimensions
    private let capture = Mutex<LivePhotoCapture?>(nil)

    init(_ request: LivePhotoRequest, codec: CMFormatDescription.MediaSubType, dimensions: CMVideoDimensions) {
        var request = request
        request.dimensions = dimensions
        self.request = request
        self.codec = codec
        self.dimensions = dimensions
    }

    /// What the photo has in common with the movie.
    var contentIdentifier: String { request.contentIdentifier }

    /// Begins with the movie, which ends with frames or with the session's run. A movie that fails does not cost the
    /// photo.
    func begin(_ recorder: LivePhotoRecorder, for photo: PhotoRequest) {
        recorder.setCodec(codec, at: request.pressTime)
        photo.addPart()
        let url = request.url
        let capture = recorder.capture(request) {
            photo.call {
                $0.photoOutput($1, didFinishRecordingLivePhotoMovieForEventualFileAt: url, resolvedSettings: $2)
            }
        } completion: { result in
            Self.report(result, url, to: photo)
            photo.endPart(nil)
        }
        self.capture.withLock { $0 = capture }
    }

    /// The photo was exposed.
    func photoWasTaken(at time: CMTime) {
        capture.withLock { $0 }?.photoWasTaken(at: time)
    }

    /// There is no photo, which costs the movie, too; it fails with the photo's error when it has not begun.
    func cancel(_ error: CaptureError, for photo: PhotoRequest) {
        if let capture = capture.withLock({ $0 }) {
            capture.cancel()
        } else {
            Self.report(.failure(error), request.url, to: photo)
        }
    }

    private static func report(
        _ result: Result<LivePhotoRequest.Outcome, CaptureError>, _ url: URL, to photo: PhotoRequest
    ) {
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
