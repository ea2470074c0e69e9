import AVCamCore
import AVCamLinux
import CaptureEngine
import DeviceKinds
import Photos
import SimulatedDevices
import TestSupport
import Testing

@_spi(Linux) @testable import AVFoundation

/// A camera model on the simulated phone, with a library and a state of the test's own.
@MainActor final class ModelStudio {
    let folder: TemporaryFolder
    let library: PHPhotoLibrary
    let model: CameraModel

    /// - Parameters:
    ///   - change: what was remembered; the back camera otherwise.
    ///   - sleep: lets the seconds of the self-timer pass.
    init(
        _ change: (inout CameraState) -> Void = { _ in },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws {
        // What an earlier test has pulled out and plugged in again.
        CaptureWorld.current.devices.changes.sync {}
        folder = try TemporaryFolder()
        library = PHPhotoLibrary(folderURL: folder.file("library"))
        var state = CameraState()
        state.cameraID = "simulated:back"
        state.photoFeatures.quality = .speed
        change(&state)
        let stateURL = folder.file("state/camera.json")
        try state.save(to: stateURL)
        model = CameraModel(
            platform: LinuxCapture(),
            store: MediaLibrary(library), storageURL: library.folderURL, stateURL: stateURL, sleep: sleep)
    }

    /// What the next start will find.
    var remembered: CameraState { CameraState.load(from: folder.file("state/camera.json")) }

    /// Lets the window show a frame that comes from now on.
    func waitForFrame() async throws {
        let target = FrameTarget()
        model.previewSource.connect(to: target)
        defer { target.layer.session = nil }
        try await waitUntil { target.layer.latestSampleBuffer != nil }
    }
}

/// A preview that only wants to know whether there is a picture.
@MainActor private final class FrameTarget: PreviewTarget {
    let layer = AVCaptureVideoPreviewLayer()

    func setSession(_ session: AVCaptureSession, onConnected: @escaping @Sendable () -> Void) {
        layer.session = session
        onConnected()
    }
}
