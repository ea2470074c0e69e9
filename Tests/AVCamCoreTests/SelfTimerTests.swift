import AVCamCore
import AVFoundation
import Foundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

/// A window's self-timer and level.
extension SimulatedCameraTests {
    @MainActor struct SelfTimerTests {
        private let seconds = Seconds()
        private let body = SimulatedPhone.ofTest.body

        private func studio() throws -> ModelStudio {
            try ModelStudio({ $0.selfTimer = .three }, sleep: { [seconds] _ in try await seconds.next() })
        }

        @Test func thePhotoIsTakenWhenTheTimeIsOver() async throws {
            let studio = try studio()
            let model = studio.model
            await model.start()
            let photo = Task { await model.capturePhoto() }
            for left in [3, 2, 1] {
                try await waitUntil { model.countdown == left }
                #expect(studio.library.fetch(nil).count == 0)
                try await seconds.pass()
            }
            await photo.value
            #expect(model.countdown == nil && studio.library.fetch(nil).count == 1)
            await model.stop()
        }

        @Test func aSecondPressCancelsThePhoto() async throws {
            let studio = try studio()
            let model = studio.model
            await model.start()
            let photo = Task { await model.capturePhoto() }
            try await waitUntil { model.countdown == 3 }
            await model.capturePhoto()
            await photo.value
            #expect(model.countdown == nil && studio.library.fetch(nil).count == 0)
            model.selfTimer = .off
            await model.capturePhoto()
            #expect(studio.library.fetch(nil).count == 1)
            await model.stop()
        }

        @Test(arguments: [true, false])
        func changingTheModeOrStoppingCancelsThePhoto(stops: Bool) async throws {
            let studio = try studio()
            let model = studio.model
            await model.start()
            let photo = Task { await model.capturePhoto() }
            try await waitUntil { model.countdown == 3 }
            if stops { await model.stop() } else { await model.switchMode(to: .video) }
            await photo.value
            #expect(model.countdown == nil && studio.library.fetch(nil).count == 0)
            if !stops { await model.stop() }
        }

        @Test func unpluggingTheCameraCancelsThePhoto() async throws {
            let studio = try studio()
            let model = studio.model
            await model.start()
            let photo = Task { await model.capturePhoto() }
            try await waitUntil { model.countdown == 3 }
            SimulatedPhone.ofTest.unplug("back")
            await photo.value
            try await waitUntil {
                model.status == .running && model.problem?.description.contains("was unplugged") == true
            }
            #expect(model.countdown == nil && studio.library.fetch(nil).count == 0)
            await model.stop()
        }

        @Test func theTimerIsRemembered() async throws {
            let studio = try studio()
            #expect(studio.model.selfTimer == .three)
            studio.model.selfTimer = .ten
            await studio.model.stop()
            #expect(studio.remembered.selfTimer == .ten)
        }

        @Test func theLevelFollowsThePhoneWhileItIsEnabled() async throws {
            let studio = try ModelStudio()
            let model = studio.model
            await model.start()
            #expect(model.roll == nil)
            model.isLevelEnabled = true
            try await waitUntil { model.roll == 0 }
            body.tilt(by: 7)
            try await waitUntil { model.roll == 7 }
            body.turn(to: .portrait)
            body.tilt(by: -3.5)
            try await waitUntil { model.roll == -3.5 }
            body.turn(to: .faceUp)
            try await waitUntil { model.roll == nil }
            body.turn(to: .portrait)
            try await waitUntil { model.roll != nil }
            await model.pause()
            try await waitUntil { model.roll == nil }
            await model.stop()
            #expect(studio.remembered.isLevelEnabled)
        }
    }
}
