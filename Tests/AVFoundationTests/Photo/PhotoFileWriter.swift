import AVFoundation
import Foundation
import Locking
import Testing

/// Writes the results of one request to files.
final class PhotoFileWriter: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    struct Record: Sendable {
        var expectedCount = 0
        var expectsMovie = false
        /// The names of all written files.
        var files: [String] = []
        /// The names of the proxies.
        var proxies: [String] = []
        var pictureCount = 0
        var movieCount = 0
        var movieError: AVError?
        var error: AVError?
        var finishCount = 0
        var moments: (press: Int, end: Int) = (0, 0)

        /// Whether the session was left alone from before the press to the end.
        var wasUndisturbed: Bool { moments.press == moments.end && moments.press.isMultiple(of: 2) }
    }

    private let folder: URL
    private let name: String
    private let moment: @Sendable () -> Int
    private let record = Monitor(Record())

    /// - Parameters:
    ///   - name: the files' name, without its extension.
    ///   - moment: a count of changes to the session; even while none is in progress.
    init(_ folder: URL, name: String, moment: @escaping @Sendable () -> Int) {
        self.folder = folder
        self.name = name
        self.moment = moment
    }

    func finished(within timeout: Duration = .seconds(60)) -> Record? {
        record.wait(timeout: timeout) { $0.finishCount > 0 ? $0 : nil }
    }

    /// Records the count at a press.
    func press(_ body: () -> Void) {
        let moment = moment()
        record.withLock { $0.moments.press = moment }
        body()
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor settings: AVCaptureResolvedPhotoSettings) {
        record.withLock { record in
            record.expectedCount = settings.expectedPhotoCount
            record.expectsMovie = settings.livePhotoMovieDimensions.width > 0
        }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        guard error == nil else { return }
        write(photo, "\(name)-\(photo.photoCount).\(photo.isRawPhoto ? "dng" : "photo")")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: AVCaptureDeferredPhotoProxy?,
        error: Error?
    ) {
        guard error == nil, let proxy else { return }
        let file = "\(name)-proxy.jpg"
        record.withLock { $0.proxies.append(file) }
        write(proxy, file)
    }

    private func write(_ photo: AVCapturePhoto, _ file: String) {
        do {
            try photo.fileDataRepresentation()?.write(to: folder.appendingPathComponent(file))
            record.withLock { record in
                record.files.append(file)
                record.pictureCount += 1
            }
        } catch {
            Issue.record(error)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        record.withLock { record in
            record.movieCount += 1
            record.movieError = error as? AVError
            if error == nil { record.files.append(outputFileURL.lastPathComponent) }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor settings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        let moment = moment()
        record.withLock { record in
            record.error = error as? AVError
            record.finishCount += 1
            record.moments.end = moment
        }
    }
}
