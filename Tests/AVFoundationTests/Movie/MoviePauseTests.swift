@_spi(Linux) import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite(.ownPhoneOnPatientClock) struct MoviePauseTests {
        private final class Delegate: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
            let calls = Monitor<[String]>([])

            private func note(_ call: String) { calls.withLock { $0.append(call) } }

            func wait(for call: String) -> Bool {
                calls.wait(timeout: .seconds(60)) { $0.contains(call) ? true : nil } ?? false
            }

            func fileOutput(
                _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
            ) { note("start") }

            func fileOutput(
                _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
            ) { note("pause") }

            func fileOutput(
                _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL,
                from connections: [AVCaptureConnection]
            ) { note("resume") }

            func fileOutput(
                _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
                from connections: [AVCaptureConnection], error: (any Error)?
            ) { note(error == nil ? "finish" : "fail") }
        }

        private let output = AVCaptureMovieFileOutput()
        private let delegate = Delegate()
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func wait(until seconds: Double) throws {
            try #require(eventually { output.recordedDuration.seconds >= seconds })
        }

        private func wait(forFrames count: Int, of capture: SimulatedCapture) -> Bool {
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            defer { layer.session = nil }
            let seen = Monitor(0)
            layer.setFrameHandler { _ in seen.withLock { $0 += 1 } }
            return seen.wait(timeout: .seconds(60)) { $0 >= count ? true : nil } ?? false
        }

        @Test func aPauseLeavesNoGapAndPictureAndSoundStayInSync() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            capture.session.startRunning()
            let url = folder.file("paused.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            try wait(until: 1.3)
            output.pauseRecording()
            #expect(output.isRecordingPaused && output.isRecording)
            #expect(wait(forFrames: 20, of: capture))
            #expect(delegate.wait(for: "pause"))
            let paused = output.recordedDuration.seconds
            output.resumeRecording()
            #expect(!output.isRecordingPaused)
            try wait(until: paused + 2.3)
            output.stopRecording()
            #expect(delegate.wait(for: "finish"))
            #expect(delegate.calls.withLock { $0 } == ["start", "pause", "resume", "finish"])

            let movie = try MovieProbe(url)
            #expect(movie.complaints == "")
            #expect(try movie.decodingComplaints() == "")
            let times = movie.packets(.video).map(\.seconds).sorted()
            // The last frame before the pause may last a frame longer.
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 2.1 / 30 })
            let readings = try SceneMovie.readings(of: movie)
            let numbers = readings.compactMap { $0?.frameNumber }
            #expect(numbers.count == times.count)
            let jumps = zip(numbers, numbers.dropFirst()).filter { $1 != $0 + 1 }
            #expect(jumps.count == 1)
            #expect(jumps.first.map { $1 - $0 > 15 } == true)
            #expect(
                abs(try #require(movie.video).durationSeconds - (try #require(movie.audio).durationSeconds)) < 1.0 / 30)

            let flashes = SceneMovie.onsets(of: readings.map { $0?.isFlashOn ?? false }, times)
            let beeps = try SceneMovie.beeps(in: movie)
            let last = try #require(flashes.last)
            #expect(last > paused)
            let beep = try #require(beeps.min { abs($0 - last) < abs($1 - last) })
            #expect(abs(last - beep) < 0.020)
        }

        @Test func stoppingAPausedRecordingFinishesItsFile() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let url = folder.file("stopped.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            try wait(until: 0.3)
            output.pauseRecording()
            #expect(wait(forFrames: 10, of: capture))
            output.stopRecording()
            #expect(delegate.wait(for: "finish"))
            #expect(delegate.calls.withLock { $0 } == ["start", "pause", "finish"])
            #expect(!output.isRecordingPaused)
            let movie = try MovieProbe(url)
            #expect(movie.complaints == "")
            #expect(abs(movie.format.durationSeconds - output.recordedDuration.seconds) < 1.0 / 30)
        }

        @Test func pausingIsObservableAndDoesNothingWithoutARecording() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let states = Monitor<[Bool]>([])
            let token = output.observe(\.isRecordingPaused) { output, _ in
                let isPaused = output.isRecordingPaused
                states.withLock { $0.append(isPaused) }
            }
            defer { token.invalidate() }
            output.pauseRecording()
            output.resumeRecording()
            #expect(states.withLock { $0 }.isEmpty)
            capture.session.startRunning()
            output.startRecording(to: folder.file("observed.mov"), recordingDelegate: delegate)
            #expect(delegate.wait(for: "start"))
            output.pauseRecording()
            output.pauseRecording()
            output.resumeRecording()
            output.resumeRecording()
            #expect(states.withLock { $0 } == [true, false])
            output.stopRecording()
            #expect(delegate.wait(for: "finish"))
        }
    }
}
