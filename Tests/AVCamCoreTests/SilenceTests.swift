import AVCamCore
import AVFoundation
import CaptureEngine
import Foundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

/// Movies whose microphone cannot be used, or no longer.
extension SimulatedCameraTests {
    @MainActor struct SilenceTests {
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }
        private let phone = SimulatedPhone.ofTest

        init() throws { studio = try ModelStudio { $0.captureMode = .video } }

        /// The number of frames of the movie that is being recorded.
        private var frames: Int {
            if case .movieCapture(let progress) = model.captureActivity { progress.frames } else { 0 }
        }

        /// Records a few frames.
        private func record(while something: () async throws -> Void = {}) async throws -> MovieProbe {
            await model.toggleRecording()
            try await waitUntil { frames > 8 || model.problem != nil }
            // Nothing more would come.
            try #require(model.problem == nil, "\(model.problem as Any)")
            try await something()
            await model.toggleRecording()
            return try MovieProbe(#require(model.lastSaved?.urls.first))
        }

        private func setBusy(_ isBusy: Bool) {
            var faults = SimulatedFaults()
            faults.isBusy = isBusy
            phone.setFaults(faults, of: "microphone")
        }

        /// Expects movies without sound, and a badge that says why.
        private func expectSilence(_ word: String) async throws {
            try await waitUntil {
                model.soundProblem != nil && model.status == .running && model.selectedMicrophoneID == nil
            }
            #expect(model.soundProblem?.description.contains(word) == true, "\(model.soundProblem as Any)")
            #expect(model.captureMode == .video)
            // The badge says it.
            #expect(model.problem == nil)
            #expect(try await record().audio == nil)
        }

        private func expectSound() async throws {
            try await waitUntil { model.soundProblem == nil && model.selectedMicrophoneID == "simulated:microphone" }
            #expect(try await record().audio != nil)
            #expect(model.problem == nil)
            await model.stop()
            #expect(studio.remembered.recordsSound)
        }

        /// Expects that trying again helps when the microphone can be used, and not before.
        private func expectSoundWhenTriedAgain(after mend: () -> Void) async throws {
            await model.mendSound()
            #expect(model.status == .running && model.soundProblem != nil && model.selectedMicrophoneID == nil)
            mend()
            #expect(model.soundProblem != nil)
            await model.mendSound()
            try await expectSound()
        }

        // MARK: From the start

        @Test func videoNeedsNoPermissionForTheMicrophone() async throws {
            phone.setAllowed(false, cameras: false)
            let studio = try ModelStudio()
            await studio.model.start()
            #expect(studio.model.soundProblem == nil && studio.model.problem == nil)
            await studio.model.switchMode(to: .video)
            #expect(studio.model.captureMode == .video && studio.model.status == .running)
            try await waitUntil { studio.model.soundProblem != nil }
            await studio.model.stop()
            await model.start()
            try await expectSilence("permission")
            try await expectSoundWhenTriedAgain { phone.setAllowed(true, cameras: false) }
        }

        @Test func aBusyMicrophoneDoesNotPreventVideo() async throws {
            setBusy(true)
            await model.start()
            try await expectSilence("Another program")
            try await expectSoundWhenTriedAgain { setBusy(false) }
        }

        @Test func aMissingMicrophoneIsUsedWhenItComes() async throws {
            phone.unplug("microphone")
            await model.start()
            try await expectSilence("No microphone")
            phone.plug("microphone")
            try await expectSound()
        }

        @Test func aMicrophoneThatComesDuringAMovieIsUsedAfterIt() async throws {
            phone.unplug("microphone")
            await model.start()
            let movie = try await record {
                phone.plug("microphone")
                try await waitUntil { !model.microphones.isEmpty }
                #expect(model.soundProblem != nil)
            }
            #expect(movie.audio == nil)
            try await expectSound()
        }

        // MARK: During use

        @Test func anUnpluggedMicrophoneIsReportedAndUsedWhenItReturns() async throws {
            await model.start()
            phone.unplug("microphone")
            // The sentence depends on whether the microphone had been opened by then.
            try await expectSilence("unplugged")
            phone.plug("microphone")
            try await expectSound()
        }

        @Test func aMovieGoesOnWithoutItsMicrophone() async throws {
            await model.start()
            let movie = try await record {
                phone.unplug("microphone")
                try await waitUntil { model.soundProblem != nil }
                expectLossToBeSaid()
                let count = frames
                try await waitUntil { frames > count + 8 }
                #expect(model.soundProblem != nil)
            }
            #expect(movie.audio != nil && movie.video != nil)
            expectMessage("Simulated Microphone stopped during the recording; the rest of the movie has no sound.")
            try await expectSilence("Simulated Microphone was unplugged")
            phone.plug("microphone")
            try await expectSound()
        }

        @Test func aMicrophoneThatIsRefusedDuringAMovieIsMissingFromThenOn() async throws {
            await model.start()
            let movie = try await record {
                phone.setAllowed(false, cameras: false)
                try await waitUntil { model.soundProblem != nil }
                #expect(!phone.isOpen("microphone"))
                #expect(model.soundProblem?.description.contains("permission") == true)
                expectLossToBeSaid()
                let count = frames
                try await waitUntil { frames > count + 8 }
                #expect(model.soundProblem != nil)
            }
            #expect(movie.audio != nil && movie.video != nil)
            expectMessage("Simulated Microphone stopped during the recording; the rest of the movie has no sound.")
            try await expectSilence("permission")
            try await expectSoundWhenTriedAgain { phone.setAllowed(true, cameras: false) }
        }

        @Test func aMicrophoneThatIsRefusedBetweenMoviesIsClosed() async throws {
            await model.start()
            #expect(phone.isOpen("microphone") && model.soundProblem == nil)
            phone.setAllowed(false, cameras: false)
            try await expectSilence("permission")
            #expect(!phone.isOpen("microphone"))
            try await expectSoundWhenTriedAgain { phone.setAllowed(true, cameras: false) }
        }

        @Test func aMicrophoneThatReturnsDuringAMovieIsHeardInIt() async throws {
            await model.start()
            let movie = try await record {
                phone.unplug("microphone")
                try await waitUntil { model.soundProblem != nil }
                expectLossToBeSaid()
                phone.plug("microphone")
                try await waitUntil {
                    model.soundProblem == nil && model.selectedMicrophoneID == "simulated:microphone"
                }
                let count = frames
                // The scene beeps once a second.
                try await waitUntil { frames > count + 45 }
            }
            expectMessage(
                "Simulated Microphone stopped for a while during the recording; that part of the movie has no sound.")
            let lastSecond = try movie.samples().suffix(48_000 * #require(movie.audio?.channels))
            #expect(lastSecond.contains { abs(Int($0)) > 1000 })
            try await expectSound()
        }

        @Test func aMicrophoneThatIsBusyWhenItReturnsIsMissedOn() async throws {
            await model.start()
            _ = try await record {
                phone.unplug("microphone")
                try await waitUntil { model.soundProblem != nil && model.microphones.isEmpty }
                setBusy(true)
                phone.plug("microphone")
                try await waitUntil { model.soundProblem?.description.contains("Another program") == true }
                let count = frames
                try await waitUntil { frames > count + 8 }
                #expect(model.soundProblem != nil)
            }
            expectMessage("Simulated Microphone stopped during the recording; the rest of the movie has no sound.")
            await model.stop()
            setBusy(false)
        }

        /// Said at the moment when something can be done about it.
        private func expectLossToBeSaid() {
            #expect(model.problem?.description.contains("Simulated Microphone") == true, "\(model.problem as Any)")
            #expect(model.problem?.outcome?.description == "The recording goes on without sound.")
            #expect(model.problem?.isOfEndedRecording == false)
            model.problem = nil
        }

        private func expectMessage(_ sentence: String) {
            #expect(model.problem?.description == sentence)
            model.problem = nil
        }

        @Test func aMicrophoneThatReturnsDuringAMovieIsUsedAfterIt() async throws {
            await model.start()
            _ = try await record {
                phone.unplug("microphone")
                try await waitUntil { model.soundProblem != nil && model.microphones.isEmpty }
                phone.plug("microphone")
                try await waitUntil { !model.microphones.isEmpty }
            }
            model.problem = nil
            try await expectSound()
        }

        @Test func anUnpluggedMicrophoneIsReplacedUntilItReturns() async throws {
            let clock = MonotonicClock.shared
            let phone = SimulatedPhone(clock: clock)
            let fakes = FakeBackend(["mic-built-in"])
            let world = CaptureWorld(backends: [phone, fakes], host: Nowhere(), clock: clock)
            defer { world.end() }
            try await CaptureWorld.$current.withValue(world) {
                let studio = try ModelStudio { $0.captureMode = .video }
                let model = studio.model
                await model.start()
                #expect(model.selectedMicrophoneID == "simulated:microphone")
                phone.unplug("microphone")
                try await waitUntil { model.selectedMicrophoneID == "fake:mic-built-in" }
                try await waitUntil { model.soundProblem == nil }
                #expect(fakes["mic-built-in"].isStarted && model.problem == nil)
                phone.plug("microphone")
                try await waitUntil { model.selectedMicrophoneID == "simulated:microphone" }
                #expect(!fakes["mic-built-in"].isStarted && phone.isOpen("microphone"))
                #expect(model.soundProblem == nil && model.problem == nil)
                await model.stop()
            }
        }

        @Test func aMicrophoneUnpluggedInPhotoModeIsReplacedForMovies() async throws {
            await model.start()
            await model.switchMode(to: .photo)
            phone.unplug("microphone")
            try await waitUntil { model.microphones.isEmpty }
            #expect(model.soundProblem == nil)
            await model.switchMode(to: .video)
            try await expectSilence("Simulated Microphone was unplugged")
            phone.plug("microphone")
            try await expectSound()
        }

        @Test func aMicrophoneThatIsBusyAfterAnInterruptionIsReported() async throws {
            await model.start()
            phone.body.begin(.cameraInUse)
            try await waitUntil { model.status != .running }
            setBusy(true)
            phone.body.end(.cameraInUse)
            try await expectSilence("Another program")
            try await expectSoundWhenTriedAgain { setBusy(false) }
        }

        // MARK: Calls

        @Test func aCallTakesTheSoundUntilItEnds() async throws {
            await model.start()
            #expect(model.soundProblem == nil)
            phone.body.begin(.microphoneInUse)
            try await expectSilence("A call")
            // Trying again does not take the microphone from the call.
            await model.mendSound()
            try await expectSilence("A call")
            phone.body.end(.microphoneInUse)
            try await expectSound()
        }

        @Test func aCallBeforeTheStartTakesTheSoundUntilItEnds() async throws {
            phone.body.begin(.microphoneInUse)
            await model.start()
            try await expectSilence("A call")
            phone.body.end(.microphoneInUse)
            try await expectSound()
        }

        @Test func aCallThatEndsDuringAMovieGivesTheSoundBackAfterIt() async throws {
            phone.body.begin(.microphoneInUse)
            await model.start()
            try await waitUntil { model.soundProblem != nil && model.status == .running }
            #expect(try await record { phone.body.end(.microphoneInUse) }.audio == nil)
            try await expectSound()
        }

        // MARK: Choices

        @Test func soundCanBeTurnedOffWhileTheMicrophoneIsLeftOut() async throws {
            setBusy(true)
            await model.start()
            try await waitUntil { model.soundProblem != nil }
            await model.selectMicrophone(nil)
            try await waitUntil { model.soundProblem == nil }
            #expect(model.problem == nil && model.selectedMicrophoneID == nil)
            await model.stop()
            #expect(!studio.remembered.recordsSound)
        }

        @Test func aChosenMicrophoneThatIsBusyIsAnError() async throws {
            await model.start()
            await model.selectMicrophone(nil)
            setBusy(true)
            await model.selectMicrophone("simulated:microphone")
            #expect(model.problem != nil && model.selectedMicrophoneID == nil)
            // Nobody misses a sound that was turned off.
            #expect(model.soundProblem == nil && model.status == .running)
            await model.stop()
        }
    }
}
