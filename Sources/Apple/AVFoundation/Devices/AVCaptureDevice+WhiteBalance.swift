import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How white balance is determined. Source: Apple, AVCaptureDevice.WhiteBalanceMode.
    public enum WhiteBalanceMode: Int, Sendable {
        /// The gains stay as they are.
        case locked = 0
        /// Finds the gains once, then becomes ``locked``.
        case autoWhiteBalance = 1
        /// Follows the light.
        case continuousAutoWhiteBalance = 2
    }

    /// The factors that red, green and blue are multiplied by. Source: Apple, AVCaptureDevice.WhiteBalanceGains.
    public struct WhiteBalanceGains: Sendable {
        public var redGain: Float
        public var greenGain: Float
        public var blueGain: Float

        /// All of them 0.
        public init() { self.init(redGain: 0, greenGain: 0, blueGain: 0) }

        public init(redGain: Float, greenGain: Float, blueGain: Float) {
            self.redGain = redGain
            self.greenGain = greenGain
            self.blueGain = blueGain
        }
    }

    /// A color as its place in the CIE 1931 chromaticity diagram.
    /// Source: Apple, AVCaptureDevice.WhiteBalanceChromaticityValues.
    public struct WhiteBalanceChromaticityValues: Sendable {
        public var x: Float
        public var y: Float

        /// Both 0.
        public init() { self.init(x: 0, y: 0) }

        public init(x: Float, y: Float) {
            self.x = x
            self.y = y
        }
    }

    /// A color of light as the temperature of the nearest black body, and the distance from it.
    /// Source: Apple, AVCaptureDevice.WhiteBalanceTemperatureAndTintValues.
    public struct WhiteBalanceTemperatureAndTintValues: Sendable {
        /// Kelvins.
        public var temperature: Float
        /// -150 (the light is magenta) to 150 (green).
        public var tint: Float

        /// Both 0.
        public init() { self.init(temperature: 0, tint: 0) }

        public init(temperature: Float, tint: Float) {
            self.temperature = temperature
            self.tint = tint
        }
    }

    /// For ``setWhiteBalanceModeLocked(with:completionHandler:)``: the gains stay as they are.
    public static let currentWhiteBalanceGains = WhiteBalanceGains(
        redGain: .greatestFiniteMagnitude, greenGain: .greatestFiniteMagnitude, blueGain: .greatestFiniteMagnitude)

    // MARK: Modes

    /// Whether the camera can be set to the mode.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
        switch whiteBalanceMode {
        case .locked: capabilities.hasAutoWhiteBalance || isLockingWhiteBalanceWithCustomDeviceGainsSupported
        case .autoWhiteBalance, .continuousAutoWhiteBalance: capabilities.hasAutoWhiteBalance
        }
    }

    /// How white balance is determined; `.autoWhiteBalance` becomes `.locked` by itself. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isWhiteBalanceModeSupported(_:)``.
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
                state.startWhiteBalance()
            }
        }
    }

    /// Whether the camera was still adjusting white balance in the last frame. Observable.
    public var isAdjustingWhiteBalance: Bool { state.withLock { $0.shown.isAdjustingWhiteBalance } }

    // MARK: Gains

    /// Whether custom gains can be set.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { capabilities.maxWhiteBalanceGain > 1 }

    /// The largest gain.
    public var maxWhiteBalanceGain: Float { capabilities.maxWhiteBalanceGain }

    /// The gains of the last frame. Observable.
    public var deviceWhiteBalanceGains: WhiteBalanceGains {
        let gains = state.withLock { state in
            let shown = state.shown.whiteBalanceGains.normalized
            // Cameras report ratios; a program that has set gains reads the same numbers back.
            if case .locked(let wanted?) = state.settings.whiteBalance, wanted.normalized.isNear(shown) {
                return WhiteBalanceGains(wanted)
            }
            return WhiteBalanceGains(shown)
        }
        // What a camera reports can be set as it is.
        return clamped(gains)
    }

    /// The gains that would make the average of the last frame gray. Observable.
    ///
    /// Linux: measured four times a second in bi-planar formats; in other formats the current gains.
    public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
        let (gray, current) = state.withLock { ($0.grayWorldGains, $0.shown.whiteBalanceGains) }
        return clamped(WhiteBalanceGains(gray ?? current))
    }

    /// Sets the gains and keeps them.
    ///
    /// Needs ``lockForConfiguration()`` and ``isLockingWhiteBalanceWithCustomDeviceGainsSupported``.
    /// - Parameters:
    ///   - whiteBalanceGains: each 1 to ``maxWhiteBalanceGain``, or ``currentWhiteBalanceGains``.
    ///   - handler: gets the timestamp of the first frame that shows them. While the camera does not run it is called
    ///     at once with the time of the call. It is called once, on a queue of the device.
    @preconcurrency public func setWhiteBalanceModeLocked(
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
            state.startWhiteBalance()
        }
    }

    /// As with a completion handler; returns the timestamp of the first frame that shows them.
    @discardableResult
    public func setWhiteBalanceModeLocked(with whiteBalanceGains: WhiteBalanceGains) async -> CMTime {
        await withCheckedContinuation { continuation in
            setWhiteBalanceModeLocked(with: whiteBalanceGains) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Conversions

    /// The color of the light that the gains make white.
    ///
    /// Linux: assumes that the sensor has the primaries of sRGB, and that gains of 1 suit daylight (D65) when the
    /// device does not report the right ones.
    public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
        requireGains(whiteBalanceGains, "chromaticityValuesForDeviceWhiteBalanceGains:")
        return .init(Chromaticity(whiteUnder: .init(whiteBalanceGains), daylight: capabilities.daylightGains))
    }

    /// The gains that make a light white; they may be out of the range that can be set.
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
    public func temperatureAndTintValues(for whiteBalanceGains: WhiteBalanceGains)
        -> WhiteBalanceTemperatureAndTintValues
    {
        requireGains(whiteBalanceGains, "temperatureAndTintValuesForDeviceWhiteBalanceGains:")
        let light = ColorOfLight(
            Chromaticity(whiteUnder: .init(whiteBalanceGains), daylight: capabilities.daylightGains))
        return .init(temperature: Float(light.temperature), tint: Float(light.tint))
    }

    /// The gains that make a light white; they may be out of the range that can be set.
    public func deviceWhiteBalanceGains(for tempAndTintValues: WhiteBalanceTemperatureAndTintValues)
        -> WhiteBalanceGains
    {
        let light = ColorOfLight(
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
        // A ratio to 0 is not a number, and becomes 1.
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

extension AVCaptureDevice.State {
    /// Restarts the search for the gains.
    fileprivate mutating func startWhiteBalance() {
        settings.whiteBalanceStart = settings.revision
        news.begins(.whiteBalance, controls.whiteBalanceMode != .locked)
    }
}
