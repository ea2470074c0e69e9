import AVCamCore
import AVFoundation
import Foundation
import SimulatedDevices
import TestSupport
import Testing

/// Time-lapse and slow motion, recorded by a window's model.
extension SimulatedCameraTests {
    @MainActor struct MovieSpeedTests {
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }

        init() throws { studio = try ModelStudio { $0.captureMode = .video } }

        private func frames() -> Int {
            if case .movieCapture(let progress) = model.captureActivity { progress.frames } else { 0 }
        }

        /// Records until the movie has so many frames.
        private func record(_ count: Int) async throws -> MovieProbe {
            await model.toggleRecording()
            try await waitUntil { frames() >= count }
            await model.toggleRecording()
            #expect(model.problem == nil && model.captureActivity == .idle)
            return try MovieProbe(#require(model.lastSaved?.urls.first))
        }

        private func times(of movie: MovieProbe) -> [Double] {
            movie.packets(.video).compactMap { $0.pts_time.flatMap(Double.init) }
        }

        @Test func aTimeLapsePlaysThirtyFramesASecondWithoutSound() async throws {
            await model.start()
            model.movieSpeed = .timeLapse(interval: 0.1)
            let movie = try await record(12)
            #expect(model.soundProblem == nil)
            #expect(movie.complaints.isEmpty && movie.audio == nil)
            #expect(movie.video?.width == 1920 && movie.video?.r_frame_rate == "30/1")
            for (index, time) in times(of: movie).enumerated() { #expect(abs(time - Double(index) / 30) < 0.001) }
            await model.stop()
            #expect(studio.remembered.movieSpeed == .timeLapse(interval: 0.1))
        }

        /// A press begins a movie of the speed that is shown at this moment.
        @Test func theSpeedStaysWhileARecordingBegins() async throws {
            await model.start()
            #expect(!model.isBeginningMovie)
            let beginning = Task { await model.toggleRecording() }
            try await waitUntil { model.isBeginningMovie }
            model.movieSpeed = .timeLapse(interval: 0.1)
            #expect(model.movieSpeed == .normal)
            await beginning.value
            #expect(!model.isBeginningMovie && model.problem == nil)
            model.movieSpeed = .slowMotion
            #expect(model.movieSpeed == .normal)
            try await waitUntil { frames() >= 5 }
            await model.toggleRecording()
            let movie = try MovieProbe(#require(model.lastSaved?.urls.first))
            #expect(movie.complaints.isEmpty && movie.audio != nil)
            model.movieSpeed = .slowMotion
            #expect(model.movieSpeed == .slowMotion)
            await model.stop()
        }

        @Test func whatHappensDuringAPauseIsNotInATimeLapse() async throws {
            await model.start()
            model.movieSpeed = .timeLapse(interval: 0.1)
            await model.toggleRecording()
            try await waitUntil { frames() >= 3 }
            await model.togglePause()
            try await waitUntil { model.captureActivity.isRecordingPaused }
            let count = frames()
            try await studio.waitForFrame()
            try await studio.waitForFrame()
            #expect(frames() == count)
            await model.togglePause()
            try await waitUntil { frames() > count }
            await model.toggleRecording()
            let movie = try MovieProbe(#require(model.lastSaved?.urls.first))
            let shown = times(of: movie)
            #expect(shown.count > count && abs(shown[count] - shown[count - 1] - 1.0 / 30) < 0.001)
            await model.stop()
        }

        @Test func slowMotionPlaysAFourthAsFast() async throws {
            await model.start()
            model.videoFormat = VideoFormat(width: 1280, height: 720, frameRate: 30)
            model.movieSpeed = .slowMotion
            try await waitUntil { model.videoFormatInUse == VideoFormat(width: 1280, height: 720, frameRate: 120) }
            let movie = try await record(40)
            #expect(movie.complaints.isEmpty && movie.audio == nil && movie.video?.width == 1280)
            // Frames that a busy machine has dropped leave gaps of whole thirtieths.
            let shown = times(of: movie)
            for (one, next) in zip(shown, shown.dropFirst()) {
                let frames = (next - one) * 30
                #expect(frames > 0.9 && abs(frames - frames.rounded()) < 0.1)
            }
            model.movieSpeed = .normal
            try await waitUntil { model.videoFormatInUse == VideoFormat(width: 1280, height: 720, frameRate: 30) }
            await model.stop()
        }

        @Test func aCameraThatIsTooSlowForSlowMotionRecordsNormalMovies() async throws {
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            await model.start()
            model.movieSpeed = .slowMotion
            await model.selectCamera("simulated:external")
            #expect(model.problem == nil && !model.capabilities.hasSlowMotion)
            #expect(model.videoFormatInUse?.frameRate == 30)
            #expect(try await record(8).video != nil)
            await model.stop()
        }

        @Test func aQuickTakeIsNeverATimeLapse() async throws {
            await model.start()
            model.movieSpeed = .timeLapse(interval: 10)
            await model.switchMode(to: .photo)
            let take = Task { await model.beginQuickTake() }
            try await waitUntil { frames() > 8 }
            await model.endQuickTake()
            await take.value
            #expect(try MovieProbe(#require(model.lastSaved?.urls.first)).audio != nil)
            await model.stop()
        }

        @Test func unpluggingTheCameraKeepsTheTimeLapse() async throws {
            SimulatedPhone.ofTest.plug()
            await model.start()
            await model.selectCamera("simulated:external")
            model.movieSpeed = .timeLapse(interval: 0.1)
            await model.toggleRecording()
            try await waitUntil { frames() >= 3 }
            SimulatedPhone.ofTest.unplug()
            try await waitUntil { model.lastSaved != nil && model.captureActivity == .idle }
            #expect(try MovieProbe(#require(model.lastSaved?.urls.first)).packets(.video).count >= 3)
            try await waitUntil { model.problem != nil }
            await model.stop()
        }
    }
}
