import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How white is found. Source: Apple, AVCaptureDevice.WhiteBalanceMode.
    public enum WhiteBalanceMode: Int, Sendable {
        /// The gains stay as they are. Source: Apple, AVCaptureDevice.WhiteBalanceMode.locked.
        case locked = 0
        /// Finds white once, then becomes ``locked``. Source: Apple, AVCaptureDevice.WhiteBalanceMode.autoWhiteBalance.
        case autoWhiteBalance = 1
        /// Follows the light. Source: Apple, AVCaptureDevice.WhiteBalanceMode.continuousAutoWhiteBalance.
        case continuousAutoWhiteBalance = 2
    }

    /// What red, green and blue are multiplied by. Source: Apple, AVCaptureDevice.WhiteBalanceGains.
    public struct WhiteBalanceGains: Sendable {
        /// Source: Apple, AVCaptureDevice.WhiteBalanceGains.redGain.
        public var redGain: Float
        /// Source: Apple, AVCaptureDevice.WhiteBalanceGains.greenGain.
        public var greenGain: Float
        /// Source: Apple, AVCaptureDevice.WhiteBalanceGains.blueGain.
        public var blueGain: Float

        /// All of them 0. Source: Apple, AVCaptureDevice.WhiteBalanceGains.init().
        public init() { self.init(redGain: 0, greenGain: 0, blueGain: 0) }

        /// Source: Apple, AVCaptureDevice.WhiteBalanceGains.init(redGain:greenGain:blueGain:).
        public init(redGain: Float, greenGain: Float, blueGain: Float) {
            self.redGain = redGain
            self.greenGain = greenGain
            self.blueGain = blueGain
        }
    }

    /// A colour as the place in the CIE 1931 diagram.
    /// Source: Apple, AVCaptureDevice.WhiteBalanceChromaticityValues.
    public struct WhiteBalanceChromaticityValues: Sendable {
        /// Source: Apple, AVCaptureDevice.WhiteBalanceChromaticityValues.x.
        public var x: Float
        /// Source: Apple, AVCaptureDevice.WhiteBalanceChromaticityValues.y.
        public var y: Float

        /// Both 0. Source: Apple, AVCaptureDevice.WhiteBalanceChromaticityValues.init().
        public init() { self.init(x: 0, y: 0) }

        /// Source: Apple, AVCaptureDevice.WhiteBalanceChromaticityValues.init(x:y:).
        public init(x: Float, y: Float) {
            self.x = x
            self.y = y
        }
    }

    /// A colour of light as the nearest black body's, and how far beside it.
    /// Source: Apple, AVCaptureDevice.WhiteBalanceTemperatureAndTintValues.
    public struct WhiteBalanceTemperatureAndTintValues: Sendable {
        /// Kelvins. Source: Apple, AVCaptureDevice.WhiteBalanceTemperatureAndTintValues.temperature.
        public var temperature: Float
        /// -150 (the light is magenta) to 150 (green).
        ///
        /// Source: Apple, AVCaptureDevice.WhiteBalanceTemperatureAndTintValues.tint.
        public var tint: Float

        /// Both 0. Source: Apple, AVCaptureDevice.WhiteBalanceTemperatureAndTintValues.init().
        public init() { self.init(temperature: 0, tint: 0) }

        /// Source: Apple, AVCaptureDevice.WhiteBalanceTemperatureAndTintValues.init(temperature:tint:).
        public init(temperature: Float, tint: Float) {
            self.temperature = temperature
            self.tint = tint
        }
    }

    /// For ``setWhiteBalanceModeLocked(with:completionHandler:)``: the gains stay as they are.
    ///
    /// Source: Apple, AVCaptureDevice.currentWhiteBalanceGains.
    public static let currentWhiteBalanceGains = WhiteBalanceGains(
        redGain: .greatestFiniteMagnitude, greenGain: .greatestFiniteMagnitude, blueGain: .greatestFiniteMagnitude)

    // MARK: Modes

    /// Whether the camera can be set to the mode. Source: Apple, AVCaptureDevice.isWhiteBalanceModeSupported(_:).
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
        switch whiteBalanceMode {
        case .locked: capabilities.hasAutoWhiteBalance || isLockingWhiteBalanceWithCustomDeviceGainsSupported
        case .autoWhiteBalance, .continuousAutoWhiteBalance: capabilities.hasAutoWhiteBalance
        }
    }

    /// How white is found; `.autoWhiteBalance` becomes `.locked` by itself. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isWhiteBalanceModeSupported(_:)``.
    /// Source: Apple, AVCaptureDevice.whiteBalanceMode.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { state.withLock { $0.controls.whiteBalanceMode } }
        set {
            let setter = "setWhiteBalanceMode:"
            require(isWhiteBalanceModeSupported(newValue), setter, "-isWhiteBalanceModeSupported:")
            adjust(\.whiteBalanceMode, setter) { state in
                state.controls.whiteBalanceMode = newValue
                state.settings.whiteBalance =
                    switch newValue {
                    case .locked: .locked(nil)
                    case .autoWhiteBalance: .once
                    case .continuousAutoWhiteBalance: .continuous
                    }
                state.settings.whiteBalanceStart = state.settings.revision
            }
        }
    }

    /// Whether the camera is looking for white in the last frame. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.isAdjustingWhiteBalance.
    public var isAdjustingWhiteBalance: Bool { state.withLock { $0.shown.isAdjustingWhiteBalance } }

    // MARK: Gains

    /// Whether gains of one's own can be set.
    /// Source: Apple, AVCaptureDevice.isLockingWhiteBalanceWithCustomDeviceGainsSupported.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { capabilities.maxWhiteBalanceGain > 1 }

    /// The largest gain. Source: Apple, AVCaptureDevice.maxWhiteBalanceGain.
    public var maxWhiteBalanceGain: Float { capabilities.maxWhiteBalanceGain }

    /// The gains of the last frame. Observable. Source: Apple, AVCaptureDevice.deviceWhiteBalanceGains.
    public var deviceWhiteBalanceGains: WhiteBalanceGains {
        let gains = state.withLock { state in
            let shown = state.shown.whiteBalanceGains.normalized
            // Cameras report ratios; who has set gains finds the same numbers again.
            if case .locked(let wanted?) = state.settings.whiteBalance, wanted.normalized.isNear(shown) {
                return WhiteBalanceGains(wanted)
            }
            return WhiteBalanceGains(shown)
        }
        // What a camera reports can be set again.
        return clamped(gains)
    }

    /// The gains that would make the average of the last frame grey. Observable.
    ///
    /// Linux: measured four times a second, in bi-planar formats; the gains in force elsewhere.
    /// Source: Apple, AVCaptureDevice.grayWorldDeviceWhiteBalanceGains.
    public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
        let (grey, current) = state.withLock { ($0.greyWorldGains, $0.shown.whiteBalanceGains) }
        return clamped(WhiteBalanceGains(grey ?? current))
    }

    /// Sets the gains and keeps them.
    ///
    /// Needs ``lockForConfiguration()`` and ``isLockingWhiteBalanceWithCustomDeviceGainsSupported``.
    /// - Parameters:
    ///   - whiteBalanceGains: each 1 to ``maxWhiteBalanceGain``, or ``currentWhiteBalanceGains``.
    ///   - handler: gets the timestamp of the first frame that shows them. While the camera does not run it is called
    ///     at once with the time of the call. It is called once, on a queue of the device.
    ///
    /// Source: Apple, AVCaptureDevice.setWhiteBalanceModeLocked(with:completionHandler:).
    public func setWhiteBalanceModeLocked(
        with whiteBalanceGains: WhiteBalanceGains, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let setter = "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:"
        let isCurrent = whiteBalanceGains.redGain == Self.currentWhiteBalanceGains.redGain
        require(
            isCurrent ? isWhiteBalanceModeSupported(.locked) : isLockingWhiteBalanceWithCustomDeviceGainsSupported,
            setter, "-isLockingWhiteBalanceWithCustomDeviceGainsSupported")
        if !isCurrent { requireGains(whiteBalanceGains, setter) }
        adjust(\.whiteBalanceMode, setter, shownBy: .whiteBalance, handler) { state in
            state.controls.whiteBalanceMode = .locked
            state.settings.whiteBalance = .locked(isCurrent ? nil : .init(whiteBalanceGains))
            state.settings.whiteBalanceStart = state.settings.revision
        }
    }

    /// As with a completion handler; returns the timestamp of the first frame that shows them.
    ///
    /// Source: Apple, AVCaptureDevice.setWhiteBalanceModeLocked(with:).
    @discardableResult
    public func setWhiteBalanceModeLocked(with whiteBalanceGains: WhiteBalanceGains) async -> CMTime {
        await withCheckedContinuation { continuation in
            setWhiteBalanceModeLocked(with: whiteBalanceGains) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Conversions

    /// The colour of the light that the gains make white.
    ///
    /// Linux: the sensor's colours are taken for those of sRGB, and gains of 1 for daylight (D65) where the device does not
    /// say which are right for that.
    /// Source: Apple, AVCaptureDevice.chromaticityValues(for:).
    public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
        requireGains(whiteBalanceGains, "chromaticityValuesForDeviceWhiteBalanceGains:")
        return .init(Chromaticity(whiteUnder: .init(whiteBalanceGains), daylight: capabilities.daylightGains))
    }

    /// The gains that make a light white; they may be out of the range that can be set.
    ///
    /// Source: Apple, AVCaptureDevice.deviceWhiteBalanceGains(for:).
    public func deviceWhiteBalanceGains(for chromaticityValues: WhiteBalanceChromaticityValues) -> WhiteBalanceGains {
        let (x, y) = (chromaticityValues.x, chromaticityValues.y)
        guard (0...1).contains(x), y > 0, y <= 1, x + y <= 1 else {
            raiseException(
                .range,
                "*** -[AVCaptureDevice deviceWhiteBalanceGainsForChromaticityValues:] The passed chromaticity values "
                    + "(\(x), \(y)) are out of range")
        }
        return WhiteBalanceGains(Chromaticity(x: Double(x), y: Double(y)).gains(daylight: capabilities.daylightGains))
    }

    /// The temperature and tint of the light that the gains make white.
    ///
    /// Source: Apple, AVCaptureDevice.temperatureAndTintValues(for:).
    public func temperatureAndTintValues(for whiteBalanceGains: WhiteBalanceGains)
        -> WhiteBalanceTemperatureAndTintValues
    {
        requireGains(whiteBalanceGains, "temperatureAndTintValuesForDeviceWhiteBalanceGains:")
        let light = ColourOfLight(
            Chromaticity(whiteUnder: .init(whiteBalanceGains), daylight: capabilities.daylightGains))
        return .init(temperature: Float(light.temperature), tint: Float(light.tint))
    }

    /// The gains that make a light white; they may be out of the range that can be set.
    ///
    /// Source: Apple, AVCaptureDevice.deviceWhiteBalanceGains(for:).
    public func deviceWhiteBalanceGains(for tempAndTintValues: WhiteBalanceTemperatureAndTintValues)
        -> WhiteBalanceGains
    {
        let light = ColourOfLight(
            temperature: Double(tempAndTintValues.temperature), tint: Double(tempAndTintValues.tint))
        return WhiteBalanceGains(light.chromaticity.gains(daylight: capabilities.daylightGains))
    }

    private func requireGains(_ gains: WhiteBalanceGains, _ setter: String) {
        for gain in [gains.redGain, gains.greenGain, gains.blueGain] {
            requireRange(gain, 1...maxWhiteBalanceGain, "whiteBalanceGains", setter)
        }
    }

    private func clamped(_ gains: WhiteBalanceGains) -> WhiteBalanceGains {
        let largest = maxWhiteBalanceGain
        // A ratio to nothing is no number, and becomes 1.
        func clamp(_ gain: Float) -> Float { min(max(1, gain), largest) }
        return WhiteBalanceGains(
            redGain: clamp(gains.redGain), greenGain: clamp(gains.greenGain), blueGain: clamp(gains.blueGain))
    }
}

extension AVCaptureDevice.WhiteBalanceGains {
    init(_ gains: CaptureEngine.WhiteBalanceGains) {
        self.init(redGain: gains.red, greenGain: gains.green, blueGain: gains.blue)
    }
}

extension CaptureEngine.WhiteBalanceGains {
    init(_ gains: AVCaptureDevice.WhiteBalanceGains) {
        self.init(red: gains.redGain, green: gains.greenGain, blue: gains.blueGain)
    }
}

extension CaptureEngine.WhiteBalanceGains {
    fileprivate func isNear(_ other: Self) -> Bool {
        abs(red - other.red) < 1e-3 * red && abs(green - other.green) < 1e-3 * green
            && abs(blue - other.blue) < 1e-3 * blue
    }
}

extension AVCaptureDevice.WhiteBalanceChromaticityValues {
    fileprivate init(_ chromaticity: Chromaticity) {
        self.init(x: Float(chromaticity.x), y: Float(chromaticity.y))
    }
}
