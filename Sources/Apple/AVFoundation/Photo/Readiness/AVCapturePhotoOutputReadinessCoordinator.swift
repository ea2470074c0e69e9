import Foundation
import Locking

/// Tells a shutter button how to look, even while a photo is still to be requested on another queue.
///
/// The state counts photos that ``startTrackingCaptureRequest(using:)`` has announced as under way, from that call
/// until `capturePhoto(with:delegate:)` is called with the same settings.
/// Source: Apple, AVCapturePhotoOutputReadinessCoordinator.
public final class AVCapturePhotoOutputReadinessCoordinator: NSObject, @unchecked Sendable {  // the state is in a Mutex
    private struct State: @unchecked Sendable {  // the delegate is called on the main queue only
        weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)?
        /// The announced requests, and whether they overlap with others.
        var expected: [Int64: Bool] = [:]
        /// The last readiness that was reported, or queued for the main queue.
        var told: AVCapturePhotoOutput.CaptureReadiness
    }

    private let photoOutput: AVCapturePhotoOutput
    private let state: Mutex<State>

    /// A coordinator for an output, which it retains.
    public init(photoOutput: AVCapturePhotoOutput) {
        self.photoOutput = photoOutput
        state = Mutex(State(told: photoOutput.captureReadiness))
        super.init()
        ReadinessCoordinators.add(self, to: photoOutput)
    }

    deinit { ReadinessCoordinators.removeDead(of: photoOutput) }

    /// Gets changes on the main queue; held weakly.
    public weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)? {
        get { state.withLock { $0 }.delegate }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Whether a photo can be taken now.
    public var captureReadiness: AVCapturePhotoOutput.CaptureReadiness {
        let expected = state.withLock { $0.expected }
        return photoOutput.readiness.withLock { $0.state(expecting: expected) }
    }

    /// Announces a photo. Call it before `capturePhoto(with:delegate:)`, on any queue;
    /// ``captureReadiness`` counts the photo when the call returns.
    public func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
        guard !settings.isUsed else { return }
        let overlaps = !PhotoPlan.needsStill(settings, of: photoOutput)
        change { $0.expected[settings.uniqueID] = overlaps }
    }

    /// Withdraws an announcement: the photo will not be requested.
    ///
    /// - Parameter settingsUniqueID: ``AVCapturePhotoSettings/uniqueID``.
    public func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
        change { $0.expected[settingsUniqueID] = nil }
    }

    func outputChanged(began id: Int64?) {
        change { if let id { $0.expected[id] = nil } }
    }

    /// Changes are queued with the lock held, so that the main queue gets them in order.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            let now = photoOutput.readiness.withLock { $0.state(expecting: state.expected) }
            guard now != state.told else { return }
            state.told = now
            DispatchQueue.main.async { [weak self] in
                guard let self else { return }
                delegate?.readinessCoordinator(self, captureReadinessDidChange: now)
            }
        }
    }
}

/// Is notified when a photo can be taken and when not. Source: Apple, AVCapturePhotoOutputReadinessCoordinatorDelegate.
public protocol AVCapturePhotoOutputReadinessCoordinatorDelegate: AnyObject {
    /// Called on the main queue, once for each change.
    func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness)
}

extension AVCapturePhotoOutputReadinessCoordinatorDelegate {
    /// The method is optional: does nothing.
    public func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {}
}
