import Foundation
import Locking

extension AVCapturePhotoOutput {
    /// Whether a photo can be taken now. Source: Apple, AVCapturePhotoOutput.CaptureReadiness.
    public enum CaptureReadiness: Int, Sendable {
        /// No photo until ``AVCaptureSession/startRunning()``.
        case sessionNotRunning = 0
        /// A photo would be taken at once.
        case ready = 1
        /// Not ready for less than a frame: no reason to dim the shutter button.
        case notReadyMomentarily = 2
        /// The camera is busy with a photo, for example firing the flash or reading out a still.
        case notReadyWaitingForCapture = 3
        /// Earlier photos are being processed.
        case notReadyWaitingForProcessing = 4
    }

    /// Whether a photo can be taken now. Photos are accepted in any case, but may have to wait. Observable, on the
    /// thread that changes it.
    public var captureReadiness: CaptureReadiness { readiness.withLock { $0.state() } }

    /// The photos under way.
    var requestCount: Int { readiness.withLock { $0.phases.count } }

    /// Changes the state, and notifies observers only if ``captureReadiness`` changes.
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

/// The coordinators of each output.
enum ReadinessCoordinators {
    private struct Entry {
        weak var coordinator: AVCapturePhotoOutputReadinessCoordinator?
    }

    private static let entries = Mutex<[ObjectIdentifier: [Entry]]>([:])

    static func add(_ coordinator: AVCapturePhotoOutputReadinessCoordinator, to output: AVCapturePhotoOutput) {
        entries.withLock { $0[ObjectIdentifier(output), default: []].append(Entry(coordinator: coordinator)) }
    }

    static func removeDead(of output: AVCapturePhotoOutput) {
        let living = entries.withLock { entries in
            let all = entries[ObjectIdentifier(output)] ?? []
            let living = all.compactMap(\.coordinator)
            entries[ObjectIdentifier(output)] = living.isEmpty ? nil : all.filter { $0.coordinator != nil }
            return living
        }
        // A coordinator's deinit re-enters here: do not hold the lock.
        withExtendedLifetime(living) {}
    }

    static func of(_ output: AVCapturePhotoOutput) -> [AVCapturePhotoOutputReadinessCoordinator] {
        entries.withLock { $0[ObjectIdentifier(output)]?.compactMap(\.coordinator) ?? [] }
    }
}
