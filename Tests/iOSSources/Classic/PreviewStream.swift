import AVFoundation
import Photos

/// A camera whose frames and photos are asynchronous sequences, and whose shutter button knows when it may be pressed.
public final class PreviewStream: NSObject {
    private let captureSession = AVCaptureSession()
    private var isCaptureSessionConfigured = false
    private let photoOutput = AVCapturePhotoOutput()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let sessionQueue = DispatchQueue(label: "session")
    private var readiness: AVCapturePhotoOutputReadinessCoordinator!
    public private(set) var states = [AVCapturePhotoOutput.CaptureReadiness]()
    public private(set) var proxies = 0

    private var addToPreviewStream: ((CMSampleBuffer) -> Void)?
    private var addToPhotoStream: ((AVCapturePhoto) -> Void)?

    public lazy var previewStream = AsyncStream<CMSampleBuffer>(bufferingPolicy: .bufferingNewest(1)) { continuation in
        addToPreviewStream = { continuation.yield($0) }
    }

    public lazy var photoStream = AsyncStream<AVCapturePhoto> { continuation in
        addToPhotoStream = { continuation.yield($0) }
    }

    public func start() async -> Bool {
        guard await AVCaptureDevice.requestAccess(for: .video) else { return false }
        return await withCheckedContinuation { continuation in
            sessionQueue.async { [self] in
                let isReady = isCaptureSessionConfigured || configure()
                if isReady, !captureSession.isRunning { captureSession.startRunning() }
                continuation.resume(returning: isReady && captureSession.isRunning)
            }
        }
    }

    public func stop() {
        sessionQueue.sync { captureSession.stopRunning() }
    }

    private func configure() -> Bool {
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        guard
            let camera = AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back)
                ?? AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let deviceInput = try? AVCaptureDeviceInput(device: camera)
        else { return false }
        captureSession.sessionPreset = AVCaptureSession.Preset.photo
        videoOutput.setSampleBufferDelegate(self, queue: DispatchQueue(label: "frames"))
        guard captureSession.canAddInput(deviceInput), captureSession.canAddOutput(photoOutput),
            captureSession.canAddOutput(videoOutput)
        else { return false }
        captureSession.addInput(deviceInput)
        captureSession.addOutput(photoOutput)
        captureSession.addOutput(videoOutput)
        photoOutput.maxPhotoQualityPrioritization = .quality
        if photoOutput.isZeroShutterLagSupported { photoOutput.isZeroShutterLagEnabled = true }
        if photoOutput.isResponsiveCaptureSupported { photoOutput.isResponsiveCaptureEnabled = true }
        if photoOutput.isFastCapturePrioritizationSupported { photoOutput.isFastCapturePrioritizationEnabled = true }
        if photoOutput.isAutoDeferredPhotoDeliverySupported { photoOutput.isAutoDeferredPhotoDeliveryEnabled = true }
        readiness = AVCapturePhotoOutputReadinessCoordinator(photoOutput: photoOutput)
        readiness.delegate = self
        isCaptureSessionConfigured = true
        return true
    }

    public func takePhoto() {
        sessionQueue.async { [self] in
            var settings = AVCapturePhotoSettings()
            if photoOutput.availablePhotoCodecTypes.contains(.hevc) {
                settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
            }
            if let previewType = settings.availablePreviewPhotoPixelFormatTypes.first {
                settings.previewPhotoFormat = [kCVPixelBufferPixelFormatTypeKey as String: previewType]
            }
            settings.photoQualityPrioritization = .balanced
            readiness.startTrackingCaptureRequest(using: settings)
            photoOutput.capturePhoto(with: settings, delegate: self)
        }
    }
}

extension PreviewStream: AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        addToPreviewStream?(sampleBuffer)
    }
}

extension PreviewStream: AVCapturePhotoCaptureDelegate {
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        if let error = error { return print("No photo: \(error.localizedDescription)") }
        addToPhotoStream?(photo)
    }

    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
        error: Error?
    ) {
        guard let proxy = deferredPhotoProxy, error == nil else { return }
        proxies += 1
        addToPhotoStream?(proxy)
    }
}

extension PreviewStream: AVCapturePhotoOutputReadinessCoordinatorDelegate {
    public func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {
        states.append(captureReadiness)
    }
}
