import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// Outside events while the app changes its session.
extension OnTheSimulatedPhone {
    @Suite final class SessionRaceTests {
        private let body = SimulatedPhone.ofTest.body

        deinit { body.end(.cameraInUse) }

        private func capture() throws -> SimulatedCapture { try SimulatedCapture(outputs: [AVCapturePhotoOutput()]) }

        @Test func anInterruptionThatEndsDuringAConfigurationStartsWithTheCommit() throws {
            let capture = try capture()
            let log = capture.startAndBeInterrupted(by: .cameraInUse)
            defer { log.end() }
            capture.session.beginConfiguration()
            body.end(.cameraInUse)
            #expect(log.wait(4)?.last == "InterruptionEnded")
            #expect(!capture.session.isRunning && !capture.session.isInterrupted)
            capture.session.sessionPreset = .hd1280x720
            capture.session.commitConfiguration()
            #expect(capture.session.isRunning && log.wait(5)?.last == "DidStartRunning")
            #expect(capture.errors.all.isEmpty)
        }

        @Test func aCameraThatIsGivenBackDuringAConfigurationIsOpenedWithTheCommit() throws {
            let (one, two) = (try capture(), try capture())
            let log = InterruptionLog(one.session)
            defer { log.end() }
            one.session.startRunning()
            two.session.startRunning()
            #expect(log.wait(3) != nil)
            one.session.beginConfiguration()
            two.session.stopRunning()
            #expect(log.wait(4)?.last == "InterruptionEnded")
            #expect(!one.session.isRunning)
            one.session.commitConfiguration()
            #expect(one.session.isRunning)
        }

        @Test func theNewsOfAnInterruptionThatIsOverAtOnceComesInOrder() throws {
            let (one, two) = (try capture(), try capture())
            let log = InterruptionLog(one.session)
            defer { log.end() }
            one.session.startRunning()
            let isOver = Monitor(false)
            // Called before the interruption, which ends meanwhile, is reported.
            let observation = one.session.observe(\.isInterrupted) { [taker = two.session] session, _ in
                guard session.isInterrupted else { return isOver.withLock { $0 = true } }
                taker.stopRunning()
                _ = isOver.wait(timeout: .seconds(10)) { $0 ? true : nil }
            }
            defer { observation.invalidate() }
            two.session.startRunning()
            let interruptions = log.events.wait(timeout: .seconds(20)) { events in
                let these = events.filter { $0.contains("Interrupt") }
                return these.count >= 2 ? these : nil
            }
            #expect(interruptions == ["WasInterrupted 3", "InterruptionEnded"])
            #expect(!one.session.isInterrupted && !two.session.isRunning)
            #expect(eventually { one.session.isRunning })
        }

        @Test func aSessionThatIsStoppedAsItsInterruptionEndsStaysStopped() throws {
            let capture = try capture()
            let log = capture.startAndBeInterrupted(by: .cameraInUse)
            defer { log.end() }
            let observation = capture.session.observe(\.isInterrupted) { session, _ in session.stopRunning() }
            defer { observation.invalidate() }
            body.end(.cameraInUse)
            #expect(log.wait(4)?.last == "InterruptionEnded")
            #expect(!capture.session.isRunning)
        }

        @Test(arguments: [true, false])
        func aStopBeforeTheStartIsReportedIsReportedAfterIt(onAnotherThread isElsewhere: Bool) throws {
            let capture = try capture()
            let session = capture.session
            let log = InterruptionLog(session)
            defer { log.end() }
            // Called as soon as the session runs, before that is reported.
            let observation = session.observe(\.isRunning) { session, _ in
                guard session.isRunning else { return }
                guard isElsewhere else { return session.stopRunning() }
                DispatchQueue(label: "another").sync { session.stopRunning() }
            }
            defer { observation.invalidate() }
            session.startRunning()
            #expect(!session.isRunning)
            #expect(log.wait(2) == ["DidStartRunning", "DidStopRunning"])
        }

        @Test func anObserverThatStopsTheSessionIsFollowedByTheNewsOfThat() throws {
            let capture = try capture()
            let session = capture.session
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.didStartRunningNotification, object: session, queue: nil
            ) { [weak session] _ in
                let isDone = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { [session] in
                    session?.stopRunning()
                    isDone.signal()
                }
                #expect(isDone.wait(timeout: .now() + 60) == .success)
            }
            defer { NotificationCenter.default.removeObserver(token) }
            let log = InterruptionLog(session)
            defer { log.end() }
            session.startRunning()
            #expect(log.wait(2) == ["DidStartRunning", "DidStopRunning"])
        }

        @Test func stoppingWinsAgainstAStartThatIsUnderWay() throws {
            for round in 0..<40 {
                let capture = try capture()
                let log = capture.startAndBeInterrupted(by: .cameraInUse)
                defer { log.end() }
                let body = body
                DispatchQueue.global().async { body.end(.cameraInUse) }
                usleep(UInt32(round % 10) * 40)
                capture.session.stopRunning()
                // The stop is reported after the start, if there was one.
                #expect(
                    log.events.wait(timeout: .seconds(20)) { $0.contains("InterruptionEnded") ? true : nil } == true)
                #expect(eventually { !capture.session.isRunning })
            }
        }

        @Test func ofTwoSessionsStartedAtOnceOneRunsAndTheOtherIsInterrupted() throws {
            for _ in 0..<30 {
                let (one, two) = (try capture(), try capture())
                let sessions = [one.session, two.session]
                startAtOnce(sessions)
                #expect(eventually { isOrderly(sessions) })
                #expect(one.errors.all.isEmpty && two.errors.all.isEmpty)
                for session in sessions where session.isInterrupted { session.stopRunning() }
                for session in sessions { session.stopRunning() }
                #expect(sessions.allSatisfy { !$0.isRunning })
            }
        }

        @Test func aSessionThatIsRotatedWhileItLosesItsCameraIsInterrupted() throws {
            for round in 0..<30 {
                let (one, two) = (try capture(), try capture())
                let sessions = [one.session, two.session]
                one.session.startRunning()
                let connection = try #require(one.session.outputs[0].connection(with: .video))
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    for turn in 0..<40 { connection.videoRotationAngle = CGFloat(turn % 4 * 90) }
                }
                usleep(UInt32(round % 10) * 200)
                two.session.startRunning()
                #expect(group.wait(timeout: .now() + 60) == .success)
                #expect(eventually { isOrderly(sessions) })
                #expect(one.errors.all.isEmpty && two.errors.all.isEmpty)
                for session in sessions where session.isInterrupted { session.stopRunning() }
            }
        }

        private func startAtOnce(_ sessions: [AVCaptureSession]) {
            let group = DispatchGroup()
            for session in sessions { DispatchQueue.global().async(group: group) { session.startRunning() } }
            #expect(group.wait(timeout: .now() + 60) == .success)
        }

        private func isOrderly(_ sessions: [AVCaptureSession]) -> Bool {
            sessions.count { $0.isRunning && !$0.isInterrupted } == 1
                && sessions.count { !$0.isRunning && $0.isInterrupted } == 1
        }

        @Test func aFailedStartDoesNotNotifyObserversOfIsRunning() throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            let capture = try capture()
            let told = Mutex(0)
            let observation = capture.session.observe(\.isRunning) { _, _ in told.withLock { $0 += 1 } }
            defer { observation.invalidate() }
            capture.session.startRunning()
            #expect(capture.errors.all.count == 1 && told.withLock { $0 } == 0)
        }
    }
}
