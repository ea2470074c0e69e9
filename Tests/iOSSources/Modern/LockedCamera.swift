import AVKit
import LockedCameraCapture
import Photos

/// The camera of the app's extension for the lock screen.
@MainActor
public final class LockedCamera: NSObject {
    public let captureSession: LockedCameraCaptureSession
    private let session = AVCaptureSession()
    private let photoOutput = AVCapturePhotoOutput()
    private var interaction: AVCaptureEventInteraction?
    public private(set) var savedURLs: [URL] = []
    public var onSave: ((URL) -> Void)?

    public init(_ captureSession: LockedCameraCaptureSession) {
        self.captureSession = captureSession
        super.init()
        configureSession()
        configureHardwareInteraction()
    }

    private func configureSession() {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input)
        else { return }
        session.addInput(input)
        if session.canAddOutput(photoOutput) { session.addOutput(photoOutput) }
    }

    private func configureHardwareInteraction() {
        let interaction = AVCaptureEventInteraction { [weak self] event in
            if event.phase == .ended { self?.capturePhoto() }
        }
        interaction.isEnabled = true
        self.interaction = interaction
    }

    public func start() { session.startRunning() }

    public func stop() { session.stopRunning() }

    public func capturePhoto() {
        photoOutput.capturePhoto(with: AVCapturePhotoSettings(), delegate: self)
    }

    public func openApp() async throws {
        let activity = NSUserActivity(activityType: NSUserActivityTypeLockedCameraCapture)
        activity.title = "Show the last photo"
        activity.userInfo = ["count": savedURLs.count]
        try await captureSession.openApplication(for: activity)
    }

    private func save(_ data: Data) {
        let url = captureSession.sessionContentURL.appendingPathComponent(UUID().uuidString + ".jpg")
        do {
            try data.write(to: url)
            savedURLs.append(url)
            onSave?(url)
        } catch {
            print("The photo cannot be kept: \(error)")
        }
    }
}

extension LockedCamera: AVCapturePhotoCaptureDelegate {
    nonisolated public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        guard let data = photo.fileDataRepresentation() else { return }
        Task { @MainActor in save(data) }
    }
}

/// The extension itself.
public struct CameraExtension: LockedCameraCaptureExtension {
    public init() {}

    public var body: some LockedCameraCaptureExtensionScene {
        LockedCameraCaptureUIScene { session in
            LockedCamera(session)
        }
    }
}

/// The app's part: it imports what its extension captured.
public enum LockedCaptureImport {
    public static func run(
        onImport: @escaping @Sendable (String) -> Void
    ) async throws {
        for await update in LockedCameraCaptureManager.shared.sessionContentUpdates {
            switch update {
            case .initial(let urls):
                for url in urls { try await importSession(at: url, onImport) }
            case .added(let url):
                try await importSession(at: url, onImport)
            case .removed:
                break
            }
        }
    }

    private static func importSession(at url: URL, _ onImport: @Sendable (String) -> Void) async throws {
        let files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        nonisolated(unsafe) var placeholders: [PHObjectPlaceholder] = []
        try await PHPhotoLibrary.shared().performChanges {
            for file in files {
                // A moved file cannot be imported again, whatever happens before the content is invalidated.
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = true
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: file, options: options)
                if let placeholder = request.placeholderForCreatedAsset { placeholders.append(placeholder) }
            }
        }
        try await LockedCameraCaptureManager.shared.invalidateSessionContent(at: url)
        for placeholder in placeholders { onImport(placeholder.localIdentifier) }
    }
}
