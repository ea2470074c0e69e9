@_spi(Linux) import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Movies whose picture is kept steady, of a phone in a shaking hand.
    @Suite(.ownPhoneOnPatientClock) struct SteadyMovieTests {
        private let output = AVCaptureMovieFileOutput()
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func capture(
            shake: Double, _ mode: AVCaptureVideoStabilizationMode, microphone: Bool = false,
            preset: AVCaptureSession.Preset = .hd1280x720
        ) throws -> SimulatedCapture {
            let capture = try SimulatedCapture(microphone: microphone, preset: preset, outputs: [output])
            capture.phone.setShake(HandShake(strength: shake))
            let connection = try #require(output.connection(with: .video))
            connection.preferredVideoStabilizationMode = mode
            capture.session.startRunning()
            return capture
        }

        /// Records until the output ends the recording by itself.
        private func record(
            _ seconds: Double, shake: Double, _ mode: AVCaptureVideoStabilizationMode, microphone: Bool = false
        ) throws -> MovieProbe {
            let capture = try capture(shake: shake, mode, microphone: microphone)
            defer { capture.session.stopRunning() }
            return try record(seconds, of: capture)
        }

        private func record(_ seconds: Double, of capture: SimulatedCapture) throws -> MovieProbe {
            let url = folder.file("\(UUID().uuidString).mov")
            let delegate = MovieDelegate()
            output.maxRecordedDuration = CMTime(seconds: seconds, preferredTimescale: 600)
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(try #require(delegate.finished()).error?.code == .maximumDurationReached)
            let movie = try MovieProbe(url)
            #expect(movie.complaints == "")
            return movie
        }

        private func places(in movie: MovieProbe) throws -> [MarkTracker.Place] {
            let places = try MarkTracker.places(in: movie)
            let found = places.compactMap(\.self)
            #expect(found.count == places.count && places.count == movie.packets(.video).count)
            return found
        }

        /// What is left of the shake: the jumps from frame to frame, and how far the picture strays.
        @Test(arguments: [
            (AVCaptureVideoStabilizationMode.standard, 0.35, 0.5), (.cinematic, 0.2, 0.3),
        ])
        func aShakingHandIsCompensated(mode: AVCaptureVideoStabilizationMode, jump: Double, spread: Double) throws {
            let shaken = Unsteadiness(try places(in: record(4, shake: 1, .off)))
            let steady = Unsteadiness(try places(in: record(4, shake: 1, mode)))
            // The phone shakes: otherwise there is nothing to compare with.
            #expect(shaken.jump > 1 && shaken.spread > 4)
            #expect(steady.jump < jump * shaken.jump, "\(steady) instead of \(shaken)")
            #expect(steady.spread < spread * shaken.spread, "\(steady) instead of \(shaken)")
        }

        /// The marks are so near each other that a fifth of a pixel looks like a turn by 0.002: the hand shakes more.
        @Test(arguments: [AVCaptureVideoStabilizationMode.standard, .cinematic])
        func aTurningHandIsCompensated(mode: AVCaptureVideoStabilizationMode) throws {
            let shaken = Unsteadiness(try places(in: record(3, shake: 2, .off)))
            let steady = Unsteadiness(try places(in: record(3, shake: 2, mode)))
            #expect(shaken.turn > 0.006)
            #expect(steady.turn < 0.5 * shaken.turn, "\(steady) instead of \(shaken)")
        }

        /// A movie that is not made steady shows the shake as the simulated hand makes it.
        @Test func theShakeIsKnown() throws {
            let movie = try record(2, shake: 1, .off)
            let places = try places(in: movie)
            let numbers = try SceneMovie.readings(of: movie).compactMap { $0?.frameNumber }
            let width = Double(movie.video?.width ?? 0)
            let shakes = numbers.compactMap { HandShake(strength: 1).motion(at: Int64($0) * 1_000_000_000 / 30) }
            #expect(shakes.count == places.count)
            // What the known shake leaves: the marks are near the middle, around which the picture turns.
            let rest = Unsteadiness(
                zip(places, shakes).map { place, shake in
                    MarkTracker.Place(x: place.x - shake.x * width, y: 0, angle: place.angle - shake.angle)
                })
            #expect(rest.spread < 1.5 && rest.turn < 0.0025, "\(rest)")
        }

        @Test(arguments: [AVCaptureVideoStabilizationMode.standard, .cinematic])
        func aPhoneOnATripodStaysStill(mode: AVCaptureVideoStabilizationMode) throws {
            let movie = try record(2, shake: 0, mode)
            #expect(movie.video?.width == 1280 && movie.video?.height == 720)
            let still = Unsteadiness(try places(in: movie))
            #expect(still.spread < 0.15 && still.turn < 0.0005, "\(still)")
        }

        @Test(arguments: [1, 2, 3, 8, 20])
        func shortMoviesHaveEveryFrame(count: Int) throws {
            for mode in [AVCaptureVideoStabilizationMode.standard, .cinematic] {
                // Between two frames.
                let movie = try record((Double(count) - 0.5) / 30, shake: 1, mode)
                let times = movie.packets(.video).map(\.seconds).sorted()
                #expect(times.count == count)
                #expect(zip(times, 0..<count).allSatisfy { abs($0 - Double($1) / 30) < 0.0001 })
            }
        }

        /// The frames that are held back are written, whoever ends the movie.
        @Test(arguments: [true, false])
        func everyFrameUntilTheStopIsInTheMovie(stopsSession: Bool) throws {
            let data = AVCaptureVideoDataOutput()
            data.alwaysDiscardsLateVideoFrames = false
            let capture = try capture(shake: 1, .cinematic)
            capture.session.addOutput(data)
            let seen = TimeCollector()
            data.setSampleBufferDelegate(seen, queue: DispatchQueue(label: "seen"))
            let url = folder.file("stopped.mov")
            let delegate = MovieDelegate()
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            try #require(eventually { output.recordedDuration.seconds >= 0.5 })
            let atStop = seen.times.withLock { $0.last?.seconds }
            if stopsSession { capture.session.stopRunning() } else { output.stopRecording() }
            let record = try #require(delegate.finished())
            #expect(record.error == nil)
            let movie = try MovieProbe(url)
            let times = movie.packets(.video).map { record.startTime.seconds + $0.seconds }.sorted()
            let last = try #require(times.last)
            // Contiguous, and as far as the camera came before it was stopped.
            #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.001 })
            let all = seen.times.withLock { $0.map(\.seconds) }
            if stopsSession {
                #expect(abs(try #require(all.last) - last) < 0.001)
            } else {
                #expect(last >= (try #require(atStop)) - 0.001)
                #expect(abs(try #require(movie.video).durationSeconds - (last - times[0])) < 1.1 / 30)
            }
        }

        @Test func aPauseLeavesOutItsFramesAndNoOthers() throws {
            let capture = try capture(shake: 1, .cinematic, microphone: true)
            let url = folder.file("paused.mov")
            let delegate = MovieDelegate()
            output.startRecording(to: url, recordingDelegate: delegate)
            try #require(eventually { output.recordedDuration.seconds >= 1 })
            output.pauseRecording()
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let seen = Monitor(0)
            layer.setFrameHandler { _ in seen.withLock { $0 += 1 } }
            #expect(seen.wait(timeout: .seconds(60)) { $0 >= 20 ? true : nil } == true)
            layer.session = nil
            let paused = output.recordedDuration.seconds
            output.resumeRecording()
            try #require(eventually { output.recordedDuration.seconds >= paused + 1 })
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            let movie = try MovieProbe(url)
            #expect(movie.complaints == "")
            let times = movie.packets(.video).map(\.seconds).sorted()
            let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
            let cuts = gaps.filter { abs($0 - 1.0 / 30) > 0.001 }
            // What is left before the pause and after it: less than a frame each.
            #expect(cuts.count <= 1 && cuts.allSatisfy { $0 > 0 && $0 < 2.1 / 30 }, "\(gaps)")
            #expect(
                abs(try #require(movie.video).durationSeconds - (try #require(movie.audio).durationSeconds)) < 1.0 / 30)
        }

        @Test(arguments: [AVCaptureVideoStabilizationMode.standard, .cinematic])
        func pictureAndSoundStayInSync(mode: AVCaptureVideoStabilizationMode) throws {
            let movie = try record(4, shake: 0.5, mode, microphone: true)
            let times = movie.packets(.video).map(\.seconds).sorted()
            let view = mode == .standard ? 0.9 : 0.85
            let lights = try SceneMovie.flashes(in: movie, view: view)
            #expect(lights.count == times.count)
            let flashes = SceneMovie.onsets(of: lights, times)
            let beeps = try SceneMovie.beeps(in: movie)
            #expect(flashes.count >= 3)
            for flash in flashes {
                let beep = try #require(beeps.min { abs($0 - flash) < abs($1 - flash) })
                #expect(abs(flash - beep) < 0.020)
            }
        }

        @Test func aModeThatChangesInAMovieLosesNoFrame() throws {
            let capture = try capture(shake: 1, .off, preset: .vga640x480)
            let connection = try #require(output.connection(with: .video))
            let url = folder.file("changed.mov")
            let delegate = MovieDelegate()
            output.startRecording(to: url, recordingDelegate: delegate)
            for (index, mode) in [AVCaptureVideoStabilizationMode.cinematic, .standard, .off, .auto].enumerated() {
                try #require(eventually { output.recordedDuration.seconds >= 0.4 * Double(index + 1) })
                connection.preferredVideoStabilizationMode = mode
            }
            try #require(eventually { output.recordedDuration.seconds >= 2 })
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            #expect(output.recordedFrameCounts.dropped == 0)
            let times = try MovieProbe(url).packets(.video).map(\.seconds).sorted()
            #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.001 })
            withExtendedLifetime(capture) {}
        }
    }

    /// The times of a data output's frames.
    private final class TimeCollector: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
        let times = Monitor<[CMTime]>([])

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            times.withLock { $0.append(sample.presentationTimeStamp) }
        }
    }
}

extension SceneMovie {
    /// Whether the flash of the scene is on in each frame.
    ///
    /// - Parameter view: the part of the camera's width and height that is seen.
    static func flashes(in movie: MovieProbe, view: Double) throws -> [Bool] {
        guard let width = movie.video?.width, let height = movie.video?.height else { return [] }
        let flash = SceneLayout.flash
        func seen(_ place: Double, _ size: Int) -> Int { Int(((place - 0.5) / view + 0.5) * Double(size)) }
        let (x, y) = (seen(flash.x + flash.width / 3, width), seen(flash.y + flash.height / 2, height))
        let frames = try movie.frames(pixelFormat: "gray")
        return stride(from: 0, to: frames.count - width * height + 1, by: width * height).map { offset in
            frames[offset + y * width + x] > 128
        }
    }
}
