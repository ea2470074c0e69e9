import CaptureEngine
import Foundation

/// Is notified when a session's controls appear and disappear. Source: Apple, AVCaptureSessionControlsDelegate.
public protocol AVCaptureSessionControlsDelegate: NSObjectProtocol {
    /// The controls are shown.
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession)

    /// The controls are about to take the screen: hide what distracts from them.
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)

    /// The controls are about to give the screen back to the app.
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)

    /// The controls are gone.
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}

/// A session's controls, and their delegate.
struct SessionControls: @unchecked Sendable {  // the delegate is called on its queue only
    var list: [AVCaptureControl] = []
    weak var delegate: (any AVCaptureSessionControlsDelegate)?
    var queue: DispatchQueue?
    var overlay = ControlsOverlay()
    /// While there is a delegate, the button is read.
    var buttons: [SurroundingsObservation] = []
    /// Draws them.
    var appearanceHandler: (@Sendable (ControlsAppearance?) -> Void)?
}

extension AVCaptureSession {
    /// Whether there is a button for controls. Linux: `true` if the session's camera is one of the simulated phone's,
    /// or would be one for a session without a camera. With other cameras, `true` if the machine has a shutter button
    /// with a half press, which shows and hides the controls.
    public var supportsControls: Bool {
        let cameras = self.cameras
        return cameras.isEmpty
            ? world.devices.best(for: .video)?.hasCameraControl == true
            : cameras.contains(where: \.hasCameraControl)
    }

    /// How many controls a session can have.
    public var maxControlsCount: Int { 4 }

    /// The controls, in the order in which they were added.
    public var controls: [AVCaptureControl] { state.withLock { $0.controls.list } }

    /// Whether there is a button and room for another control, and no session has this one.
    public func canAddControl(_ control: AVCaptureControl) -> Bool { problem(adding: control) == nil }

    /// Adds a control; ask ``canAddControl(_:)`` first. It is shown when the session runs and has a controls delegate.
    public func addControl(_ control: AVCaptureControl) {
        if let problem = problem(adding: control) { raiseException("*** -[AVCaptureSession addControl:] \(problem)") }
        control.session = self
        state.withLock { $0.controls.list.append(control) }
        controlsChanged()
    }

    /// Removes a control; does nothing when the control belongs to another session.
    public func removeControl(_ control: AVCaptureControl) {
        let wasThere = state.withLock { state in
            guard let place = state.controls.list.firstIndex(where: { $0 === control }) else { return false }
            state.controls.list.remove(at: place)
            state.controls.overlay.controlWasRemoved(at: place)
            return true
        }
        guard wasThere else { return }
        control.session = nil
        controlsChanged()
        if controls.isEmpty { events.async { [weak self] in self?.hideControlsIfUseless() } }
    }

    private func problem(adding control: AVCaptureControl) -> String? {
        if !supportsControls { return "Controls are not supported - use -supportsControls" }
        if control.session != nil { return "The control was already added to a session" }
        if controls.count >= maxControlsCount { return "The session has maxControlsCount controls already" }
        return nil
    }

    /// The delegate; held weakly.
    public var controlsDelegate: (any AVCaptureSessionControlsDelegate)? { state.withLock { $0.controls }.delegate }

    public var controlsDelegateCallbackQueue: DispatchQueue? { state.withLock { $0.controls.queue } }

    /// Sets the delegate for the controls, and the serial queue for its calls. Controls are shown only while there is a
    /// delegate.
    public func setControlsDelegate(
        _ controlsDelegate: (any AVCaptureSessionControlsDelegate)?, queue controlsDelegateCallbackQueue: DispatchQueue?
    ) {
        if controlsDelegate != nil, controlsDelegateCallbackQueue == nil {
            raiseException("*** -[AVCaptureSession setControlsDelegate:queue:] NULL queue passed")
        }
        let new = SessionControls(delegate: controlsDelegate, queue: controlsDelegateCallbackQueue)
        let buttons = controlsDelegate == nil ? [] : world.readButtons()
        let old = state.withLock { state in
            defer { state.controls.buttons = buttons }
            state.controls.delegate = new.delegate
            state.controls.queue = new.queue
            return state.controls.buttons
        }
        // Their end must not come with the state locked.
        withExtendedLifetime(old) {}
        events.async { [weak self] in self?.hideControlsIfUseless() }
    }

    // MARK: The button, on the session's queue

    private var canShowControls: Bool {
        guard isRunning, cameras.contains(where: \.hasCameraControl) else { return false }
        let controls = state.withLock { $0.controls }
        return !controls.list.isEmpty && controls.delegate != nil
    }

    func handle(_ touch: ButtonTouch) {
        guard canShowControls else { return hideControlsIfUseless() }
        let touched = state.withLock { state -> (ControlsOverlay.Result, AVCaptureControl)? in
            // The app may have just removed them.
            guard !state.controls.list.isEmpty else { return nil }
            let result = state.controls.overlay.take(touch, count: state.controls.list.count)
            return (result, state.controls.list[state.controls.overlay.index])
        }
        guard let (result, control) = touched else { return hideControlsIfUseless() }
        tellControlsDelegate(result.calls)
        if let part = result.slide, control.isEnabled { control.slide(by: part) }
        tellControlsAppearance()
    }

    /// Hides controls that can no longer be shown.
    func hideControlsIfUseless() {
        guard !canShowControls else { return }
        let calls = state.withLock { $0.controls.overlay.hide() }
        guard !calls.isEmpty else { return }
        tellControlsDelegate(calls)
        tellControlsAppearance()
    }

    private func tellControlsDelegate(_ calls: [ControlsOverlay.Call]) {
        let controls = state.withLock { $0.controls }
        guard !calls.isEmpty else { return }
        controls.queue?.async { [self] in
            guard let delegate = controls.delegate else { return }
            for call in calls {
                switch call {
                case .didBecomeActive: delegate.sessionControlsDidBecomeActive(self)
                case .willEnterFullscreen: delegate.sessionControlsWillEnterFullscreenAppearance(self)
                case .willExitFullscreen: delegate.sessionControlsWillExitFullscreenAppearance(self)
                case .didBecomeInactive: delegate.sessionControlsDidBecomeInactive(self)
                }
            }
        }
    }
}

extension AVCaptureDevice {
    /// Whether the camera's phone has a Camera Control.
    fileprivate var hasCameraControl: Bool { surroundings.buttons.contains(.cameraControl) }
}
