import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How the exposure is determined. Source: Apple, AVCaptureDevice.ExposureMode.
    public enum ExposureMode: Int, Sendable {
        /// Stays as it is.
        case locked = 0
        /// Finds the exposure once, then becomes ``locked``.
        case autoExpose = 1
        /// Follows the scene.
        case continuousAutoExposure = 2
        /// As ``AVCaptureDevice/setExposureModeCustom(duration:iso:completionHandler:)`` says.
        case custom = 3
    }

    /// For a custom exposure: the duration stays as it is.
    public static let currentExposureDuration = CMTime.invalid
    /// For a custom exposure: the sensitivity stays as it is.
    public static let currentISO = Float.greatestFiniteMagnitude
    /// For ``setExposureTargetBias(_:completionHandler:)``: the bias stays as it is.
    public static let currentExposureTargetBias = Float.greatestFiniteMagnitude

    // MARK: Modes

    /// Whether the camera can be set to the mode.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
        switch exposureMode {
        case .locked: capabilities.hasAutoExposure || capabilities.exposure != nil
        case .autoExpose, .continuousAutoExposure: capabilities.hasAutoExposure
        case .custom: capabilities.exposure != nil
        }
    }

    /// How the exposure is determined; `.autoExpose` becomes `.locked` by itself. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isExposureModeSupported(_:)``, and begins a search at
    /// ``exposurePointOfInterest``.
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
    public var isExposurePointOfInterestSupported: Bool { capabilities.hasExposurePoint }

    /// Where in the picture automatic exposure meters: 0…1 from the left and the top of the sensor's landscape picture.
    /// Observable.
    ///
    /// It takes effect when ``exposureMode`` is set the next time. Setting it needs ``lockForConfiguration()``. A point
    /// outside of the picture becomes the nearest one in it.
    public var exposurePointOfInterest: CGPoint {
        get { state.withLock { $0.controls.exposurePoint } }
        set {
            let setter = "setExposurePointOfInterest:"
            require(isExposurePointOfInterestSupported, setter, "-isExposurePointOfInterestSupported")
            configure(\.exposurePointOfInterest, setter) { $0.controls.exposurePoint = newValue.inPicture }
        }
    }

    // MARK: Current values

    /// How long the last frame was exposed; `.invalid` when the device does not say. Observable.
    public var exposureDuration: CMTime { state.withLock { $0.shown.exposureDuration } }

    /// The sensitivity of the last frame; 0 when the device does not say. Observable.
    public var iso: Float { state.withLock { $0.shown.iso } }

    /// Whether the camera was still adjusting the exposure in the last frame. Observable.
    public var isAdjustingExposure: Bool { state.withLock { $0.shown.isAdjustingExposure } }

    /// By how many stops the last frame differs from the target of automatic exposure; negative is too dark.
    /// Observable.
    public var exposureTargetOffset: Float { state.withLock { $0.shown.exposureOffset } }

    /// The f-number; for a virtual device that of the active constituent; 0 when the device does not say.
    public var lensAperture: Float { (activePrimaryConstituent ?? self).capabilities.lensAperture }

    // MARK: Custom

    /// Sets a fixed exposure duration and sensitivity.
    ///
    /// Needs ``lockForConfiguration()`` and `.custom` to be supported. Linux: a duration longer than a frame is limited
    /// to the frame's; on an iPhone it lowers the frame rate.
    /// - Parameters:
    ///   - duration: within the active format's limits, or ``currentExposureDuration``.
    ///   - iso: within the active format's limits, or ``currentISO``.
    ///   - handler: gets the timestamp of the first frame that shows both. While the camera does not run it is called
    ///     at once with the time of the call. It is called once, on a queue of the device.
    @preconcurrency public func setExposureModeCustom(
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
    @discardableResult
    public func setExposureModeCustom(duration: CMTime, iso: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureModeCustom(duration: duration, iso: iso) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Bias

    /// The lowest bias, in stops.
    public var minExposureTargetBias: Float { capabilities.exposureBias.lowerBound }

    /// The highest bias, in stops.
    public var maxExposureTargetBias: Float { capabilities.exposureBias.upperBound }

    /// Stops of light (EV) that automatic exposure adds. Observable.
    public var exposureTargetBias: Float { state.withLock { $0.settings.exposureBias } }

    /// Makes automatic exposure brighter or darker. Needs ``lockForConfiguration()``.
    ///
    /// - Parameters:
    ///   - bias: stops, within ``minExposureTargetBias`` and ``maxExposureTargetBias``, or
    ///     ``currentExposureTargetBias``.
    ///   - handler: gets the timestamp of the first frame that shows it. While the camera does not run it is called at
    ///     once with the time of the call. It is called once, on a queue of the device.
    @preconcurrency public func setExposureTargetBias(
        _ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let setter = "setExposureTargetBias:completionHandler:"
        let isCurrent = bias == Self.currentExposureTargetBias
        if !isCurrent { requireRange(bias, capabilities.exposureBias, "bias", setter) }
        adjust(\.exposureTargetBias, setter, shownBy: .exposure, handler) { state in
            if !isCurrent { state.settings.exposureBias = bias }
        }
    }

    /// As with a completion handler; returns the timestamp of the first frame that shows it.
    @discardableResult
    public func setExposureTargetBias(_ bias: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureTargetBias(bias) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Limits

    /// The longest exposure that automatic exposure may use. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``; `.invalid` returns to the default, the longest that the frame rate
    /// and the active format allow. Linux: cameras whose automatic exposure cannot be limited ignore it.
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

    // MARK: Low light

    /// Whether the camera can brighten dark scenes beyond its highest sensitivity.
    public var isLowLightBoostSupported: Bool { capabilities.hasLowLightBoost }

    /// Whether the last frame is brightened beyond the highest sensitivity. Observable.
    public var isLowLightBoostEnabled: Bool { state.withLock { $0.shown.isLowLightBoosted } }

    /// Whether the camera may brighten dark scenes, at the cost of noise; `false` by default.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isLowLightBoostSupported``.
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
    /// Restarts the search for the exposure, at the point of interest.
    fileprivate mutating func startExposure() {
        settings.exposureStart = settings.revision
        news.begins(.exposure, [.autoExpose, .continuousAutoExposure].contains(controls.exposureMode))
        settings.exposurePoint = exposurePoint
        followRestrictedSwitching(on: .exposureModeChanged)
    }
}
