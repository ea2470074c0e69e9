import AVCamLinux
import AVFoundation
import CaptureEngine
import Foundation
import Locking
import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

/// Cameras that are plugged in and unplugged, permissions, and a camera that rests while its window is hidden.
extension SimulatedCameraTests {
    @MainActor struct RunningTests {
        private let phone = SimulatedPhone.ofTest
        private let cameras = ["back", "front", "back-ultra-wide", "back-telephoto"]
        private let virtualCameras = ["back-dual", "back-dual-wide", "back-triple", "back-lidar", "front-truedepth"]
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }

        init() throws { studio = try ModelStudio() }

        private func unplugAll() {
            for name in virtualCameras + cameras { phone.unplug(name) }
        }

        @Test func withoutACameraTheStatusSaysSoUntilOneIsPluggedIn() async throws {
            unplugAll()
            await model.start()
            #expect(model.status == .noCamera && model.cameras.isEmpty)
            phone.plug("back")
            try await waitUntil { model.status == .running && model.selectedCameraID == "simulated:back" }
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func theCameraOpensWhileTheMainThreadIsBusy() async throws {
            model.prepare()
            // Stands for the work of building a window: opening the camera must not need the main thread.
            let deadline = ContinuousClock.now + .seconds(30)
            while !phone.isOpen("back-triple"), ContinuousClock.now < deadline { usleep(1000) }
            #expect(phone.isOpen("back-triple") && model.status == .unknown)
            await model.start()
            #expect(model.status == .running && model.selectedCameraID == "simulated:back-triple")
            await model.stop()
            #expect(!phone.isOpen("back-triple"))
        }

        @Test func aPreparedCameraThatIsNeverStartedIsClosed() async throws {
            model.prepare()
            await model.stop()
            #expect(!phone.isOpen("back-triple"))
        }

        @Test func theNextCameraTakesOverWhenTheOneInUseIsUnplugged() async throws {
            await model.start()
            phone.unplug("back")
            try await waitUntil { model.status == .running && model.selectedCameraID != "simulated:back-triple" }
            #expect(!model.cameras.contains { $0.id == "simulated:back-triple" })
            try await studio.waitForFrame()
            await model.capturePhoto()
            #expect(studio.library.fetch(nil).count == 1)
            await model.stop()
        }

        @Test func nothingHasFailedWhileTheNextCameraTakesOver() async throws {
            await model.start()
            let statuses = Statuses()
            statuses.watch(model)
            phone.unplug("back")
            try await waitUntil { model.status == .running && model.selectedCameraID != "simulated:back-triple" }
            #expect(statuses.seen.contains(.unknown))
            #expect(!statuses.seen.contains { if case .failed = $0 { true } else { false } })
            await model.stop()
        }

        /// Each status that a window would show.
        @MainActor private final class Statuses {
            var seen: [CameraStatus] = []

            func watch(_ model: CameraModel) {
                withObservationTracking {
                    seen.append(model.status)
                } onChange: {
                    Task { @MainActor in self.watch(model) }
                }
            }
        }

        @Test func theReasonOfAnInterruptionSurvivesAnotherStart() async throws {
            await model.start()
            phone.body.begin(.otherAppInForeground)
            let interrupted = CameraStatus.interrupted(.videoDeviceNotAvailableWithMultipleForegroundApps)
            try await waitUntil { model.status == interrupted }
            await model.start()
            #expect(model.status == interrupted)
            phone.body.end(.otherAppInForeground)
            try await waitUntil { model.status == .running }
            await model.stop()
        }

        @Test func theEndOfAnInterruptionDoesNotRestartAStoppedCamera() async throws {
            await model.start()
            phone.body.begin(.cameraInUse)
            try await waitUntil { model.status != .running }
            await model.stop()
            let hasEnded = Locking.Mutex(false)
            let session = await model.service.session
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.interruptionEndedNotification, object: session, queue: nil
            ) { _ in hasEnded.withLock { $0 = true } }
            defer { NotificationCenter.default.removeObserver(token) }
            phone.body.end(.cameraInUse)
            try await waitUntil { hasEnded.withLock { $0 } }
            // Gives the event time to reach the model.
            for _ in 0..<1000 { await Task.yield() }
            #expect(model.status == .unknown && !phone.isCameraRunning)
        }

