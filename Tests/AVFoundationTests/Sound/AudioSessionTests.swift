import AVFoundation
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite final class AudioSessionTests {
        private let session = AVAudioSession.sharedInstance()
        private let body = SimulatedPhone.ofTest.body

        deinit {
            body.end(.microphoneInUse)
            SimulatedPhone.ofTest.setPressure(DevicePressure())
            try? session.setActive(false)
        }

        @Test func itKeepsItsCategoryAndMode() throws {
            try session.setCategory(
                .playAndRecord, mode: .videoRecording, options: [.mixWithOthers, .defaultToSpeaker])
            #expect(session.category == .playAndRecord && session.mode == .videoRecording)
            #expect(session.categoryOptions == [.mixWithOthers, .defaultToSpeaker])
            try session.setCategory(.record)
            try session.setMode(.measurement)
            #expect(session.category == .record && session.mode == .measurement && session.categoryOptions == [])
        }

        @Test func aCallInterruptsAnActiveSession() throws {
            let heard = Monitor<[String]>([])
            let token = NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: session, queue: nil
            ) { note in
                let type = (note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt).flatMap {
                    AVAudioSession.InterruptionType(rawValue: $0)
                }
                let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
                heard.withLock { $0.append("\(type!) \(options ?? 0)") }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            body.begin(.microphoneInUse)
            let error = #expect(throws: NSError.self) { try session.setActive(true) }
            #expect(error?.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
            body.end(.microphoneInUse)
            // An inactive session gets no notification.
            try session.setActive(true, options: .notifyOthersOnDeactivation)
            body.begin(.microphoneInUse)
            body.end(.microphoneInUse)
            #expect(heard.wait(timeout: .seconds(20)) { $0.count >= 2 ? $0 : nil } == ["began 0", "ended 1"])
        }

        @Test func theMicrophoneIsDescribedAndMayBeUsed() async throws {
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            let format = try #require(microphone.activeFormat.formatDescription.audioStreamBasicDescription)
            #expect(session.isInputAvailable && session.sampleRate == format.mSampleRate)
            #expect(session.inputNumberOfChannels == Int(format.mChannelsPerFrame))
            let isAuthorized = AVCaptureDevice.authorizationStatus(for: .audio) == .authorized
            #expect((session.recordPermission == .granted) == isAuthorized)
            #expect(await AVAudioApplication.requestRecordPermission() == isAuthorized)
            let session = session
            let answer = await withCheckedContinuation { continuation in
                session.requestRecordPermission { continuation.resume(returning: $0) }
            }
            #expect(answer == isAuthorized)
        }

        /// A dispatch queue does not carry the test's task-local phone, just as an app's queues carry no task-local values.
        @Test(arguments: [true, false]) func everyCallerLearnsThePermissionOfTheSessionsPhone(isAllowed: Bool) async {
            SimulatedPhone.ofTest.setAllowed(isAllowed, cameras: false)
            let (session, application) = (session, AVAudioApplication.shared)
            let answers = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    let known = [session.recordPermission == .granted, application.recordPermission == .granted]
                    session.requestRecordPermission { continuation.resume(returning: known + [$0]) }
                }
            }
            #expect(answers == [isAllowed, isAllowed, isAllowed])
        }

        @Test func heatIsReportedToAnObserverThatHasAskedBefore() throws {
            let info = ProcessInfo.processInfo
            let before = info.thermalState
            let states = Monitor<[ProcessInfo.ThermalState]>([])
            // The notification comes on a queue, which does not inherit the test's phone.
            let world = CaptureWorld.current
            let token = NotificationCenter.default.addObserver(
                forName: ProcessInfo.thermalStateDidChangeNotification, object: nil, queue: nil
            ) { _ in
                let state = CaptureWorld.$current.withValue(world) { ProcessInfo.processInfo.thermalState }
                states.withLock { $0.append(state) }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            let camera = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            SimulatedPhone.ofTest.setPressure(DevicePressure(level: .shutdown))
            #expect(info.thermalState == .critical)
            #expect(states.wait(timeout: .seconds(20)) { $0.last } == .critical)
            SimulatedPhone.ofTest.setPressure(DevicePressure())
            #expect(states.wait(timeout: .seconds(20)) { $0.last == before ? true : nil } == true)
            #expect(eventually { camera.isFlashAvailable })
        }

        @available(*, deprecated) @Test func theOldFlashModeIsKept() throws {
            let back = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let front = try #require(AVCaptureDevice(uniqueID: "simulated:front"))
            #expect(back.isFlashModeSupported(.auto) && back.flashMode == .off)
            #expect(front.isFlashModeSupported(.on) == front.hasFlash && front.isFlashModeSupported(.off))
            try back.lockForConfiguration()
            defer { back.unlockForConfiguration() }
            back.flashMode = .auto
            #expect(back.flashMode == .auto)
            back.flashMode = .off
        }
    }
}
