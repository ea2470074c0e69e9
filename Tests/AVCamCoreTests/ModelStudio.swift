import AVCamCore
import AVCamLinux
import Photos
import SimulatedDevices
import TestSupport
import Testing

@_spi(Linux) import AVFoundation

/// A camera model on the simulated phone, with the test's own library and state.
@MainActor final class ModelStudio {
    let folder: TemporaryFolder
    let library: PHPhotoLibrary
    let model: CameraModel

    /// - Parameters:
    ///   - change: the remembered state; by default, the back camera.
    ///   - store: makes the store of what is captured out of the one that the app has.
    ///   - sleep: waits for a second of the self-timer, or for the next photo of a series.
    ///   - now: what series go by.
    init(
        _ change: (inout CameraState) -> Void = { _ in },
        store: (MediaLibrary) -> any MediaStore = { $0 },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws {
        folder = try TemporaryFolder()
        library = PHPhotoLibrary(folderURL: folder.file("library"))
        var state = CameraState()
        state.cameraID = "simulated:back-triple"
        state.photoFeatures.quality = .speed
        change(&state)
        let stateURL = folder.file("state/camera.json")
        try state.save(to: stateURL)
        model = CameraModel(
            platform: LinuxCapture(),
            store: store(MediaLibrary(library)), storageURL: library.folderURL, stateURL: stateURL, sleep: sleep,
            now: now)
    }

    /// The state that the next launch will read.
    var remembered: CameraState { CameraState.load(from: folder.file("state/camera.json")) }

    /// Waits until the preview gets a frame after this call.
    func waitForFrame() async throws {
        let target = FrameTarget()
        model.previewSource.connect(to: target)
        defer { target.layer.session = nil }
        try await waitUntil { target.layer.latestSampleBuffer != nil }
    }
}

/// A preview that only checks whether a frame has arrived.
@MainActor private final class FrameTarget: PreviewTarget {
    let layer = AVCaptureVideoPreviewLayer()

    func setSession(_ session: AVCaptureSession, onConnected: @escaping @Sendable () -> Void) {
        layer.session = session
        onConnected()
    }
}
