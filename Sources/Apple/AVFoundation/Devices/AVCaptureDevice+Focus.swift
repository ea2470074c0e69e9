import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How the lens is focused. Source: Apple, AVCaptureDevice.FocusMode.
    public enum FocusMode: Int, Sendable {
        /// The lens stays where it is.
        case locked = 0
        /// Focuses once, then becomes ``locked``.
        case autoFocus = 1
        /// Refocuses whenever the scene requires it.
        case continuousAutoFocus = 2
    }

    /// At which distances automatic focus searches. Source: Apple, AVCaptureDevice.AutoFocusRangeRestriction.
    public enum AutoFocusRangeRestriction: Int, Sendable {
        /// Anywhere.
        case none = 0
        /// Only near the camera.
        case near = 1
        /// Only far away.
        case far = 2
    }

    /// For ``setFocusModeLocked(lensPosition:completionHandler:)``: the lens stays where it is.
    ///
    /// Source: Apple, AVCaptureDevice.currentLensPosition (AVCaptureLensPositionCurrent).
    public static let currentLensPosition = Float.greatestFiniteMagnitude

    // MARK: Modes

    /// Whether the camera can be set to the mode. Linux: `.locked` if the lens can be locked, the automatic modes if
    /// the device has autofocus.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool {
        switch focusMode {
        case .locked: capabilities.hasAutoFocus || capabilities.canLockLens
        case .autoFocus, .continuousAutoFocus: capabilities.hasAutoFocus
        }
    }

    /// How the lens is focused; `.autoFocus` becomes `.locked` by itself. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isFocusModeSupported(_:)``, and begins a search at
    /// ``focusPointOfInterest``.
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

    /// Whether ``focusPointOfInterest`` can be set.
    public var isFocusPointOfInterestSupported: Bool { capabilities.hasFocusPoint }

    /// Where in the picture automatic focus measures: 0…1 from the left and the top of the sensor's landscape picture.
    /// Observable.
    ///
    /// It takes effect when ``focusMode`` is set the next time. Setting it needs ``lockForConfiguration()``. A point
    /// outside of the picture becomes the nearest one in it: a tap beside a fitted preview gives such points.
    public var focusPointOfInterest: CGPoint {
        get { state.withLock { $0.controls.focusPoint } }
        set {
            let setter = "setFocusPointOfInterest:"
            require(isFocusPointOfInterestSupported, setter, "-isFocusPointOfInterestSupported")
            configure(\.focusPointOfInterest, setter) { $0.controls.focusPoint = newValue.inPicture }
        }
    }

    // MARK: The lens

    /// Whether the lens can be moved to a position.
    public var isLockingFocusWithCustomLensPositionSupported: Bool { capabilities.canLockLens }

    /// The position of the lens in the last frame: 0 nearest, 1 farthest. Observable.
    public var lensPosition: Float { state.withLock { $0.shown.lensPosition } }

    /// Moves the lens to a position and keeps it there.
    ///
    /// Needs ``lockForConfiguration()`` and ``isLockingFocusWithCustomLensPositionSupported``.
    /// - Parameters:
    ///   - lensPosition: 0 (nearest) to 1 (farthest), or ``currentLensPosition``.
    ///   - handler: gets the timestamp of the first frame that shows it. While the camera does not run it is called at
    ///     once with the time of the call. It is called once, on a queue of the device.
    @preconcurrency public func setFocusModeLocked(
        lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
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
    @discardableResult
    public func setFocusModeLocked(lensPosition: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setFocusModeLocked(lensPosition: lensPosition) { continuation.resume(returning: $0) }
        }
    }

    /// Whether the camera was still focusing in the last frame. Observable.
    public var isAdjustingFocus: Bool { state.withLock { $0.shown.isAdjustingFocus } }

    /// The nearest distance that can be in focus, in millimeters; -1 when the device does not say.
    public var minimumFocusDistance: Int { capabilities.minimumFocusDistance }

    // MARK: How it searches

    /// Whether ``autoFocusRangeRestriction`` can be set.
    public var isAutoFocusRangeRestrictionSupported: Bool { capabilities.hasFocusRange }

    /// At which distances automatic focus searches. Setting it needs ``lockForConfiguration()``.
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

    /// Whether ``isSmoothAutoFocusEnabled`` can be set.
    public var isSmoothAutoFocusSupported: Bool { capabilities.hasSmoothFocus }

    /// Whether the lens moves slowly, so that a movie shows no jumps. Setting it needs ``lockForConfiguration()``.
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
    /// Restarts the search for focus, at the point of interest.
    fileprivate mutating func startFocus() {
        settings.focusStart = settings.revision
        news.begins(.focus, controls.focusMode != .locked)
        settings.focusPoint = focusPoint
        followRestrictedSwitching(on: .focusModeChanged)
    }
}
