import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How the lens finds its place. Source: Apple, AVCaptureDevice.FocusMode.
    public enum FocusMode: Int, Sendable {
        /// The lens stays where it is. Source: Apple, AVCaptureDevice.FocusMode.locked.
        case locked = 0
        /// Focuses once, then becomes ``locked``. Source: Apple, AVCaptureDevice.FocusMode.autoFocus.
        case autoFocus = 1
        /// Focuses again whenever the scene asks for it. Source: Apple, AVCaptureDevice.FocusMode.continuousAutoFocus.
        case continuousAutoFocus = 2
    }

    /// How far away automatic focus looks. Source: Apple, AVCaptureDevice.AutoFocusRangeRestriction.
    public enum AutoFocusRangeRestriction: Int, Sendable {
        /// Anywhere. Source: Apple, AVCaptureDevice.AutoFocusRangeRestriction.none.
        case none = 0
        /// Among what is near the camera. Source: Apple, AVCaptureDevice.AutoFocusRangeRestriction.near.
        case near = 1
        /// Among what is far away. Source: Apple, AVCaptureDevice.AutoFocusRangeRestriction.far.
        case far = 2
    }

    /// For ``setFocusModeLocked(lensPosition:completionHandler:)``: the lens stays where it is.
    ///
    /// Source: Apple, AVCaptureDevice.currentLensPosition (AVCaptureLensPositionCurrent).
    public static let currentLensPosition = Float.greatestFiniteMagnitude

    // MARK: Modes

    /// Whether the camera can be set to the mode. Linux: `.locked` where there is a lens to lock, the automatic ones
    /// where the device focuses by itself. Source: Apple, AVCaptureDevice.isFocusModeSupported(_:).
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool {
        switch focusMode {
        case .locked: capabilities.hasAutoFocus || capabilities.canLockLens
        case .autoFocus, .continuousAutoFocus: capabilities.hasAutoFocus
        }
    }

    /// How the lens finds its place; `.autoFocus` becomes `.locked` by itself. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isFocusModeSupported(_:)``, and begins a search at
    /// ``focusPointOfInterest``. Source: Apple, AVCaptureDevice.focusMode.
    public var focusMode: FocusMode {
        get { state.withLock { $0.controls.focusMode } }
        set {
            require(isFocusModeSupported(newValue), "setFocusMode:", "-isFocusModeSupported:")
            adjust(\.focusMode, "setFocusMode:") { state in
                state.controls.focusMode = newValue
                state.settings.focus =
                    switch newValue {
                    case .locked: .locked(nil)
                    case .autoFocus: .once
                    case .continuousAutoFocus: .continuous
                    }
                state.startFocus()
            }
        }
    }

    /// Whether ``focusPointOfInterest`` can be set. Source: Apple, AVCaptureDevice.isFocusPointOfInterestSupported.
    public var isFocusPointOfInterestSupported: Bool { capabilities.hasFocusPoint }

    /// Where in the picture automatic focus looks: 0…1 from the left and the top of the sensor's landscape picture.
    /// Observable.
    ///
    /// It takes effect when ``focusMode`` is set the next time. Setting it needs ``lockForConfiguration()``.
    /// Source: Apple, AVCaptureDevice.focusPointOfInterest.
    public var focusPointOfInterest: CGPoint {
        get { state.withLock { $0.controls.focusPoint } }
        set {
            let setter = "setFocusPointOfInterest:"
            require(isFocusPointOfInterestSupported, setter, "-isFocusPointOfInterestSupported")
            requireInPicture(newValue, setter)
            configure(\.focusPointOfInterest, setter) { $0.controls.focusPoint = newValue }
        }
    }

    // MARK: The lens

    /// Whether the lens can be sent to a position.
    /// Source: Apple, AVCaptureDevice.isLockingFocusWithCustomLensPositionSupported.
    public var isLockingFocusWithCustomLensPositionSupported: Bool { capabilities.canLockLens }

    /// Where the lens stands in the last frame: 0 nearest, 1 farthest. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.lensPosition.
    public var lensPosition: Float { state.withLock { $0.shown.lensPosition } }

    /// Sends the lens to a position and keeps it there.
    ///
    /// Needs ``lockForConfiguration()`` and ``isLockingFocusWithCustomLensPositionSupported``.
    /// - Parameters:
    ///   - lensPosition: 0 (nearest) to 1 (farthest), or ``currentLensPosition``.
    ///   - handler: gets the timestamp of the first frame that shows it. While the camera does not run it is called at
    ///     once with the time of the call. It is called once, on a queue of the device.
    ///
    /// Source: Apple, AVCaptureDevice.setFocusModeLocked(lensPosition:completionHandler:).
    public func setFocusModeLocked(lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil)
    {
        let setter = "setFocusModeLockedWithLensPosition:completionHandler:"
        let isCurrent = lensPosition == Self.currentLensPosition
        require(
            isCurrent ? isFocusModeSupported(.locked) : capabilities.canLockLens, setter,
            "-isLockingFocusWithCustomLensPositionSupported")
        if !isCurrent { requireRange(lensPosition, 0...1, "lensPosition", setter) }
        adjust(\.focusMode, setter, shownBy: .focus, handler) { state in
            state.controls.focusMode = .locked
            state.settings.focus = .locked(isCurrent ? nil : lensPosition)
            state.startFocus()
        }
    }

    /// As with a completion handler; returns the timestamp of the first frame that shows it.
    ///
    /// Source: Apple, AVCaptureDevice.setFocusModeLocked(lensPosition:).
    @discardableResult
    public func setFocusModeLocked(lensPosition: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setFocusModeLocked(lensPosition: lensPosition) { continuation.resume(returning: $0) }
        }
    }

    /// Whether the camera is looking for focus in the last frame. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.isAdjustingFocus.
    public var isAdjustingFocus: Bool { state.withLock { $0.shown.isAdjustingFocus } }

    /// The nearest distance that can be sharp in millimetres; -1 when the device does not say.
    ///
    /// Source: Apple, AVCaptureDevice.minimumFocusDistance.
    public var minimumFocusDistance: Int { capabilities.minimumFocusDistance }

    // MARK: How it searches

    /// Whether ``autoFocusRangeRestriction`` can be set.
    /// Source: Apple, AVCaptureDevice.isAutoFocusRangeRestrictionSupported.
    public var isAutoFocusRangeRestrictionSupported: Bool { capabilities.hasFocusRange }

    /// How far away automatic focus looks. Setting it needs ``lockForConfiguration()``.
    ///
    /// Source: Apple, AVCaptureDevice.autoFocusRangeRestriction.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { state.withLock { $0.controls.focusRange } }
        set {
            let setter = "setAutoFocusRangeRestriction:"
            require(isAutoFocusRangeRestrictionSupported, setter, "-isAutoFocusRangeRestrictionSupported")
            adjust(\.autoFocusRangeRestriction, setter) { state in
                state.controls.focusRange = newValue
                state.settings.focusRange =
                    switch newValue {
                    case .none: .all
                    case .near: .near
                    case .far: .far
                    }
            }
        }
    }

    /// Whether ``isSmoothAutoFocusEnabled`` can be set. Source: Apple, AVCaptureDevice.isSmoothAutoFocusSupported.
    public var isSmoothAutoFocusSupported: Bool { capabilities.hasSmoothFocus }

    /// Whether the lens moves slowly, so that a movie shows no jump. Setting it needs ``lockForConfiguration()``.
    ///
    /// Source: Apple, AVCaptureDevice.isSmoothAutoFocusEnabled.
    public var isSmoothAutoFocusEnabled: Bool {
        get { state.withLock { $0.settings.isFocusSmooth } }
        set {
            let setter = "setSmoothAutoFocusEnabled:"
            if newValue { require(isSmoothAutoFocusSupported, setter, "-isSmoothAutoFocusSupported") }
            adjust(\.isSmoothAutoFocusEnabled, setter) { $0.settings.isFocusSmooth = newValue }
        }
    }
}

extension AVCaptureDevice.State {
    /// Lets the search for focus begin anew, at the point of interest.
    fileprivate mutating func startFocus() {
        settings.focusStart = settings.revision
        settings.focusPoint = .init(x: controls.focusPoint.x, y: controls.focusPoint.y)
        followRestrictedSwitching(on: .focusModeChanged)
    }
}
