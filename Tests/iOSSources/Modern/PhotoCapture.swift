import AVFoundation
import Combine

public struct Photo: Sendable {
    public let data: Data
    public let isProxy: Bool
    public let livePhotoMovieURL: URL?
}

enum PhotoCaptureError: Error {
    case noPhotoData
}

/// The app's photo output.
final class PhotoCapture {
    @Published private(set) var activity = CaptureService.Activity.idle

    let output = AVCapturePhotoOutput()
    private var livePhotoCount = 0

    func updateConfiguration(for device: AVCaptureDevice) {
        output.maxPhotoDimensions = device.activeFormat.supportedMaxPhotoDimensions.last ?? .init(width: 0, height: 0)
        output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
        output.maxPhotoQualityPrioritization = .quality
        output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
        output.isFastCapturePrioritizationEnabled = output.isFastCapturePrioritizationSupported
    }

    func capturePhoto() async throws -> Photo {
        try await withCheckedThrowingContinuation { continuation in
            let settings = makePhotoSettings()
            let delegate = PhotoCaptureDelegate(continuation: continuation)
            monitorProgress(of: delegate)
            output.capturePhoto(with: settings, delegate: delegate)
        }
    }

    private func makePhotoSettings() -> AVCapturePhotoSettings {
        var settings = AVCapturePhotoSettings()
        if output.availablePhotoCodecTypes.contains(.hevc) {
            settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        }
        if let previewPhotoPixelFormatType = settings.availablePreviewPhotoPixelFormatTypes.first {
            settings.previewPhotoFormat = [kCVPixelBufferPixelFormatTypeKey as String: previewPhotoPixelFormatType]
        }
        settings.maxPhotoDimensions = output.maxPhotoDimensions
        settings.photoQualityPrioritization = .balanced
        return settings
    }

    private func monitorProgress(of delegate: PhotoCaptureDelegate) {
        let stream = delegate.activityStream
        let captures = UncheckedBox(self)
        Task {
            for await activity in stream { captures.value.activity = activity }
        }
    }
}

/// Carries an object to a task that is the only one to use it there.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

private final class PhotoCaptureDelegate: NSObject, AVCapturePhotoCaptureDelegate {
    private let continuation: CheckedContinuation<Photo, any Error>
    private var photoData: Data?
    private var isProxy = false
    private var livePhotoMovieURL: URL?
    let activityStream: AsyncStream<CaptureService.Activity>
    private let activityContinuation: AsyncStream<CaptureService.Activity>.Continuation

    init(continuation: CheckedContinuation<Photo, any Error>) {
        self.continuation = continuation
        (activityStream, activityContinuation) = AsyncStream.makeStream(of: CaptureService.Activity.self)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        activityContinuation.yield(.photoCapture(willCapture: false))
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        activityContinuation.yield(.photoCapture(willCapture: true))
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime, photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        livePhotoMovieURL = outputFileURL
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?, error: (any Error)?
    ) {
        isProxy = true
        photoData = deferredPhotoProxy?.fileDataRepresentation()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        photoData = photo.fileDataRepresentation()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        activityContinuation.yield(.idle)
        activityContinuation.finish()
        if let error {
            continuation.resume(throwing: error)
        } else if let photoData {
            let photo = Photo(data: photoData, isProxy: isProxy, livePhotoMovieURL: livePhotoMovieURL)
            continuation.resume(returning: photo)
        } else {
            continuation.resume(throwing: PhotoCaptureError.noPhotoData)
        }
    }
}
