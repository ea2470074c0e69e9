import AVFoundation
import Locking

/// Takes photos: owns the photo output, and turns its delegate calls into a value.
final class PhotoCapture: Sendable {
    let output = AVCapturePhotoOutput()
    private let onActivity: @Sendable (CaptureActivity) -> Void

    /// - Parameter onActivity: called on the output's queue.
    init(onActivity: @escaping @Sendable (CaptureActivity) -> Void) {
        self.onActivity = onActivity
    }

    /// Takes one photo. The session must be running.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for a camera that sends nothing.
    ///   - cameraName: for the error.
    /// - Throws: `AVError`, ``CameraError/noPhotoData``, ``CameraError/noFrames(_:)``.
    func capturePhoto(
        with features: PhotoFeatures, patience: Duration, cameraName: String
    ) async throws -> Photo {
        defer { onActivity(.idle) }
        let delegate = PhotoCaptureDelegate(onActivity: onActivity)
        let watchdog = Task {
            try await Task.sleep(for: patience)
            delegate.end(.failure(CameraError.noFrames(cameraName)))
        }
        defer { watchdog.cancel() }
        output.capturePhoto(with: settings(for: features), delegate: delegate)
        return try await delegate.ended.value()
    }

    /// Makes the output ready for the camera's largest photos. Call it after every change of the session.
    func updateConfiguration(for camera: AVCaptureDevice) {
        guard let largest = camera.activeFormat.supportedMaxPhotoDimensions.last else { return }
        output.maxPhotoDimensions = largest
        output.maxPhotoQualityPrioritization = .quality
    }

    private func settings(for features: PhotoFeatures) -> AVCapturePhotoSettings {
        let settings = AVCapturePhotoSettings()
        settings.maxPhotoDimensions = output.maxPhotoDimensions
        settings.photoQualityPrioritization = features.quality.prioritization
        return settings
    }
}

/// Collects what one request delivers. The photo output keeps it until its last call.
private final class PhotoCaptureDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private let photo = Mutex<Result<Photo, any Error>>(.failure(CameraError.noPhotoData))
    private let onActivity: @Sendable (CaptureActivity) -> Void
    let ended = Outcome<Photo>()

    init(onActivity: @escaping @Sendable (CaptureActivity) -> Void) {
        self.onActivity = onActivity
    }

    func end(_ result: Result<Photo, any Error>) { ended.set(result) }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        onActivity(.photoCapture(.began))
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        onActivity(.photoCapture(.willCapture))
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        if let error {
            self.photo.withLock { $0 = .failure(error) }
        } else if let data = photo.fileDataRepresentation() {
            let result = Photo(
                data: data, dimensions: photo.resolvedSettings.photoDimensions, timestamp: photo.timestamp)
            self.photo.withLock { $0 = .success(result) }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        end(error.map { .failure($0) } ?? photo.withLock { $0 })
    }
}
