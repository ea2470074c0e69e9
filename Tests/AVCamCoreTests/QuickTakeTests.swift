import AVFoundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

/// A movie from photo mode, for as long as the shutter is held.
extension SimulatedCameraTests {
    @MainActor struct QuickTakeTests {
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }
        private var phone: SimulatedPhone { .ofTest }

        init() throws { studio = try ModelStudio() }

        private var frames: Int {
            if case .movieCapture(let progress) = model.captureActivity { progress.frames } else { 0 }
        }

        /// Starts the camera and a QuickTake, and waits until it records.
        ///
        /// - Parameter camera: the camera to use; `nil` for the back one.
        private func begin(with camera: String? = nil) async throws -> Task<Void, Never> {
            await model.start()
            if let camera { await model.selectCamera(camera) }
            let take = Task { await model.beginQuickTake() }
            try await waitUntil { frames > 5 }
            return take
        }

        private func count(_ type: PHAssetMediaType) -> Int { studio.library.fetch(nil, mediaType: type).count }

        @Test func itReturnsToPhotoModeWhenItIsReleased() async throws {
            let take = try await begin()
            #expect(model.isQuickTaking && model.captureMode == .video)
            await model.endQuickTake()
            await take.value
            #expect(!model.isQuickTaking && model.captureMode == .photo && model.problem == nil)
            #expect(count(.video) == 1)
            await model.capturePhoto()
            #expect(count(.image) == 1)
            await model.stop()
        }

        @Test func itsModeIsNotRemembered() async throws {
            let take = try await begin()
            model.isLevelEnabled = true
            try await waitUntil { studio.remembered.isLevelEnabled }
            #expect(studio.remembered.captureMode == .photo && model.captureMode == .video)
            await model.endQuickTake()
            await take.value
            await model.stop()
        }

        /// The release comes before the task that changes the mode has run.
        @Test func aReleaseBeforeTheModeHasChangedTakesAPhoto() async throws {
            await model.start()
            let take = Task { await model.beginQuickTake() }
            while !model.isQuickTaking { await Task.yield() }
            #expect(model.captureMode == .photo)
            await model.endQuickTake()
            await take.value
            #expect(!model.isQuickTaking && model.captureMode == .photo && model.problem == nil)
            #expect(count(.image) == 1 && count(.video) == 0)
            await model.stop()
        }

        @Test func aReleaseBeforeTheFirstFrameRecordsOne() async throws {
            await model.start()
            let take = Task { await model.beginQuickTake() }
            while model.movie.isNone { await Task.yield() }
            #expect(frames == 0)
            await model.endQuickTake()
            await take.value
            #expect(model.captureMode == .photo && model.problem == nil)
            #expect(count(.video) == 1 && count(.image) == 0)
            await model.stop()
        }

        @Test func aPressOfTheButtonEndsIt() async throws {
            let take = try await begin()
            await model.toggleRecording()
            await take.value
            #expect(!model.isQuickTaking && model.captureMode == .photo && count(.video) == 1)
            await model.stop()
        }

        @Test func aStopSavesIt() async throws {
            _ = try await begin()
            await model.stop()
            #expect(model.captureMode == .photo && count(.video) == 1)
        }

        @Test func aStopWhileTheModeChangesSavesAPhoto() async throws {
            await model.start()
            let take = Task { await model.beginQuickTake() }
            while !model.isQuickTaking { await Task.yield() }
            await model.stop()
            await take.value
            #expect(!model.isQuickTaking && !model.captureActivity.isRecording && model.status == .unknown)
            #expect(count(.image) == 1 && count(.video) == 0)
            #expect(!phone.isOpen("back-triple"))
        }

        @Test func aHiddenWindowRestsWhenItHasEnded() async throws {
            await model.start()
            let take = Task { await model.beginQuickTake() }
            while !model.isQuickTaking { await Task.yield() }
            await model.pause()
            #expect(!model.isPaused)
            try await waitUntil { frames > 5 }
            await model.endQuickTake()
            await take.value
            try await waitUntil { model.isPaused }
            #expect(count(.video) == 1)
            await model.stop()
        }

        @Test(arguments: [true, false]) func anUnpluggedCameraEndsItInPhotoMode(isReplaced: Bool) async throws {
            phone.plug("external")
            let take = try await begin(with: "simulated:external")
            // The one in use is the last that goes.
            let others = [
                "back", "front", "back-ultra-wide", "back-telephoto", "back-dual", "back-dual-wide", "back-triple",
                "back-lidar", "front-truedepth",
            ]
            for name in (isReplaced ? [] : others) + ["external"] { phone.unplug(name) }
            await take.value
            try await waitUntil { isReplaced ? model.status == .running : model.status == .noCamera }
            #expect(model.captureMode == .photo && !model.isQuickTaking && count(.video) == 1)
            await model.stop()
            #expect(studio.remembered.captureMode == .photo)
        }

        @Test func anInterruptionEndsItInPhotoMode() async throws {
            let take = try await begin()
            phone.body.begin(.otherAppInForeground)
            await take.value
            #expect(model.captureMode == .photo && !model.isQuickTaking && count(.video) == 1)
            phone.body.end(.otherAppInForeground)
            try await waitUntil { model.status == .running }
            await model.capturePhoto()
            #expect(count(.image) == 1)
            await model.stop()
            #expect(studio.remembered.captureMode == .photo)
        }

        @Test func thePreferredCameraWaitsForItsEnd() async throws {
            await model.start()
            await model.selectCamera("simulated:front")
            phone.unplug("front")
            try await waitUntil { model.status == .running && model.selectedCameraID == "simulated:back-triple" }
            let take = Task { await model.beginQuickTake() }
            try await waitUntil { frames > 5 }
            phone.plug("front")
            try await waitUntil { model.cameras.contains { $0.id == "simulated:front" } }
            try await waitUntil { model.isPreferredCameraAwaited }
            #expect(model.selectedCameraID == "simulated:back-triple")
            await model.endQuickTake()
            await take.value
            try await waitUntil { model.selectedCameraID == "simulated:front" && !model.isSwitching }
            #expect(model.captureMode == .photo)
            #expect(count(.video) == 1)
            await model.selectCamera("simulated:back-triple")
            await model.stop()
        }

        @Test func thereIsNoneInVideoMode() async throws {
            await model.start()
            await model.switchMode(to: .video)
            await model.beginQuickTake()
            #expect(!model.isQuickTaking && !model.captureActivity.isRecording)
            await model.stop()
        }
    }
}
