@_spi(Linux) import AVFoundation
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite(.ownPhoneOnPatientClock) struct MovieRecordingTests {
        private let output = AVCaptureMovieFileOutput()
        private let delegate = MovieDelegate()
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Records until the output ends the recording by itself.
        private func record(_ seconds: Double, _ capture: SimulatedCapture) throws -> MovieProbe {
            let url = folder.file("movie.mov")
            output.maxRecordedDuration = CMTime(seconds: seconds, preferredTimescale: 600)
            capture.session.startRunning()
            output.startRecording(to: url, recordingDelegate: delegate)
            let record = try #require(delegate.finished())
            #expect(record.error?.code == .maximumDurationReached)
            #expect(record.error?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
            return try MovieProbe(url)
        }

        /// A loaded machine may lose frames, which are then reported.
        @Test func tenSecondsHoldEveryFrameAndStayInSync() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            let movie = try record(10, capture)
            #expect(movie.complaints == "")
            #expect(try movie.decodingComplaints() == "")
            let times = movie.packets(.video).map(\.seconds)
            let (written, dropped) = output.recordedFrameCounts
            #expect(times.count == written && (299...301).contains(written + dropped))
            #expect(abs(try #require(movie.video).durationSeconds - 10) <= 1.0 / 30)
            #expect(abs(try #require(movie.audio).durationSeconds - 10) <= 1.0 / 30)

            let readings = try SceneMovie.readings(of: movie)
            #expect(readings.count == times.count)
            let counters = readings.compactMap { $0?.frameNumber }
            #expect(counters.count == times.count)
            let steps = zip(counters, counters.dropFirst()).map { Int($1) - Int($0) }
            #expect(steps.allSatisfy { $0 > 0 } && steps.reduce(0) { $0 + $1 - 1 } <= dropped)

            // At 30 frames a second the flash begins exactly with a frame, and the beep with the flash; unless the
            // encoder left that frame out.
            let left = Set(zip(steps, times.dropFirst()).filter { $0.0 > 1 }.map(\.1))
            let flashes = SceneMovie.onsets(of: readings.map { $0?.isFlashOn ?? false }, times)
                .filter { !left.contains($0) }
            let beeps = try SceneMovie.beeps(in: movie)
            #expect(flashes.count + left.count >= 9 && beeps.count >= 9)
            for flash in flashes {
                let beep = try #require(beeps.min { abs($0 - flash) < abs($1 - flash) })
                #expect(abs(flash - beep) < 0.020)
            }
        }

        @Test func aStoppedRecordingIsPlayableAndReportsNoError() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            capture.session.startRunning()
            let url = folder.file("stopped.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(output.isRecording)
            #expect(delegate.started())
            try #require(eventually { output.recordedDuration.seconds >= 0.5 })
            let recorded = output.recordedDuration.seconds
            output.stopRecording()
            let after = CMClockGetTime(CMClockGetHostTimeClock())
            let record = try #require(delegate.finished())
            #expect(record.error == nil)
            #expect(record.startCount == 1 && record.finishCount == 1)
            #expect(!output.isRecording)
            let movie = try MovieProbe(url)
            #expect(movie.complaints == "")
            #expect(movie.video?.codec_name == "h264")
            #expect(movie.audio?.codec_name == "aac")
            // All that was recorded before the stop is in the file, and nothing from after it. In between is the frame that
            // a busy machine's camera was making.
            let length = try #require(movie.video).durationSeconds
            #expect(length >= recorded - 0.001)
            #expect(length <= CMTimeSubtract(after, record.startTime).seconds + 1.0 / 30)
            #expect(output.recordedFileSize > 0)
        }

        @Test func aMovieOfSoundAloneEndsWithItsMicrophone() throws {
            let session = AVCaptureSession()
            let microphone = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            session.addInput(try AVCaptureDeviceInput(device: microphone))
            session.addOutput(output)
            var faults = SimulatedFaults()
            faults.unplugAfterMilliseconds = 500
            SimulatedPhone.ofTest.setFaults(faults, of: "microphone")
            defer {
                session.stopRunning()
                SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "microphone")
                SimulatedPhone.ofTest.plug("microphone")
            }
            session.startRunning()
            output.startRecording(to: folder.file("sound.mov"), recordingDelegate: delegate)
            #expect(try #require(delegate.finished()).error?.code == .deviceWasDisconnected)
        }

        @Test func theRotationIsInTheMovie() throws {
            let capture = try SimulatedCapture(outputs: [output])
            output.connection(with: .video)?.videoRotationAngle = 90
            let movie = try record(0.5, capture)
            #expect(movie.video?.clockwiseRotation == 90)
            #expect(movie.video?.width == 640)
        }

        @Test func anExistingFileIsNeverOverwritten() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let url = try folder.file("here.mov", contents: Data("precious".utf8))
            output.startRecording(to: url, recordingDelegate: delegate)
            let record = try #require(delegate.finished())
            #expect(record.error?.code == .fileAlreadyExists)
            #expect(record.error?.localizedDescription.contains(url.path) == true)
            #expect(record.startCount == 0)
            #expect(try Data(contentsOf: url) == Data("precious".utf8))
            #expect(!output.isRecording)
        }

        @Test func aMissingFolderIsAnErrorThatNamesIt() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let url = folder.url.appendingPathComponent("missing/movie.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            let record = try #require(delegate.finished())
            let error = try #require(record.error)
            #expect(error.localizedDescription.contains("missing"))
            #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == false)
        }

        @Test func pullingTheCameraOutFinishesTheRecording() throws {
            var faults = SimulatedFaults()
            faults.unplugAfterMilliseconds = 1000
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            defer { SimulatedPhone.ofTest.plug("back") }
            capture.session.startRunning()
            let url = folder.file("cut.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            let record = try #require(delegate.finished())
            #expect(record.error?.code == .deviceWasDisconnected)
            #expect(record.error?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
            let movie = try MovieProbe(url)
            #expect(try movie.decodingComplaints() == "")
            #expect(movie.packets(.video).count > 5)
        }

        @Test func stoppingTheSessionFinishesTheRecording() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            capture.session.startRunning()
            let url = folder.file("session.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            capture.session.stopRunning()
            #expect(delegate.finished().map { $0.error == nil } == true)
            #expect(try MovieProbe(url).complaints == "")
        }

        @Test func aSecondRecordingIsRefusedWhileOneRuns() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            output.startRecording(to: folder.file("one.mov"), recordingDelegate: delegate)
            let second = MovieDelegate()
            output.startRecording(to: folder.file("two.mov"), recordingDelegate: second)
            #expect(second.finished().map { $0.error != nil } == true)
            #expect(delegate.started())
            output.stopRecording()
            #expect(delegate.finished().map { $0.error == nil } == true)
            #expect(!FileManager.default.fileExists(atPath: folder.file("two.mov").path))
        }
    }
}

