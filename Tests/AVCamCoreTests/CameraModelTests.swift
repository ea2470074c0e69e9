import AVCamCore
import AVFoundation
import Photos
import TestSupport
import Testing

/// The model that a window shows, on the simulated phone, with a library and a state of the test's own.
extension SimulatedCameraTests {
    @MainActor struct CameraModelTests {
        let folder: TemporaryFolder
        let library: PHPhotoLibrary
        let model: CameraModel

        init() throws {
            folder = try TemporaryFolder()
            library = PHPhotoLibrary(folderURL: folder.file("library"))
            var state = CameraState()
            state.cameraID = "simulated:back"
            try state.save(to: folder.file("state/camera.json"))
            model = CameraModel(library: MediaLibrary(library), stateURL: folder.file("state/camera.json"))
        }

        private func waitForFrames() async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while model.captureActivity.frames < 4 {
                try #require(ContinuousClock.now < deadline && model.problem == nil)
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        @Test func aPhotoIsSaved() async throws {
            await model.start()
            #expect(model.status == .running)
            await model.capturePhoto()
            await model.stop()
            #expect(model.problem == nil)
            let file = try #require(model.lastSaved?.urls.first)
            #expect(try ImageProbe.decode(file).width > 0)
            #expect(library.fetch(nil).firstObject?.localIdentifier == model.lastSaved?.identifier)
        }

        @Test func aRecordingIsSavedWhenItIsEnded() async throws {
            await model.start()
            await model.switchMode(to: .video)
            #expect(model.captureMode == .video && !model.isSwitching)
            await model.toggleRecording()
            try await waitForFrames()
            await model.toggleRecording()
            await model.stop()
            #expect(model.problem == nil)
            let file = try #require(model.lastSaved?.urls.first)
            #expect(try MovieProbe(file).video != nil)
            #expect(library.fetch(nil, mediaType: .video).count == 1)
        }

        @Test func stoppingTheCameraSavesTheRecording() async throws {
            await model.start()
            await model.switchMode(to: .video)
            await model.toggleRecording()
            try await waitForFrames()
            await model.stop()
            #expect(library.fetch(nil, mediaType: .video).count == 1)
        }

        @Test func whatWasChosenIsRemembered() async throws {
            await model.start()
            await model.switchMode(to: .video)
            model.photoFeatures.quality = .speed
            await model.stop()
            let next = CameraModel(library: MediaLibrary(library), stateURL: folder.file("state/camera.json"))
            #expect(next.captureMode == .video && next.photoFeatures.quality == .speed)
        }

        @Test func aStateThatCannotBeReadIsTheDefault() throws {
            let file = try folder.file("damaged.json", contents: Data("{".utf8))
            #expect(CameraState.load(from: file) == CameraState())
            #expect(CameraState.load(from: folder.file("missing.json")) == CameraState())
        }
    }
}

extension CaptureActivity {
    /// Recorded so far.
    fileprivate var frames: Int {
        if case .movieCapture(let progress) = self { progress.frames } else { 0 }
    }
}
