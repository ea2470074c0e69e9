import Foundation
import Locking

/// Tells a shutter button what to look like, also while a photo is only about to be asked for on another queue.
///
/// The state counts the photos that ``startTrackingCaptureRequest(using:)`` has announced as if they were under way, from
/// the moment of the call until `capturePhoto(with:delegate:)` has really been called with the same settings.
/// Source: Apple, AVCapturePhotoOutputReadinessCoordinator.
public final class AVCapturePhotoOutputReadinessCoordinator: NSObject, @unchecked Sendable {  // the state is in a Mutex
    private struct State: @unchecked Sendable {  // the delegate is called on the main queue only
        weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)?
        /// The announced requests, and whether they overlap with others.
        var expected: [Int64: Bool] = [:]
        /// What the delegate knows, or will when the main queue has time.
        var told: AVCapturePhotoOutput.CaptureReadiness
    }

    private let photoOutput: AVCapturePhotoOutput
    private let state: Mutex<State>

    /// Source: Apple, AVCapturePhotoOutputReadinessCoordinator.init(photoOutput:).
    public init(photoOutput: AVCapturePhotoOutput) {
        self.photoOutput = photoOutput
        state = Mutex(State(told: photoOutput.captureReadiness))
        super.init()
        ReadinessCoordinators.add(self, to: photoOutput)
    }

    deinit { ReadinessCoordinators.removeDead(of: photoOutput) }

    /// Hears of changes on the main queue; not kept alive. Source: Apple,
    /// AVCapturePhotoOutputReadinessCoordinator.delegate.
    public weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)? {
        get { state.withLock { $0 }.delegate }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Whether a photo can be taken now. Source: Apple, AVCapturePhotoOutputReadinessCoordinator.captureReadiness.
    public var captureReadiness: AVCapturePhotoOutput.CaptureReadiness {
        let expected = state.withLock { $0.expected }
        return photoOutput.readiness.withLock { $0.state(expecting: expected) }
    }

    /// Announces a photo. Call it before `capturePhoto(with:delegate:)`, on any queue;
    /// ``captureReadiness`` counts the photo when the call returns.
    ///
    /// Source: Apple, AVCapturePhotoOutputReadinessCoordinator.startTrackingCaptureRequest(using:).
    public func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
        guard !settings.isUsed else { return }
        let overlaps = !PhotoPlan.needsStill(settings, of: photoOutput)
        change { $0.expected[settings.uniqueID] = overlaps }
    }

    /// Takes an announcement back: the photo will not be asked for.
    ///
    /// - Parameter settingsUniqueID: ``AVCapturePhotoSettings/uniqueID``.
    ///
    /// Source: Apple, AVCapturePhotoOutputReadinessCoordinator.stopTrackingCaptureRequest(using:).
    public func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
        change { $0.expected[settingsUniqueID] = nil }
    }

    func outputChanged(began id: Int64?) {
        change { if let id { $0.expected[id] = nil } }
    }

    /// The main queue gets the news in the order in which they are made, so it is told with the lock held.
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

/// Hears when a photo can be taken and when not. Source: Apple, AVCapturePhotoOutputReadinessCoordinatorDelegate.
public protocol AVCapturePhotoOutputReadinessCoordinatorDelegate: AnyObject {
    /// Called on the main queue, once for each change.
    ///
    /// Source: Apple, AVCapturePhotoOutputReadinessCoordinatorDelegate.readinessCoordinator(_:captureReadinessDidChange:).
    func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness)
}

extension AVCapturePhotoOutputReadinessCoordinatorDelegate {
    /// The method is optional: does nothing.
    /// Source: Apple, AVCapturePhotoOutputReadinessCoordinatorDelegate.readinessCoordinator(_:captureReadinessDidChange:).
    public func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {}
}
