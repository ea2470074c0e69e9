import AVFoundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore
import AVCamLinux

/// The model behind a window, on the simulated phone, with the test's own library and state.
extension SimulatedCameraTests {
    @MainActor struct CameraModelTests {
        let folder: TemporaryFolder
        let library: PHPhotoLibrary
        let model: CameraModel

        init() throws {
            folder = try TemporaryFolder()
            library = PHPhotoLibrary(folderURL: folder.file("library"))
            var state = CameraState()
            state.cameraID = "simulated:back-triple"
            try state.save(to: folder.file("state/camera.json"))
            model = CameraModel(
                platform: LinuxCapture(),
                store: MediaLibrary(library), storageURL: library.folderURL, stateURL: folder.file("state/camera.json"))
        }

        private func waitForFrames() async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while model.captureActivity.frames < 4 {
                try #require(ContinuousClock.now < deadline && model.problem == nil)
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        @Test func whatWasSetByHandEndsWithAMessage() async throws {
            await model.start()
            await model.setManual(.focus, to: 0.3)
            #expect(model.manual[.focus] != nil && model.problem == nil)
            await model.switchMode(to: .video)
            #expect(model.manual.isEmpty)
            #expect(
                model.problem?.description == "Everything is automatic again; manual settings were reset.")
            model.problem = nil
            await model.switchMode(to: .photo)
            #expect(model.problem == nil)
            await model.stop()
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

        @Test func aRecordingIsSavedWhenItEnds() async throws {
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

        @Test func choicesAreRemembered() async throws {
            await model.start()
            await model.switchMode(to: .video)
            model.photoFeatures.quality = .speed
            await model.stop()
            let next = CameraModel(
                platform: LinuxCapture(),
                store: MediaLibrary(library), storageURL: library.folderURL, stateURL: folder.file("state/camera.json"))
            #expect(next.captureMode == .video && next.photoFeatures.quality == .speed)
        }

        @Test func theAppAndItsExtensionShareChoices() async throws {
            let other = CameraModel(
                platform: LinuxCapture(),
                store: MediaLibrary(library), storageURL: library.folderURL, stateURL: folder.file("state/camera.json"))
            await model.start()
            model.photoFeatures.format = PhotoFormat(.heic)
            model.isHDRVideoEnabled = true
            await model.stop()
            #expect(other.photoFeatures.format == .jpeg)
            await other.start()
            #expect(other.photoFeatures.format == PhotoFormat(.heic) && other.isHDRVideoEnabled)
            await other.stop()
        }

        @Test func aStateThatCannotBeSavedIsReported() async throws {
            let blocked = try folder.file("file", contents: Data())
            let model = CameraModel(
                platform: LinuxCapture(),
                store: MediaLibrary(library), storageURL: library.folderURL,
                stateURL: blocked.appendingPathComponent("camera.json"))
            model.photoFeatures.quality = .speed
            await model.saving?.value
            #expect(model.problem?.description.contains("cannot be saved") == true)
        }

        @Test func anotherCameraCanBeChosenFromTheList() async throws {
            await model.start()
            #expect(model.selectedCameraID == "simulated:back-triple")
            #expect(model.cameras.contains { $0.id == "simulated:front" && $0.isFront })
            await model.selectCamera("simulated:front")
            #expect(model.selectedCameraID == "simulated:front" && !model.isSwitching && model.problem == nil)
            await model.selectCamera("simulated:back-triple")
            await model.stop()
        }

        @Test func aLivePhotoIsOneItemWithAThumbnail() async throws {
            await model.start()
            model.photoFeatures.isLivePhotoEnabled = true
            model.photoFeatures.quality = .speed
            // On a busy machine, no frame may be recorded in time. The photo then has no movie.
            for _ in 0..<10 where model.lastSaved?.urls.count != 2 { await model.capturePhoto() }
            #expect(model.lastSaved?.urls.map(\.pathExtension) == ["jpg", "mov"])
            try await waitUntil { model.thumbnail != nil }
            #expect(max(model.thumbnail?.width ?? 0, model.thumbnail?.height ?? 0) <= 512)
            await model.stop()
            let asset = try #require(library.fetch(nil).lastObject)
            #expect(asset.mediaSubtypes.contains(.photoLive))
            // What the camera made is one for the photo library's readers, too: as an asset, and as two files.
            let files = PHAssetResource.assetResources(for: asset).map(\.fileURL)
            let ofFiles = await withCheckedContinuation { continuation in
                PHLivePhoto.request(
                    withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit
                ) { photo, _ in continuation.resume(returning: photo) }
            }
            let size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
            #expect(ofFiles?.size == size)
        }

        @Test func featuresThatTheCameraLacksAreLeftOutButRemembered() async throws {
            model.photoFeatures.bracket = [-50, 0]
            model.photoFeatures.quality = .speed
            await model.start()
            #expect(model.status == .running)
            await model.capturePhoto()
            await model.stop()
            #expect(model.problem == nil && model.photoFeatures.bracket == [-50, 0])
            #expect(library.fetch(nil).count == 1)
        }

        @Test func anInterruptionIsShownAndEnds() async throws {
            let body = SimulatedPhone.ofTest.body
            defer { body.end(.cameraInUse) }
            await model.start()
            body.begin(.cameraInUse)
            try await waitUntil { model.status != .running }
            #expect(model.status == .interrupted(.videoDeviceInUseByAnotherClient))
            body.end(.cameraInUse)
            try await waitUntil { model.status == .running }
            await model.stop()
        }

        @Test func thePhonesButtonTakesPhotos() async throws {
            model.photoFeatures.quality = .speed
            await model.start()
            SimulatedPhone.ofTest.body.press(.cameraControl, .began)
            SimulatedPhone.ofTest.body.press(.cameraControl, .ended)
            try await waitUntil { model.lastSaved != nil || model.problem != nil }
            #expect(model.problem == nil)
            await model.stop()
        }

        @Test func thePreviewModelBehavesLikeACamera() async {
            let camera: any Camera = PreviewCameraModel()
            await camera.start()
            await camera.switchCamera()
            await camera.switchMode(to: .video)
            await camera.toggleRecording()
            await camera.setZoom(100, isGradual: false)
            #expect(camera.status == .running && camera.selectedCameraID == "preview:front")
            #expect(camera.captureMode == .video && camera.captureActivity.isRecording)
            #expect(camera.cameraSettings.zoom == camera.capabilities.zoom.upperBound)
        }

        @Test func anOlderStateIsReadAsFarAsPossible() throws {
            let file = try folder.file("old.json", contents: Data(#"{"photoFeatures":{"quality":"speed"}}"#.utf8))
            let state = CameraState.load(from: file)
            #expect(state.photoFeatures == PhotoFeatures(quality: .speed) && state.captureMode == .photo)
        }

        @Test func anUnreadableStateIsReplacedByTheDefault() throws {
            let file = try folder.file("damaged.json", contents: Data("{".utf8))
            #expect(CameraState.load(from: file) == CameraState())
            #expect(CameraState.load(from: folder.file("missing.json")) == CameraState())
        }
    }
}

extension CaptureActivity {
    /// The number of frames recorded so far.
    fileprivate var frames: Int {
        if case .movieCapture(let progress) = self { progress.frames } else { 0 }
    }
}