/// Reads the simulated scene out of a movie.
enum SceneMovie {
    /// What the blocks of each frame say, after decoding by ffmpeg.
    static func readings(of movie: MovieProbe) throws -> [SceneReader.Reading?] {
        guard let width = movie.video?.width, let height = movie.video?.height else { return [] }
        let frames = try movie.frames(pixelFormat: "gray")
        return frames.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - width * height + 1, by: width * height).map { offset in
                bytes.baseAddress.flatMap {
                    SceneReader.read(luma: $0 + offset, bytesPerRow: width, width: width, height: height)
                }
            }
        }
    }

    /// The times at which `states` turn from off to on.
    static func onsets(of states: [Bool], _ times: [Double]) -> [Double] {
        zip(states, zip(states, times).dropFirst()).compactMap { before, now in !before && now.0 ? now.1 : nil }
    }

    /// The times at which the sound becomes loud, in seconds.
    static func beeps(in movie: MovieProbe) throws -> [Double] {
        let rate = Double(movie.audio?.sample_rate ?? "") ?? 48_000
        let samples = try movie.samples()
        let channels = movie.audio?.channels ?? 1
        // 2 ms windows: long enough to hold two periods of the beep.
        let window = Int(rate / 500) * channels
        let levels = stride(from: 0, to: samples.count - window, by: window).map { start in
            samples[start..<start + window].map { Int(abs(Int32($0))) }.max() ?? 0
        }
        let threshold = (levels.max() ?? 0) / 2
        let times = levels.indices.map { Double($0 * window / channels) / rate + (movie.audio?.startSeconds ?? 0) }
        return onsets(of: levels.map { $0 > threshold }, times)
    }
}
