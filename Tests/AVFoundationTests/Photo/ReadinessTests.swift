@testable import AVFoundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// Each state of the readiness table.
@Suite struct PhotoReadinessTests {
    private static func readiness(
        _ phases: [PhotoReadiness.Phase], isResponsive: Bool = false, expecting: [Int64: Bool] = [:]
    ) -> AVCapturePhotoOutput.CaptureReadiness {
        var readiness = PhotoReadiness()
        readiness.isRunning = true
        readiness.isResponsive = isResponsive
        for (index, phase) in phases.enumerated() { readiness.phases[Int64(index)] = phase }
        return readiness.state(expecting: expecting)
    }

    @Test func aStoppedSessionIsNotRunningWhateverIsInProgress() {
        #expect(PhotoReadiness().state(expecting: [1: true]) == .sessionNotRunning)
    }

    @Test func withoutResponsiveCaptureOnePhotoIsTakenAfterTheOther() {
        #expect(Self.readiness([]) == .ready)
        #expect(Self.readiness([.capturing(overlaps: true)]) == .notReadyWaitingForCapture)
        #expect(Self.readiness([.processing]) == .notReadyWaitingForProcessing)
    }

    @Test func responsiveCaptureIsReadyWhilePhotosAreProcessed() {
        #expect(Self.readiness([.processing], isResponsive: true) == .ready)
        #expect(Self.readiness([.capturing(overlaps: true)], isResponsive: true) == .notReadyMomentarily)
        #expect(Self.readiness([.capturing(overlaps: false)], isResponsive: true) == .notReadyWaitingForCapture)
    }

    @Test func aBacklogOfPhotosIsNotReadyEvenThen() {
        let backlog = Array(repeating: PhotoReadiness.Phase.processing, count: 4)
        #expect(Self.readiness(backlog, isResponsive: true) == .notReadyWaitingForProcessing)
        #expect(Self.readiness(Array(backlog.dropLast()), isResponsive: true) == .ready)
    }

    @Test func anAnnouncedPhotoCountsAsInProgress() {
        #expect(Self.readiness([], expecting: [7: true]) == .notReadyWaitingForCapture)
        #expect(Self.readiness([], isResponsive: true, expecting: [7: true]) == .notReadyMomentarily)
        #expect(Self.readiness([], isResponsive: true, expecting: [7: false]) == .notReadyWaitingForCapture)
    }
}

extension OnTheSimulatedPhone {
    @Suite struct ReadinessCoordinatorTests {
        private let output = AVCapturePhotoOutput()

        @Test func theStateFollowsAPhotoFromItsAnnouncementToItsEnd() throws {
            let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: output)
            #expect(coordinator.captureReadiness == .sessionNotRunning)
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            #expect(coordinator.captureReadiness == .ready)
            let settings = AVCapturePhotoSettings()
            coordinator.startTrackingCaptureRequest(using: settings)
            #expect(coordinator.captureReadiness == .notReadyWaitingForCapture)
            #expect(output.captureReadiness == .ready)
            let delegate = PhotoDelegate()
            output.capturePhoto(with: settings, delegate: delegate)
            _ = try #require(delegate.finished())
            #expect(coordinator.captureReadiness == .ready)
            capture.session.stopRunning()
            #expect(coordinator.captureReadiness == .sessionNotRunning)
        }

        @Test func anAnnouncementCanBeWithdrawn() throws {
            let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: output)
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let settings = AVCapturePhotoSettings()
            coordinator.startTrackingCaptureRequest(using: settings)
            coordinator.stopTrackingCaptureRequest(using: settings.uniqueID)
            #expect(coordinator.captureReadiness == .ready)
        }

        @Test func readinessIsObservable() throws {
            let seen = Monitor<[AVCapturePhotoOutput.CaptureReadiness]>([])
            let observation = output.observe(\.captureReadiness, options: .new) { _, change in
                guard let value = change.newValue else { return }
                seen.withLock { $0.append(value) }
            }
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let delegate = PhotoDelegate()
            output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
            _ = try #require(delegate.finished())
            let wanted: [AVCapturePhotoOutput.CaptureReadiness] = [
                .ready, .notReadyWaitingForCapture, .notReadyWaitingForProcessing, .ready,
            ]
            let all = seen.wait(timeout: .seconds(10)) { $0.count >= wanted.count ? $0 : nil }
            #expect(all == wanted)
            observation.invalidate()
        }
    }
}