        @Test func aHiddenCameraRestsWhenItsInterruptionEnds() async throws {
            await model.start()
            phone.body.begin(.cameraInUse)
            try await waitUntil { model.status != .running }
            await model.pause()
            #expect(!model.isPaused)
            phone.body.end(.cameraInUse)
            try await waitUntil { model.isPaused }
            try await waitUntil { !phone.isCameraRunning }
            #expect(model.status == .running)
            await model.resume()
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func aCameraThatStallsIsOpenedAgainAlthoughAPhotoWaits() async throws {
            var faults = SimulatedFaults()
            faults.stallAfterMilliseconds = 0
            phone.setFaults(faults, of: "back")
            await model.start()
            let photo = Task { await model.capturePhoto() }
            try await waitUntil { model.isCapturing }
            phone.setFaults(SimulatedFaults(), of: "back")
            await model.restart()
            try await studio.waitForFrame()
            await photo.value
            model.problem = nil
            let before = studio.library.fetch(nil).count
            await model.capturePhoto()
            #expect(model.problem == nil && studio.library.fetch(nil).count == before + 1)
            await model.stop()
        }

        @Test func theMenuFollowsTheConnectedCameras() async throws {
            await model.start()
            #expect(!model.cameras.contains { $0.id == "simulated:external" })
            phone.plug()
            try await waitUntil { model.cameras.contains { $0.id == "simulated:external" } }
            phone.unplug()
            try await waitUntil { !model.cameras.contains { $0.id == "simulated:external" } }
            #expect(model.selectedCameraID == "simulated:back-triple")
            await model.stop()
        }

        @Test func aCameraRunsAgainAfterAllWereUnpluggedAndItReturns() async throws {
            await model.start()
            unplugAll()
            try await waitUntil { model.status == .noCamera }
            phone.plug("back")
            try await waitUntil { model.status == .running }
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func aDeniedPermissionCanBeGrantedLater() async throws {
            phone.setAllowed(false, cameras: true)
            await model.start()
            #expect(model.status == .unauthorized)
            #expect(!PermissionHelp.forCamera.sentence.isEmpty)
            phone.setAllowed(true, cameras: true)
            await model.start()
            #expect(model.status == .running)
            await model.stop()
        }

        @Test func aPermissionCanBeTakenAwayAndGivenBackWhileTheCameraRuns() async throws {
            await model.start()
            #expect(model.status == .running)
            phone.setAllowed(false, cameras: true)
            try await waitUntil { model.status == .unauthorized }
            #expect(!phone.isCameraRunning)
            phone.setAllowed(true, cameras: true)
            await model.start()
            #expect(model.status == .running)
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func moviesAreSilentWithoutPermissionForTheMicrophone() async throws {
            phone.setAllowed(false, cameras: false)
            let studio = try ModelStudio { $0.captureMode = .video }
            await studio.model.start()
            #expect(studio.model.status == .running)
            try await waitUntil { studio.model.soundProblem != nil }
            #expect(studio.model.soundProblem?.description.contains("simulated:microphone") == true)
            // The badge says it, so no message does.
            #expect(studio.model.problem == nil)
            await studio.model.stop()
        }

        @Test func whenTheNewCameraIsBusyTheOldOneStaysInUse() async throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            phone.setFaults(faults, of: "front")
            await model.start()
            await model.selectCamera("simulated:front")
            #expect(model.status == .running && model.selectedCameraID == "simulated:back-triple")
            #expect(model.problem?.description.contains("simulated:front") == true)
            try await studio.waitForFrame()
            #expect(studio.remembered.cameraID == "simulated:back-triple")
            await model.stop()
        }

        @Test func anotherCameraCanBeChosenWhenTheFirstOneFails() async throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            phone.setFaults(faults, of: "back")
            await model.start()
            #expect(model.status.allowsAnotherCamera && model.cameras.count > 1)
            await model.selectCamera("simulated:front")
            #expect(model.status == .running && model.selectedCameraID == "simulated:front" && !model.isSwitching)
            try await studio.waitForFrame()
            await model.stop()
            #expect(studio.remembered.cameraID == "simulated:front")
        }

        @Test func theNextCameraTakesThePlaceOfOneThatFails() async throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            phone.setFaults(faults, of: "back")
            await model.start()
            #expect(model.status.allowsAnotherCamera)
            await model.switchCamera()
            #expect(model.status == .running && model.selectedCameraID != "simulated:back-triple")
            await model.stop()
        }

