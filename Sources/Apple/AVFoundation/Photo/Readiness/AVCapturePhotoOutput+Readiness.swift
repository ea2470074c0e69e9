import Foundation
import Locking

extension AVCapturePhotoOutput {
    /// Whether a photo can be taken now. Source: Apple, AVCapturePhotoOutput.CaptureReadiness.
    public enum CaptureReadiness: Int, Sendable {
        /// No photo until ``AVCaptureSession/startRunning()``. Source: Apple, AVCapturePhotoOutput.CaptureReadiness.sessionNotRunning.
        case sessionNotRunning = 0
        /// A photo would be taken at once. Source: Apple, AVCapturePhotoOutput.CaptureReadiness.ready.
        case ready = 1
        /// Not ready for less than a frame: no reason to dim a button.
        /// Source: Apple, AVCapturePhotoOutput.CaptureReadiness.notReadyMomentarily.
        case notReadyMomentarily = 2
        /// The camera is busy with a photo: the flash fires, a still is read out.
        /// Source: Apple, AVCapturePhotoOutput.CaptureReadiness.notReadyWaitingForCapture.
        case notReadyWaitingForCapture = 3
        /// Earlier photos are being processed.
        /// Source: Apple, AVCapturePhotoOutput.CaptureReadiness.notReadyWaitingForProcessing.
        case notReadyWaitingForProcessing = 4
    }

    /// Whether a photo can be taken now. Photos are accepted all the same; they wait. Observable, on the thread that
    /// changes it. Source: Apple, AVCapturePhotoOutput.captureReadiness.
    public var captureReadiness: CaptureReadiness { readiness.withLock { $0.state() } }

    /// The photos under way.
    var requestCount: Int { readiness.withLock { $0.phases.count } }

    /// Observers hear only of what changes ``captureReadiness``.
    ///
    /// - Parameter began: the request that was made with this change.
    func changeReadiness(began: Int64? = nil, _ change: (inout PhotoReadiness) -> Void) {
        let isDone = readiness.withLock { readiness in
            var changed = readiness
            change(&changed)
            guard changed.state() == readiness.state() else { return false }
            readiness = changed
            return true
        }
        if !isDone { changing(\.captureReadiness) { readiness.withLock { change(&$0) } } }
        for coordinator in ReadinessCoordinators.of(self) { coordinator.outputChanged(began: began) }
    }
}

/// Who wants to hear of which output.
enum ReadinessCoordinators {
    private struct Entry {
        weak var coordinator: AVCapturePhotoOutputReadinessCoordinator?
    }

    private static let entries = Mutex<[ObjectIdentifier: [Entry]]>([:])

    static func add(_ coordinator: AVCapturePhotoOutputReadinessCoordinator, to output: AVCapturePhotoOutput) {
        entries.withLock { $0[ObjectIdentifier(output), default: []].append(Entry(coordinator: coordinator)) }
    }

    static func removeDead(of output: AVCapturePhotoOutput) {
        entries.withLock { entries in
            let left = entries[ObjectIdentifier(output)]?.filter { $0.coordinator != nil }
            entries[ObjectIdentifier(output)] = left?.isEmpty == true ? nil : left
        }
    }

    static func of(_ output: AVCapturePhotoOutput) -> [AVCapturePhotoOutputReadinessCoordinator] {
        entries.withLock { $0[ObjectIdentifier(output)]?.compactMap(\.coordinator) ?? [] }
    }
}
