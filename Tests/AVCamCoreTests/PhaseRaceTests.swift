import AVFoundation
import Locking
import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

/// A person and the system act at the same time. The model's state must stay consistent.
extension SimulatedCameraTests {
    @MainActor struct PhaseRaceTests {
        private let phone = SimulatedPhone.ofTest
        private let seconds = Seconds()

        /// Lets pending work run, for this many turns.
        private func yield(_ turns: Int = 1000) async {
            for _ in 0..<turns { await Task.yield() }
        }

        /// - Parameter turns: how far the first request has got when the second one comes.
        @Test(arguments: [1, 2, 3, 4, 5, 6, 8, 10])
        func aCameraThatIsStoppedWhileItWakesIsClosed(turns: Int) async throws {
            let model = try ModelStudio().model
            await model.start()
            await model.pause()
            let wake = Task { await model.resume() }
            await yield(turns)
            await model.stop()
            await wake.value
            #expect(model.status == .unknown && !phone.isCameraRunning)
        }

        @Test(arguments: [1, 2, 3, 4, 5, 6, 8, 10])
        func aCameraThatIsHiddenWhileItWakesRests(turns: Int) async throws {
            let model = try ModelStudio().model
            await model.start()
            await model.pause()
            let wake = Task { await model.resume() }
            await yield(turns)
            await model.pause()
            await wake.value
            #expect(model.isPaused && model.status == .running && !phone.isCameraRunning)
            await model.stop()
        }

        @Test(arguments: [1, 2, 3, 5, 8])
        func aStartDuringAStopComesAfterIt(turns: Int) async throws {
            let model = try ModelStudio().model
            await model.start()
            let stop = Task { await model.stop() }
            await yield(turns)
            await model.start()
            await stop.value
            // Whichever came last, the status matches the camera.
            #expect(phone.isCameraRunning == (model.status == .running))
            await model.stop()
            #expect(model.status == .unknown && !phone.isCameraRunning)
        }

        @Test func aFailureFromBeforeTheRestIsIgnored() async throws {
            let model = try ModelStudio().model
            await model.start()
            await model.pause()
            let session = await model.service.session
            NotificationCenter.default.post(
                name: AVCaptureSession.runtimeErrorNotification, object: session,
                userInfo: [AVCaptureSessionErrorKey: AVError(.sessionWasInterrupted)])
            await yield()
            #expect(model.isPaused && model.status == .running)
            await model.resume()
            #expect(model.status == .running && phone.isCameraRunning)
            await model.stop()
        }

        @Test func anInterruptionFromBeforeTheRestIsIgnored() async throws {
            let model = try ModelStudio().model
            await model.start()
            await model.pause()
            let session = await model.service.session
            NotificationCenter.default.post(
                name: AVCaptureSession.wasInterruptedNotification, object: session,
                userInfo: [AVCaptureSessionInterruptionReasonKey: 3])
            await yield()
            await model.resume()
            #expect(model.status == .running && phone.isCameraRunning)
            await model.stop()
        }

        @Test(arguments: [1, 2, 3, 4, 5, 6, 8, 10])
        func theModeStaysWhileARecordingBegins(turns: Int) async throws {
            let studio = try ModelStudio { $0.captureMode = .video }
            let model = studio.model
            await model.start()
            let recording = Task { await model.toggleRecording() }
            await yield(turns)
            await model.switchMode(to: .photo)
            await recording.value
            #expect(model.captureMode == .video && model.problem == nil)
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 3 } else { false }
            }
            await model.stop()
            #expect(studio.library.fetch(nil, mediaType: .video).count == 1)
        }

        /// The recording is reported while the request for it has not ended yet.
        @Test func aPressEndsARecordingThatIsShown() async throws {
            let studio = try ModelStudio { $0.captureMode = .video }
            let model = studio.model
            await model.start()
            await model.toggleRecording()
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 3 } else { false }
            }
            let recording = model.movie
            model.movie = .beginning(Task { model.movie = recording })
            await model.toggleRecording()
            #expect(studio.library.fetch(nil, mediaType: .video).count == 1)
            await model.stop()
        }

        @Test func aRecordingWaitsForAPendingChangeOfMode() async throws {
            let model = try ModelStudio { $0.captureMode = .video }.model
            await model.start()
            let mode = Task { await model.switchMode(to: .photo) }
            await Task.yield()
            await model.toggleRecording()
            await mode.value
            #expect(model.captureMode == .photo && model.problem == nil && !model.captureActivity.isRecording)
            await model.stop()
        }

        @Test func theModelIsSwitchingUntilTheLastSwitchIsOver() async throws {
            let model = try ModelStudio().model
            await model.start()
            let first = Task {
                await model.switchMode(to: .video)
                return model.isSwitching
            }
            let second = Task { await model.selectCamera("simulated:front") }
            #expect(await first.value)
            await second.value
            #expect(!model.isSwitching && model.captureMode == .video && model.selectedCameraID == "simulated:front")
            await model.stop()
        }

        @Test func aCancelledTimerDoesNotEndTheNextOne() async throws {
            let studio = try ModelStudio({ $0.selfTimer = .three }, sleep: { [seconds] _ in try await seconds.next() })
            let model = studio.model
            await model.start()
            let first = Task { await model.capturePhoto() }
            try await waitUntil { model.countdown == 3 }
            model.cancelCountdown()
            let second = Task { await model.capturePhoto() }
            await first.value
            await yield()
            #expect(model.countdown == 3)
            await model.capturePhoto()
            await second.value
            #expect(model.countdown == nil && studio.library.fetch(nil).count == 0)
            await model.stop()
        }

        @Test func whatIsChosenWhileAMovieIsBeingSavedComesAfterIt() async throws {
            let gate = Gate()
            let studio = try ModelStudio({ $0.captureMode = .video }, store: { GatedStore(store: $0, gate: gate) })
            let model = studio.model
            await model.start()
            let recording = Task { await model.toggleRecording() }
            try await waitUntil { model.captureActivity.isRecording }
            let stop = Task { await model.toggleRecording() }
            try await waitUntil { !model.captureActivity.isRecording }
            let choice = Task {
                await model.switchMode(to: .photo)
                await model.selectCamera("simulated:front")
            }
            await yield()
            #expect(model.captureMode == .video)
            // It waits for nothing: it is the next movie's.
            model.movieSpeed = .timeLapse(interval: 0.1)
            #expect(model.movieSpeed == .timeLapse(interval: 0.1))
            gate.open()
            for task in [recording, stop, choice] { await task.value }
            #expect(model.captureMode == .photo && model.selectedCameraID == "simulated:front")
            #expect(model.movieSpeed == .timeLapse(interval: 0.1))
            #expect(try studio.library.assets().count == 1)
            await model.stop()
        }
    }
}

/// A store whose disk is slow: it saves movies once the gate is open.
private struct GatedStore: MediaStore {
    let store: MediaLibrary
    let gate: Gate

    var obstacle: (any Error)? { store.obstacle }
    var thumbnails: AsyncStream<CGImage?> { store.thumbnails }

    func save(_ photo: Photo) async throws -> SavedMedia { try await store.save(photo) }

    func save(_ movie: Movie) async throws -> SavedMedia {
        await gate.isOpen()
        return try await store.save(movie)
    }

    func makeRecordingPlace() async throws -> any MoviePlace { try await store.makeRecordingPlace() }
}

private final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream<Void>.makeStream()

    func open() { continuation.finish() }

    func isOpen() async { for await _ in stream {} }
}