        @Test func aFreeCameraCanBeChosenDuringAnInterruption() async throws {
            await model.start()
            await model.capturePhoto()
            let photo = try #require(model.lastSaved?.urls.first)
            phone.body.begin(.cameraInUse)
            try await waitUntil { model.status.allowsAnotherCamera }
            await model.selectCamera("file:" + photo.path)
            try await waitUntil { model.status == .running }
            #expect(model.problem == nil)
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func aMoviesDateHasFractionsOfASecond() async throws {
            await model.start()
            await model.switchMode(to: .video)
            for _ in 0..<2 {
                let before = Date()
                await model.toggleRecording()
                try await waitUntil {
                    if case .movieCapture(let progress) = model.captureActivity { progress.frames > 3 } else { false }
                }
                await model.toggleRecording()
                let saved = try #require(model.lastSaved)
                let movie = studio.library.fetch(nil, identifiers: [saved.identifier]).firstObject
                #expect(try #require(movie?.creationDate) > before)
            }
            await model.stop()
        }

        @Test func aRestingCameraIsClosedAndRunsAgain() async throws {
            await model.start()
            await model.pause()
            #expect(model.isPaused && model.status == .running && !phone.isCameraRunning)
            await model.resume()
            #expect(!model.isPaused && phone.isCameraRunning)
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func aRestingCameraTakesAPhotoAndRestsAgain() async throws {
            await model.start()
            await model.pause()
            await model.capturePhoto()
            #expect(model.problem == nil && studio.library.fetch(nil).count == 1)
            try await waitUntil { model.isPaused }
            await model.stop()
        }

        /// - Parameter turns: how far the press has got when the window closes.
        @Test(arguments: [0, 1, 2, 3, 5, 8, 13, 21])
        func aPressBeforeTheWindowClosesIsCaptured(turns: Int) async throws {
            await model.start()
            let photo = Task { await model.capturePhoto() }
            for _ in 0..<turns { await Task.yield() }
            await model.pause()
            await photo.value
            #expect(model.problem == nil && studio.library.fetch(nil).count == 1)
            try await waitUntil { model.isPaused }
            await model.resume()
            await model.switchMode(to: .video)
            let recording = Task { await model.toggleRecording() }
            for _ in 0..<turns { await Task.yield() }
            await model.pause()
            await recording.value
            try await waitUntil { model.captureActivity.isRecording }
            #expect(model.problem == nil && phone.isCameraRunning)
            await model.stop()
            #expect(studio.library.fetch(nil, mediaType: .video).count == 1)
        }

        @Test func aRecordingContinuesWhileTheWindowIsHidden() async throws {
            await model.start()
            await model.switchMode(to: .video)
            await model.toggleRecording()
            await model.pause()
            #expect(!model.isPaused && phone.isCameraRunning)
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 3 } else { false }
            }
            await model.toggleRecording()
            try await waitUntil { model.isPaused }
            #expect(studio.library.fetch(nil, mediaType: .video).count == 1)
            await model.stop()
        }

        @Test func aCameraUnpluggedWhileRestingIsReplacedWhenTheWindowIsShown() async throws {
            await model.start()
            await model.pause()
            phone.unplug("back")
            try await waitUntil { !model.cameras.contains { $0.id == "simulated:back-triple" } }
            #expect(model.isPaused)
            await model.resume()
            try await waitUntil { model.status == .running && model.selectedCameraID != "simulated:back-triple" }
            await model.stop()
        }

        @Test func theIntroductionIsShownOnce() async throws {
            #expect(model.needsIntroduction)
            model.finishIntroduction()
            await model.stop()
            #expect(!model.needsIntroduction && studio.remembered.isIntroduced)
        }

        @Test func pressureIsShownAsItRises() async throws {
            await model.start()
            #expect(model.pressure == .nominal)
            phone.setPressure(DevicePressure(level: .serious))
            try await waitUntil { model.pressure == .serious }
            await model.stop()
        }
    }
}
