import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// What a session reported about its interruptions, in order.
final class InterruptionLog: Sendable {
    let events = Monitor<[String]>([])
    private struct Tokens: @unchecked Sendable {  // only handed back to the notification center
        var list: [any NSObjectProtocol] = []
    }
    private let tokens = Mutex(Tokens())

    init(_ session: AVCaptureSession) {
        let names = [
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
            AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
        ]
        for name in names {
            let token = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
                self.add(note)
            }
            let box = Tokens(list: [token])
            tokens.withLock { $0.list += box.list }
        }
    }

    deinit { end() }

    func end() {
        for token in tokens.withLock({ $0.list }) { NotificationCenter.default.removeObserver(token) }
    }

    private func add(_ note: Notification) {
        let reason = (note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int).map { " \($0)" } ?? ""
        let name = note.name.rawValue.dropFirst("AVCaptureSession".count).dropLast("Notification".count)
        events.withLock { $0.append(name + reason) }
    }

    func wait(_ count: Int) -> [String]? {
        events.wait(timeout: .seconds(10)) { $0.count >= count ? $0 : nil }
    }
}

extension SimulatedCapture {
    /// Runs until something takes the devices away.
    ///
    /// - Returns: the session's three reports about it.
    func startAndBeInterrupted(by interruption: SimulatedBody.Interruption) -> InterruptionLog {
        let log = InterruptionLog(session)
        session.startRunning()
        SimulatedPhone.ofTest.body.begin(interruption)
        #expect(log.wait(3) != nil)
        return log
    }
}

extension OnTheSimulatedPhone {
    @Suite final class InterruptionTests {
        private let body = SimulatedPhone.ofTest.body

        deinit {
            for interruption in SimulatedBody.Interruption.allCases { body.end(interruption) }
            body.setLocked(false)
        }

        private func capture(_ collector: FrameCollector? = nil, microphone: Bool = false) throws -> SimulatedCapture {
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            return try SimulatedCapture(microphone: microphone, outputs: [output, AVCaptureAudioDataOutput()])
        }

        @Test func theReasonsHaveTheDocumentedValues() {
            let reasons: [AVCaptureSession.InterruptionReason] = [
                .videoDeviceNotAvailableInBackground, .audioDeviceInUseByAnotherClient,
                .videoDeviceInUseByAnotherClient, .videoDeviceNotAvailableWithMultipleForegroundApps,
                .videoDeviceNotAvailableDueToSystemPressure,
            ]
            #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
        }

        @Test(arguments: [
            (SimulatedBody.Interruption.background, 1), (.microphoneInUse, 2), (.cameraInUse, 3),
            (.otherAppInForeground, 4), (.pressure, 5), (.sleep, 1),
        ])
        func aSessionStopsAndStartsAgain(interruption: SimulatedBody.Interruption, reason: Int) throws {
            let capture = try capture(microphone: true)
            let log = InterruptionLog(capture.session)
            defer { log.end() }
            capture.session.startRunning()
            body.begin(interruption)
            #expect(log.wait(3) == ["DidStartRunning", "DidStopRunning", "WasInterrupted \(reason)"])
            #expect(capture.session.isInterrupted && !capture.session.isRunning)
            body.end(interruption)
            #expect(log.wait(5)?.suffix(2) == ["DidStartRunning", "InterruptionEnded"])
            #expect(!capture.session.isInterrupted && capture.session.isRunning)
            #expect(capture.errors.all.isEmpty)
        }

        @Test func lockingThePhoneTakesTheCameraAway() throws {
            let capture = try capture()
            let log = InterruptionLog(capture.session)
            defer { log.end() }
            capture.session.startRunning()
            body.setLocked(true)
            #expect(log.wait(3)?.last == "WasInterrupted 1")
            body.setLocked(false)
            #expect(log.wait(5)?.last == "InterruptionEnded")
        }

        @Test func aCallLeavesASessionWithoutSoundAlone() throws {
            let frames = Monitor(0)
            let collector = FrameCollector(limit: 0) { frames.withLock { $0 += 1 } }
            let capture = try capture(collector)
            capture.session.startRunning()
            body.begin(.microphoneInUse)
            let before = frames.withLock { $0 }
            #expect(frames.wait(timeout: .seconds(10)) { $0 > before + 3 ? true : nil } == true)
            #expect(!capture.session.isInterrupted)
        }

