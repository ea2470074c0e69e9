import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// What a recording reports when the session changes during it.
extension OnTheSimulatedPhone {
    @Suite struct RecordingChangeTests {
        private let output = AVCaptureMovieFileOutput()
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        enum Change: CaseIterable {
            case inputRemoved, cameraSwitched, outputRemoved, presetSet, formatSet

            func make(_ capture: SimulatedCapture, _ output: AVCaptureOutput) throws {
                let session = capture.session
                let input = try #require(session.inputs.first)
                switch self {
                case .inputRemoved: session.removeInput(input)
                case .cameraSwitched:
                    let front = try #require(AVCaptureDevice(uniqueID: "simulated:front"))
                    session.beginConfiguration()
                    session.removeInput(input)
                    session.addInput(try AVCaptureDeviceInput(device: front))
                    session.commitConfiguration()
                case .outputRemoved: session.removeOutput(output)
                case .presetSet: session.sessionPreset = .hd1280x720
                case .formatSet:
                    try capture.camera.lockForConfiguration()
                    defer { capture.camera.unlockForConfiguration() }
                    capture.camera.activeFormat = try #require(
                        capture.camera.formats.first { $0.formatDescription.dimensions.width == 1280 })
                }
            }
        }

        @Test(arguments: Change.allCases)
        func aChangeOfTheSessionEndsTheRecordingAndKeepsTheFile(change: Change) throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let url = folder.file("changed.mov")
            let delegate = MovieDelegate()
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            #expect(eventually { output.recordedDuration.seconds >= 0.3 })
            try change.make(capture, output)
            let record = try #require(delegate.finished())
            let error = try #require(record.error)
            #expect(error.code == .sessionConfigurationChanged)
            #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
            let movie = try MovieProbe(url)
            #expect(try #require(movie.video).durationSeconds > 0.2)
        }

        @Test func stoppingTheSessionEndsTheRecordingAsStoppingItDoes() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let delegate = MovieDelegate()
            output.startRecording(to: folder.file("stopped.mov"), recordingDelegate: delegate)
            #expect(delegate.started())
            capture.session.stopRunning()
            #expect(try #require(delegate.finished()).error == nil)
        }

        @Test func aRecordingIsRefusedWithoutARunningSessionAndDuringAnother() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let early = MovieDelegate()
            output.startRecording(to: folder.file("early.mov"), recordingDelegate: early)
            #expect(early.finished()?.error?.code == .sessionNotRunning)
            capture.session.startRunning()
            let (first, second) = (MovieDelegate(), MovieDelegate())
            output.startRecording(to: folder.file("first.mov"), recordingDelegate: first)
            output.startRecording(to: folder.file("second.mov"), recordingDelegate: second)
            #expect(second.finished()?.error?.code == .recordingAlreadyInProgress)
            #expect(first.started())
            output.stopRecording()
            #expect(try #require(first.finished()).error == nil)
        }

        /// Records which of the two methods for the start are called.
        private final class BothMethods: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
            let calls = Monitor<[String]>([])

            func fileOutput(
                _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
            ) { calls.withLock { $0.append("start") } }

            func fileOutput(
                _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
                from connections: [AVCaptureConnection]
            ) { calls.withLock { $0.append("start with time") } }

            func fileOutput(
                _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
                from connections: [AVCaptureConnection], error: (any Error)?
            ) { calls.withLock { $0.append("finish") } }
        }

        @Test func theStartIsReportedOnceToADelegateThatWantsItsTime() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let delegate = BothMethods()
            output.startRecording(to: folder.file("both.mov"), recordingDelegate: delegate)
            #expect(delegate.calls.wait(timeout: .seconds(20)) { $0.isEmpty ? nil : true } == true)
            output.stopRecording()
            let calls = delegate.calls.wait(timeout: .seconds(20)) { $0.contains("finish") ? $0 : nil }
            #expect(calls == ["start with time", "finish"])
        }
    }
}
