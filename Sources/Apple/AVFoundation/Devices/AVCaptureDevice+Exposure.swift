import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How the exposure is found. Source: Apple, AVCaptureDevice.ExposureMode.
    public enum ExposureMode: Int, Sendable {
        /// Stays as it is. Source: Apple, AVCaptureDevice.ExposureMode.locked.
        case locked = 0
        /// Finds the exposure once, then becomes ``locked``. Source: Apple, AVCaptureDevice.ExposureMode.autoExpose.
        case autoExpose = 1
        /// Follows the scene. Source: Apple, AVCaptureDevice.ExposureMode.continuousAutoExposure.
        case continuousAutoExposure = 2
        /// As ``AVCaptureDevice/setExposureModeCustom(duration:iso:completionHandler:)`` says.
        /// Source: Apple, AVCaptureDevice.ExposureMode.custom.
        case custom = 3
    }

    /// For a custom exposure: the duration stays as it is. Source: Apple, AVCaptureDevice.currentExposureDuration.
    public static let currentExposureDuration = CMTime.invalid
    /// For a custom exposure: the sensitivity stays as it is. Source: Apple, AVCaptureDevice.currentISO.
    public static let currentISO = Float.greatestFiniteMagnitude
    /// For ``setExposureTargetBias(_:completionHandler:)``: the bias stays as it is.
    ///
    /// Source: Apple, AVCaptureDevice.currentExposureTargetBias.
    public static let currentExposureTargetBias = Float.greatestFiniteMagnitude

    // MARK: Modes

    /// Whether the camera can be set to the mode. Source: Apple, AVCaptureDevice.isExposureModeSupported(_:).
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
        switch exposureMode {
        case .locked: capabilities.hasAutoExposure || capabilities.exposure != nil
        case .autoExpose, .continuousAutoExposure: capabilities.hasAutoExposure
        case .custom: capabilities.exposure != nil
        }
    }

    /// How the exposure is found; `.autoExpose` becomes `.locked` by itself. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isExposureModeSupported(_:)``, and begins a search at
    /// ``exposurePointOfInterest``. Source: Apple, AVCaptureDevice.exposureMode.
    public var exposureMode: ExposureMode {
        get { state.withLock { $0.controls.exposureMode } }
        set {
            require(isExposureModeSupported(newValue), "setExposureMode:", "-isExposureModeSupported:")
            adjust(\.exposureMode, "setExposureMode:") { state in
                state.controls.exposureMode = newValue
                state.settings.exposure =
                    switch newValue {
                    case .locked: .locked
                    case .autoExpose: .once
                    case .continuousAutoExposure: .continuous
                    case .custom: .custom(duration: nil, iso: nil)
                    }
                state.startExposure()
            }
        }
    }

    /// Whether ``exposurePointOfInterest`` can be set.
    /// Source: Apple, AVCaptureDevice.isExposurePointOfInterestSupported.
    public var isExposurePointOfInterestSupported: Bool { capabilities.hasExposurePoint }

    /// Where in the picture automatic exposure measures: 0…1 from the left and the top of the sensor's landscape
    /// picture. Observable.
    ///
    /// It takes effect when ``exposureMode`` is set the next time. Setting it needs ``lockForConfiguration()``.
    /// Source: Apple, AVCaptureDevice.exposurePointOfInterest.
    public var exposurePointOfInterest: CGPoint {
        get { state.withLock { $0.controls.exposurePoint } }
        set {
            let setter = "setExposurePointOfInterest:"
            require(isExposurePointOfInterestSupported, setter, "-isExposurePointOfInterestSupported")
            requireInPicture(newValue, setter)
            configure(\.exposurePointOfInterest, setter) { $0.controls.exposurePoint = newValue }
        }
    }

    // MARK: What holds now

    /// How long the last frame was exposed; `.invalid` when the device does not say. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.exposureDuration.
    public var exposureDuration: CMTime { state.withLock { $0.shown.exposureDuration } }

    /// The sensitivity of the last frame; 0 when the device does not say. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.iso.
    public var iso: Float { state.withLock { $0.shown.iso } }

    /// Whether the camera is looking for the exposure in the last frame. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.isAdjustingExposure.
    public var isAdjustingExposure: Bool { state.withLock { $0.shown.isAdjustingExposure } }

    /// By how many stops the last frame misses what automatic exposure wants; negative is too dark. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.exposureTargetOffset.
    public var exposureTargetOffset: Float { state.withLock { $0.shown.exposureOffset } }

    /// The f-number, of a virtual device that of the camera that it sees with; 0 when the device does not say.
    ///
    /// Source: Apple, AVCaptureDevice.lensAperture.
    public var lensAperture: Float { (activePrimaryConstituent ?? self).capabilities.lensAperture }

    // MARK: Custom

    /// Exposes for a time and with a sensitivity, and keeps to them.
    ///
    /// Needs ``lockForConfiguration()`` and `.custom` to be supported. Linux: a duration longer than a frame is cut to
    /// the frame's; on an iPhone it slows the camera down.
    /// - Parameters:
    ///   - duration: within the active format's limits, or ``currentExposureDuration``.
    ///   - iso: within the active format's limits, or ``currentISO``.
    ///   - handler: gets the timestamp of the first frame that shows both. While the camera does not run it is called
    ///     at once with the time of the call. It is called once, on a queue of the device.
    ///
    /// Source: Apple, AVCaptureDevice.setExposureModeCustom(duration:iso:completionHandler:).
    public func setExposureModeCustom(
        duration: CMTime, iso: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let setter = "setExposureModeCustomWithDuration:ISO:completionHandler:"
        require(isExposureModeSupported(.custom), setter, "-isExposureModeSupported:")
        let keepsISO = iso == Self.currentISO
        if let limits = capabilities.exposure {
            if duration.isValid { requireRange(duration, limits.durations, "duration", setter) }
            if !keepsISO { requireRange(iso, limits.iso, "ISO", setter) }
        }
        adjust(\.exposureMode, setter, shownBy: .exposure, handler) { state in
            state.controls.exposureMode = .custom
            state.settings.exposure = .custom(duration: duration.isValid ? duration : nil, iso: keepsISO ? nil : iso)
            state.startExposure()
        }
    }

    /// As with a completion handler; returns the timestamp of the first frame that shows both.
    ///
    /// Source: Apple, AVCaptureDevice.setExposureModeCustom(duration:iso:).
    @discardableResult
    public func setExposureModeCustom(duration: CMTime, iso: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureModeCustom(duration: duration, iso: iso) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Bias

    /// The lowest bias, in stops. Source: Apple, AVCaptureDevice.minExposureTargetBias.
    public var minExposureTargetBias: Float { capabilities.exposureBias.lowerBound }

    /// The highest bias, in stops. Source: Apple, AVCaptureDevice.maxExposureTargetBias.
    public var maxExposureTargetBias: Float { capabilities.exposureBias.upperBound }

    /// Stops of light (EV) that automatic exposure adds. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.exposureTargetBias.
    public var exposureTargetBias: Float { state.withLock { $0.settings.exposureBias } }

    /// Makes automatic exposure brighter or darker. Needs ``lockForConfiguration()``.
    ///
    /// - Parameters:
    ///   - bias: stops, within ``minExposureTargetBias`` and ``maxExposureTargetBias``, or
    ///     ``currentExposureTargetBias``.
    ///   - handler: gets the timestamp of the first frame that shows it. While the camera does not run it is called at
    ///     once with the time of the call. It is called once, on a queue of the device.
    ///
    /// Source: Apple, AVCaptureDevice.setExposureTargetBias(_:completionHandler:).
    public func setExposureTargetBias(_ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
        let setter = "setExposureTargetBias:completionHandler:"
        let isCurrent = bias == Self.currentExposureTargetBias
        if !isCurrent { requireRange(bias, capabilities.exposureBias, "bias", setter) }
        adjust(\.exposureTargetBias, setter, shownBy: .exposure, handler) { state in
            if !isCurrent { state.settings.exposureBias = bias }
        }
    }

    /// As with a completion handler; returns the timestamp of the first frame that shows it.
    ///
    /// Source: Apple, AVCaptureDevice.setExposureTargetBias(_:).
    @discardableResult
    public func setExposureTargetBias(_ bias: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureTargetBias(bias) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Limits

    /// What automatic exposure must not exceed. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``; `.invalid` returns to the default, the longest that the frame rate
    /// and the active format allow. Linux: cameras that keep their automatic exposure to themselves ignore it.
    /// Source: Apple, AVCaptureDevice.activeMaxExposureDuration.
    public var activeMaxExposureDuration: CMTime {
        get {
            let (chosen, format) = state.withLock { ($0.settings.longestExposure, $0.activeFormat) }
            if let chosen { return chosen }
            let frame = activeVideoMaxFrameDuration
            guard format.maxExposureDuration.isValid else { return frame }
            return frame.isValid ? min(frame, format.maxExposureDuration) : format.maxExposureDuration
        }
        set {
            let setter = "setActiveMaxExposureDuration:"
            if newValue.isValid, let limits = capabilities.exposure {
                requireRange(newValue, limits.durations, "activeMaxExposureDuration", setter)
            }
            adjust(\.activeMaxExposureDuration, setter) { state in
                state.settings.longestExposure = newValue.isValid ? newValue : nil
            }
        }
    }

    // MARK: Darkness

    /// Whether the camera can brighten dark scenes beyond its highest sensitivity.
    ///
    /// Source: Apple, AVCaptureDevice.isLowLightBoostSupported.
    public var isLowLightBoostSupported: Bool { capabilities.hasLowLightBoost }

    /// Whether the last frame is brightened beyond the highest sensitivity. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.isLowLightBoostEnabled.
    public var isLowLightBoostEnabled: Bool { state.withLock { $0.shown.isLowLightBoosted } }

    /// Whether the camera may brighten dark scenes, at the cost of noise; `false` at first.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isLowLightBoostSupported``.
    /// Source: Apple, AVCaptureDevice.automaticallyEnablesLowLightBoostWhenAvailable.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { state.withLock { $0.settings.allowsLowLightBoost } }
        set {
            let setter = "setAutomaticallyEnablesLowLightBoostWhenAvailable:"
            if newValue { require(isLowLightBoostSupported, setter, "-isLowLightBoostSupported") }
            adjust(\.automaticallyEnablesLowLightBoostWhenAvailable, setter) {
                $0.settings.allowsLowLightBoost = newValue
            }
        }
    }
}

extension AVCaptureDevice.State {
    /// Lets the search for the exposure begin anew, at the point of interest.
    fileprivate mutating func startExposure() {
        settings.exposureStart = settings.revision
        settings.exposurePoint = .init(x: controls.exposurePoint.x, y: controls.exposurePoint.y)
        followRestrictedSwitching(on: .exposureModeChanged)
    }
}