        @Test func multitaskingAccessKeepsTheCameraBesideAnotherApp() throws {
            let capture = try capture()
            let log = InterruptionLog(capture.session)
            defer { log.end() }
            #expect(capture.session.isMultitaskingCameraAccessSupported)
            capture.session.startRunning()
            body.begin(.otherAppInForeground)
            #expect(log.wait(3)?.last == "WasInterrupted 4")
            capture.session.isMultitaskingCameraAccessEnabled = true
            #expect(log.wait(5)?.last == "InterruptionEnded")
        }

        @Test func aSessionStartedMeanwhileWaitsForTheEnd() throws {
            let capture = try capture()
            let log = InterruptionLog(capture.session)
            defer { log.end() }
            body.begin(.cameraInUse)
            capture.session.startRunning()
            #expect(log.wait(1) == ["WasInterrupted 3"])
            #expect(!capture.session.isRunning)
            body.end(.cameraInUse)
            #expect(log.wait(3)?.suffix(2) == ["DidStartRunning", "InterruptionEnded"])
        }

        @Test func aSessionStoppedMeanwhileStaysStopped() throws {
            let capture = try capture()
            let log = capture.startAndBeInterrupted(by: .pressure)
            defer { log.end() }
            capture.session.stopRunning()
            #expect(capture.session.isInterrupted)
            body.end(.pressure)
            #expect(log.wait(4)?.last == "InterruptionEnded")
            #expect(!capture.session.isRunning && !capture.session.isInterrupted)
        }

        @Test func anInterruptionByHeatStatesThePressure() throws {
            let capture = try capture()
            let states = Monitor<[AVCaptureDevice.SystemPressureState.Level]>([])
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.wasInterruptedNotification, object: capture.session, queue: nil
            ) { note in
                let state = note.userInfo?[AVCaptureSessionInterruptionSystemPressureStateKey]
                guard let state = state as? AVCaptureDevice.SystemPressureState else { return }
                states.withLock { $0.append(state.level) }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            let log = InterruptionLog(capture.session)
            defer { log.end() }
            capture.session.startRunning()
            #expect(capture.camera.systemPressureState.level == .nominal)
            body.begin(.pressure)
            #expect(states.wait(timeout: .seconds(10)) { $0.first } == .shutdown)
            body.end(.pressure)
            #expect(log.wait(5)?.last == "InterruptionEnded")
            #expect(capture.camera.systemPressureState.level == .nominal)
        }

        @Test func anInterruptionEndsTheRecordingWithItsReason() throws {
            let movie = AVCaptureMovieFileOutput()
            let capture = try SimulatedCapture(outputs: [movie])
            capture.session.startRunning()
            let delegate = MovieDelegate()
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: url) }
            movie.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            body.begin(.cameraInUse)
            let record = try #require(delegate.finished())
            #expect(record.error?.code == .sessionWasInterrupted)
            #expect(record.error?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
        }

        @Test func aSecondSessionTakesTheCameraUntilItStops() throws {
            let (one, two) = (try capture(), try capture())
            let log = InterruptionLog(one.session)
            defer { log.end() }
            one.session.startRunning()
            two.session.startRunning()
            #expect(two.session.isRunning)
            #expect(log.wait(3) == ["DidStartRunning", "DidStopRunning", "WasInterrupted 3"])
            two.session.stopRunning()
            #expect(log.wait(5)?.suffix(2) == ["DidStartRunning", "InterruptionEnded"])
            #expect(one.session.isRunning)
            #expect(one.errors.all.isEmpty && two.errors.all.isEmpty)
        }

        @Test func afterALockTheLastSessionHasTheCameraAgain() throws {
            let (one, two) = (try capture(), try capture())
            let log = InterruptionLog(two.session)
            defer { log.end() }
            one.session.startRunning()
            two.session.startRunning()
            body.setLocked(true)
            #expect(log.wait(3)?.last == "WasInterrupted 1")
            body.setLocked(false)
            #expect(log.wait(5)?.last == "InterruptionEnded")
            #expect(two.session.isRunning && one.session.isInterrupted)
            // Otherwise it would continue when the other one is gone, and take the camera from the next test.
            one.session.stopRunning()
        }

        @Test func sessionsOnDifferentCamerasRunTogether() throws {
            let one = try SimulatedCapture(outputs: [AVCapturePhotoOutput()])
            let two = try SimulatedCapture("front", outputs: [AVCapturePhotoOutput()])
            one.session.startRunning()
            two.session.startRunning()
            #expect(one.session.isRunning && two.session.isRunning)
        }
    }
}
