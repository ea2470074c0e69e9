import AVFoundation
import Foundation
import Locking
import UIKit

/// The session of a scanner, of data or documents: a camera, frames to search, photos.
@MainActor
final class ScannerCamera {
    let session = AVCaptureSession()
    let preview: AVCaptureVideoPreviewLayer
    private(set) var device: AVCaptureDevice?
    private let frames = AVCaptureVideoDataOutput()
    private let photos = AVCapturePhotoOutput()
    private let queue = DispatchQueue(label: "DataScannerViewController.session")
    private let frameQueue = DispatchQueue(label: "DataScannerViewController.frames")
    private var observers: [any NSObjectProtocol] = []

    init(_ preview: AVCaptureVideoPreviewLayer, _ gravity: AVLayerVideoGravity) {
        self.preview = preview
        preview.videoGravity = gravity
        preview.session = session
    }

    isolated deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        queue.async { [session] in session.stopRunning() }
    }

    /// The camera at the back, or the one that there is.
    static var camera: AVCaptureDevice? {
        AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
            ?? AVCaptureDevice.default(for: .video)
    }

    /// Connects the camera, once.
    ///
    /// - Parameters:
    ///   - preset: the one that is wanted.
    ///   - search: gets the frames.
    ///   - failed: called when the session is interrupted, or ends by an error.
    /// - Returns: whether there is a camera that can be used.
    func configure(
        _ preset: AVCaptureSession.Preset, _ search: any AVCaptureVideoDataOutputSampleBufferDelegate,
        failed: @escaping @MainActor @Sendable (DataScannerViewController.ScanningUnavailable) -> Void
    ) -> Bool {
        if device != nil { return true }
        guard let device = Self.camera, let input = try? AVCaptureDeviceInput(device: device) else { return false }
        // On the queue that starts the session, because a session must not be started while it is being configured.
        let isComplete = queue.sync { [session, frames, photos] in
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            guard session.canAddInput(input) else { return false }
            session.addInput(input)
            guard session.canAddOutput(frames), session.canAddOutput(photos) else { return false }
            session.addOutput(frames)
            session.addOutput(photos)
            session.sessionPreset = session.canSetSessionPreset(preset) ? preset : .high
            return true
        }
        guard isComplete else { return false }
        let sizes = device.activeFormat.supportedMaxPhotoDimensions
        if let largest = sizes.max(by: { Int($0.width) * Int($0.height) < Int($1.width) * Int($1.height) }) {
            photos.maxPhotoDimensions = largest
        }
        frames.setSampleBufferDelegate(search, queue: frameQueue)
        self.device = device
        observe(AVCaptureSession.wasInterruptedNotification) { notification in
            let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
            // In the background nobody scans; the session goes on by itself.
            let isHarmless = reason == AVCaptureSession.InterruptionReason.videoDeviceNotAvailableInBackground.rawValue
            if !isHarmless { Task { @MainActor in failed(.cameraRestricted) } }
        }
        observe(AVCaptureSession.runtimeErrorNotification) { _ in Task { @MainActor in failed(.unsupported) } }
        return true
    }

    private func observe(_ name: NSNotification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil, using: body))
    }

    func run(_ isRunning: Bool) {
        queue.async { [session] in isRunning ? session.startRunning() : session.stopRunning() }
    }

    // MARK: How the interface stands

    /// Turns the preview, and says how many quarter turns clockwise frames are from upright.
    @discardableResult func level() -> Int {
        guard let connection = preview.connection else { return 0 }
        level(connection)
        return Int(connection.videoRotationAngle / 90) % 4
    }

    private func level(_ connection: AVCaptureConnection) {
        let angle: CGFloat =
            switch UIApplication.shared.statusBarOrientation {
            case .portrait: 90
            case .portraitUpsideDown: 270
            case .landscapeLeft: 180
            case .landscapeRight, .unknown: 0
            }
        if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
    }

    // MARK: Zoom

    var zoomFactors: ClosedRange<Double> {
        guard let device else { return 1...1 }
        return Double(device.minAvailableVideoZoomFactor)...Double(device.maxAvailableVideoZoomFactor)
    }

    /// Setting it takes the nearest one that is possible.
    var zoomFactor: Double {
        get { device.map { Double($0.videoZoomFactor) } ?? 1 }
        set {
            guard let device, (try? device.lockForConfiguration()) != nil else { return }
            device.videoZoomFactor = CGFloat(min(max(newValue, zoomFactors.lowerBound), zoomFactors.upperBound))
            device.unlockForConfiguration()
        }
    }

    // MARK: Photos

    /// - Throws: `AVError`.
    func capturePhoto() async throws -> UIImage {
        guard let connection = photos.connection(with: .video) else { throw AVError(.sessionNotRunning) }
        level(connection)
        return try await withCheckedThrowingContinuation { continuation in
            let receiver = PhotoReceiver(continuation)
            // After the session has begun to run.
            queue.async { [session, photos] in
                guard session.isRunning else { return receiver.fail(AVError(.sessionNotRunning)) }
                let settings = AVCapturePhotoSettings()
                settings.maxPhotoDimensions = photos.maxPhotoDimensions
                photos.capturePhoto(with: settings, delegate: receiver)
            }
        }
    }
}

/// Resumes a task with its photo.
final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private struct State {
        var continuation: CheckedContinuation<UIImage, any Error>?
        var image: UIImage?
    }

    private let state: Mutex<State>

    init(_ continuation: CheckedContinuation<UIImage, any Error>) { state = Mutex(State(continuation: continuation)) }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        let image = photo.fileDataRepresentation().flatMap { UIImage(data: $0) }
        state.withLock { $0.image = image }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) { finish(error ?? AVError(.unknown)) }

    func fail(_ error: any Error) { finish(error) }

    /// - Parameter error: why there is no picture, if there is none.
    private func finish(_ error: any Error) {
        let (continuation, image) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.image)
        }
        if let image { continuation?.resume(returning: image) } else { continuation?.resume(throwing: error) }
    }
}
