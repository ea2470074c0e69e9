import AVCamCore
import Photos
import SimulatedDevices
import TestSupport
import Testing

/// A movie from photo mode, for as long as the shutter is held.
extension SimulatedCameraTests {
    @MainActor struct QuickTakeTests {
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }

        init() throws { studio = try ModelStudio() }

        @Test func itReturnsToPhotoModeWhenItIsReleased() async throws {
            await model.start()
            await model.beginQuickTake()
            #expect(model.isQuickTaking && model.captureMode == .video)
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 5 } else { false }
            }
            await model.endQuickTake()
            #expect(!model.isQuickTaking && model.captureMode == .photo && model.problem == nil)
            #expect(studio.library.fetch(nil).firstObject?.mediaType == .video)
            await model.capturePhoto()
            #expect(studio.library.fetch(nil).count == 2)
            #expect(studio.remembered.captureMode == .photo)
            await model.stop()
        }

        @Test func aReleaseBeforeTheRecordingRecordsNothing() async throws {
            await model.start()
            let begin = Task { await model.beginQuickTake() }
            try await waitUntil { model.isQuickTaking }
            await model.endQuickTake()
            await begin.value
            #expect(!model.isQuickTaking && model.captureMode == .photo && model.problem == nil)
            #expect(studio.library.fetch(nil).count == 0)
            await model.stop()
        }

        @Test func aStopSavesIt() async throws {
            await model.start()
            await model.beginQuickTake()
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 5 } else { false }
            }
            await model.stop()
            #expect(!model.isQuickTaking && studio.library.fetch(nil).count == 1)
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
