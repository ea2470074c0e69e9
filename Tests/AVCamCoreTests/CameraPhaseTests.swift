import AVFoundation
import Testing

@testable import AVCamCore

/// The table of a camera's phases.
@Suite struct CameraPhaseTests {
    private static let message = Message(AVError(.deviceInUseByAnotherApplication))
    private static let call = AVCaptureSession.InterruptionReason.audioDeviceInUseByAnotherClient
    private static let task = Task<Void, Never> {}

    private static let phases: [CameraPhase] = [
        .stopped, .starting(task, shown: .failed(message)), .starting(task, shown: .running), .running, .resting,
        .interrupted(nil), .unauthorized, .noCamera, .failed(message), .stopping(task, shown: .running),
    ]

    @Test func aMissingCameraIsNotAFailure() {
        #expect(CameraPhase(CameraError.noCamera).status == .noCamera)
    }

    @Test func aDeniedPermissionIsTheSameWhoeverReportsIt() {
        #expect(CameraPhase(CameraError.unauthorized(Self.message)).status == .unauthorized)
        #expect(CameraPhase(AVError(.applicationIsNotAuthorizedToUseDevice)).status == .unauthorized)
    }

    @Test func anyOtherErrorIsAFailureWithItsSentence() {
        let error = AVError(.deviceInUseByAnotherApplication)
        #expect(CameraPhase(error).status == .failed(Message(error)))
    }

    @Test func duringAStartOrStopTheWindowShowsTheStatusFromBefore() {
        #expect(
            Self.phases.map(\.status) == [
                .unknown, .failed(Self.message), .running, .running, .running, .interrupted(nil), .unauthorized,
                .noCamera, .failed(Self.message), .running,
            ])
    }

    @Test func changesAreAllowedWhileTheCameraRunsRestsOrWakes() {
        #expect(
            Self.phases.map(\.allowsChanges) == [
                false, false, true, true, true, false, false, false, false, false,
            ])
    }

    /// Each phase with each piece of news; `nil` means that nothing changes.
    @Test func onlyARunningOrInterruptedSessionReactsToNews() {
        func after(_ news: CameraPhase.News) -> [CameraStatus?] { Self.phases.map { $0.after(news)?.status } }
        let interrupted = CameraStatus.interrupted(Self.call)
        let failed = CameraStatus.failed(Self.message)
        #expect(
            after(.interrupted(Self.call))
                == [nil, nil, nil, interrupted, nil, interrupted, nil, nil, nil, nil])
        #expect(after(.interruptionEnded) == [nil, nil, nil, nil, nil, .running, nil, nil, nil, nil])
        #expect(
            after(.failed(AVError(.deviceInUseByAnotherApplication)))
                == [nil, nil, nil, failed, nil, failed, nil, nil, nil, nil])
        #expect(
            after(.failed(AVError(.applicationIsNotAuthorizedToUseDevice)))
                == [nil, nil, nil, .unauthorized, nil, .unauthorized, nil, nil, nil, nil])
    }
}
