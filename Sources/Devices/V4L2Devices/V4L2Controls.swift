import CaptureEngine
import Glibc
import LinuxVideo

/// What controls are set on: a device, or a fake one.
protocol ControlledDevice: Sendable {
    func controlRange(_ id: UInt32) -> VideoControl?
    func control(_ id: UInt32) -> Int32?
    func setControl(_ id: UInt32, _ value: Int32) throws(Errno)
    func menu(_ id: UInt32) -> [Int32: Int64]
    func watchControl(_ id: UInt32) -> Bool
}

extension VideoDevice: ControlledDevice {}

/// A camera's controls in the engine's terms.
///
/// Drivers report neither what a step of gain means nor which distance a focus value is. So ISO goes from 100 at the
/// lowest gain to 1600 at the highest, in equal ratios. The lens position goes from 0 at the highest focus value, the
/// nearest, to 1 at the lowest. A white balance in kelvin is 5000 times the ratio of the red gain to the blue one.
struct V4L2Controls: Sendable {
    private typealias ID = V4L2ControlID
    private static let isos: (lowest: Double, ratio: Double) = (100, 16)
    private static let neutralTemperature = 5000.0
    /// The unit of the exposure control.
    private static let exposureUnit: Int32 = 10_000

    /// In stops. Beyond, most pictures are white or black.
    private static let softwareBias: ClosedRange<Float> = -2...2

    let device: any ControlledDevice
    private let found = FoundValues()
    private let exposureTime: VideoControl?
    private let gain: VideoControl?
    private let exposureModes: VideoControl?
    /// The items of the bias menu and their stops.
    private let biases: [(item: Int32, stops: Float)]
    private let canSetBias: Bool
    private let lens: VideoControl?
    private let zoom: VideoControl?
    private let temperature: VideoControl?
    private let redBalance: VideoControl?
    private let blueBalance: VideoControl?
    private let torch: VideoControl?
    private let hasAutoFocus: Bool
    private let hasFocusStart: Bool
    private let hasAutoWhiteBalance: Bool
    private let hasLED: Bool
    private let hasStrobe: Bool
    let hasPrivacySwitch: Bool

    init(_ device: any ControlledDevice) {
        func range(_ id: UInt32) -> VideoControl? {
            device.controlRange(id).flatMap { $0.range.lowerBound < $0.range.upperBound ? $0 : nil }
        }
        func canSet(_ id: UInt32) -> Bool { device.controlRange(id)?.isReadOnly == false }
        self.device = device
        exposureTime = range(ID.exposureAbsolute).settable.flatMap { $0.range.upperBound > 0 ? $0 : nil }
        gain = range(ID.gain)
        exposureModes = range(ID.exposureAuto).settable
        canSetBias = canSet(ID.autoExposureBias)
        biases = device.menu(ID.autoExposureBias).map { (item: $0, stops: Float($1) / 1000) }
            .sorted { $0.stops < $1.stops }
        lens = range(ID.focusAbsolute)
        zoom = range(ID.zoomAbsolute).flatMap { $0.range.lowerBound > 0 ? $0 : nil }
        temperature = range(ID.whiteBalanceTemperature)
        redBalance = range(ID.redBalance).flatMap { $0.defaultValue > 0 ? $0 : nil }
        blueBalance = range(ID.blueBalance).flatMap { $0.defaultValue > 0 ? $0 : nil }
        torch = range(ID.flashTorchIntensity).settable
        hasAutoFocus = range(ID.focusAuto).settable != nil
        hasFocusStart = canSet(ID.autoFocusStart)
        hasAutoWhiteBalance = range(ID.autoWhiteBalance).settable != nil
        hasLED = range(ID.flashLEDMode).settable != nil
        hasStrobe = canSet(ID.flashStrobe)
        hasPrivacySwitch = device.controlRange(ID.privacy) != nil
    }

    // MARK: What can be set

    var capabilities: CameraCapabilities {
        var capabilities = CameraCapabilities()
        capabilities.hasTorch =
            hasLED && (device.controlRange(ID.flashLEDMode)?.range.contains(ID.LEDMode.torch) ?? false)
        capabilities.hasFlash = hasLED && hasStrobe
        // Where the lens can be moved, software focuses.
        capabilities.hasAutoFocus = hasAutoFocus || hasFocusStart || movesLens
        capabilities.focusesOnRequest = movesLens && !hasAutoFocus && !hasFocusStart
        capabilities.canLockLens = movesLens
        capabilities.hasFocusPoint = movesLens
        capabilities.hasAutoExposure = exposureModes != nil
        if let exposureTime {
            capabilities.exposure = .init(
                durations: duration(max(exposureTime.range.lowerBound, 1))...duration(exposureTime.range.upperBound),
                iso: gain.settable == nil ? 100...100 : 100...1600)
        }
        capabilities.hasExposurePoint = metersInSoftware
        if canSetBias, let first = biases.first, let last = biases.last, first.stops < last.stops {
            capabilities.exposureBias = first.stops...last.stops
        } else if metersInSoftware {
            capabilities.exposureBias = Self.softwareBias
        }
        capabilities.hasAutoWhiteBalance = hasAutoWhiteBalance
        capabilities.maxWhiteBalanceGain = maxGain
        capabilities.hasPrivacySwitch = hasPrivacySwitch
        if let range = zoom.settable?.range {
            capabilities.maxZoom = Double(range.upperBound) / Double(range.lowerBound)
        }
        return capabilities
    }

    /// Whether exposure can be metered in software: taken from the camera's own automatic function, and given back.
    private var metersInSoftware: Bool {
        exposureTime != nil && exposureModes?.range.contains(ID.ExposureMode.manual) == true
    }

    private var movesLens: Bool { lens.settable != nil }

    /// What software does with the controls that are there.
    struct SoftwareAbilities: Sendable {
        var meters = false
        var exposure: CameraCapabilities.Exposure?
        var driverHasBias = false
        var hasLens = false
        var driverFocuses = false
    }

    var softwareAbilities: SoftwareAbilities {
        SoftwareAbilities(
            meters: metersInSoftware, exposure: capabilities.exposure, driverHasBias: hasBias,
            hasLens: movesLens, driverFocuses: hasAutoFocus || hasFocusStart)
    }

    /// At least 1, even if the driver's default is outside its range.
    private var maxGain: Float {
        if let redBalance = redBalance.settable, let blueBalance = blueBalance.settable {
            let red = ratio(redBalance, redBalance.range.upperBound)
            return max(min(red, ratio(blueBalance, blueBalance.range.upperBound)), 1)
        }
        return temperature.settable == nil ? 1 : 4
    }

    private func ratio(_ control: VideoControl, _ value: Int32) -> Float { Float(value) / Float(control.defaultValue) }

    private func duration(_ value: Int32) -> CMTime { CMTime(value: Int64(value), timescale: Self.exposureUnit) }

    // MARK: Setting

    /// Sets what differs from `old`; `nil` sets everything that is not left to the camera anyway.
    ///
    /// A control that refuses is left alone: drivers refuse when another setting has disabled a control.
    /// ``conditions(_:)`` then reads what the camera really does, and so do the device's values and EXIF.
    /// - Parameters:
    ///   - old: what was applied last; `nil` for a camera that has just been opened. What nobody has asked for is left as
    ///     another program set it.
    ///   - software: what is not set, because software decides about it.
    func apply(
        _ new: CameraSettings, over old: CameraSettings?, except software: Set<AutomaticFunction> = []
    ) {
        let isFirst = old == nil
        let old = old ?? CameraSettings()
        if !software.contains(.exposure), old.exposure != new.exposure || old.exposureStart != new.exposureStart {
            apply(new.exposure, isFirst: isFirst)
        }
        if new.exposureBias != old.exposureBias { setBias(new.exposureBias) }
        if !software.contains(.focus), old.focus != new.focus || old.focusStart != new.focusStart { apply(new.focus) }
        if old.whiteBalance != new.whiteBalance || old.whiteBalanceStart != new.whiteBalanceStart {
            apply(new.whiteBalance)
        }
        if new.zoom != old.zoom, let zoom = zoom.settable {
            set(ID.zoomAbsolute, zoom.nearest(Double(zoom.range.lowerBound) * new.zoom))
        }
        if new.torch != old.torch { setTorch(new.torch) }
    }

    private func set(_ id: UInt32, _ value: Int32) {
        try? write(id, value)
    }

    private func write(_ id: UInt32, _ value: Int32) throws(Errno) {
        found.note(id, of: device)
        try device.setControl(id, value)
    }

    /// Puts back what was changed since the camera was opened, for the next program.
    func putBack() { found.putBack(on: device) }

    /// Sets the exposure that the settings ask for, after a still used another one.
    func restoreExposure(_ settings: CameraSettings) {
        if settings.exposure == .continuous && settings.exposureStart == 0 {
            restoreFoundExposure()
        } else {
            apply(settings.exposure, isFirst: false)
        }
    }

    /// Puts the exposure back as it was found.
    func restoreFoundExposure() {
        found.putBack(on: device, only: [ID.exposureAuto, ID.autoGain, ID.exposureAbsolute, ID.gain])
    }

    /// Puts focus back as it was found.
    func restoreFoundFocus() { found.putBack(on: device, only: [ID.focusAuto, ID.focusAbsolute]) }

    /// Sets the bias that the settings ask for, after a still used another one.
    func restoreBias(_ settings: CameraSettings) {
        if settings.exposureBias == 0 {
            found.putBack(on: device, only: [ID.autoExposureBias])
        } else {
            setBias(settings.exposureBias)
        }
    }

    private func apply(_ exposure: CameraSettings.Exposure, isFirst: Bool) {
        switch exposure {
        case .continuous, .once: automaticExposure()
        case .locked:
            if !isFirst { hold(.exposure) }
        case .custom(let duration, let iso): setExposure(duration, iso: iso)
        }
    }

    func automaticExposure() {
        // UVC cameras have "aperture priority" as their only automatic mode.
        for mode in [ID.ExposureMode.aperturePriority, ID.ExposureMode.automatic] {
            if (try? write(ID.exposureAuto, mode)) != nil { break }
        }
        set(ID.autoGain, 1)
    }

    private func manualExposure() {
        set(ID.exposureAuto, ID.ExposureMode.manual)
        set(ID.autoGain, 0)
    }

    /// Turns an automatic function off and keeps the values that it had reached. Otherwise cameras tend to return to
    /// the last values that were set manually.
    func hold(_ function: AutomaticFunction) {
        switch function {
        case .exposure:
            keeping([ID.exposureAbsolute, ID.gain]) { manualExposure() }
        case .focus:
            keeping([ID.focusAbsolute]) { set(ID.focusAuto, 0) }
        case .whiteBalance:
            keeping([ID.whiteBalanceTemperature, ID.redBalance, ID.blueBalance]) { set(ID.autoWhiteBalance, 0) }
        }
    }

    private func keeping(_ ids: [UInt32], _ change: () -> Void) {
        let values = ids.map { device.control($0) }
        change()
        for (id, value) in zip(ids, values) {
            if let value { set(id, value) }
        }
    }

    func setExposure(_ duration: CMTime?, iso: Float?) {
        manualExposure()
        if let duration, let exposureTime {
            set(ID.exposureAbsolute, exposureTime.nearest(duration.seconds * Double(Self.exposureUnit)))
        }
        if let iso, let gain = gain.settable { set(ID.gain, gain.value(at: Self.part(ofISO: Double(iso)))) }
    }

    /// Whether the driver's automatic exposure has a bias.
    var hasBias: Bool { canSetBias && !biases.isEmpty }

    func setBias(_ stops: Float) {
        guard canSetBias, let best = biases.min(by: { abs($0.stops - stops) < abs($1.stops - stops) }) else { return }
        set(ID.autoExposureBias, best.item)
    }

    func apply(_ focus: CameraSettings.Focus) {
        switch focus {
        case .continuous: set(ID.focusAuto, 1)
        case .once:
            if hasFocusStart {
                set(ID.focusAuto, 0)
                set(ID.autoFocusStart, 1)
            } else {
                set(ID.focusAuto, 1)
            }
        case .locked(nil): hold(.focus)
        case .locked(let position?):
            set(ID.focusAuto, 0)
            setLens(1 - Double(position))
        }
    }

    /// - Parameter part: of the control's range; larger values are nearer.
    func setLens(_ part: Double) {
        if let lens = lens.settable { set(ID.focusAbsolute, lens.value(at: part)) }
    }

    private func apply(_ balance: CameraSettings.WhiteBalance) {
        switch balance {
        case .continuous, .once: set(ID.autoWhiteBalance, 1)
        case .locked(nil): hold(.whiteBalance)
        case .locked(let gains?):
            set(ID.autoWhiteBalance, 0)
            if let temperature = temperature.settable {
                set(
                    ID.whiteBalanceTemperature,
                    temperature.nearest(Self.neutralTemperature * Double(gains.red / gains.blue)))
            }
            if let redBalance = redBalance.settable, let blueBalance = blueBalance.settable {
                set(ID.redBalance, redBalance.nearest(Double(gains.red) * Double(redBalance.defaultValue)))
                set(ID.blueBalance, blueBalance.nearest(Double(gains.blue) * Double(blueBalance.defaultValue)))
            }
        }
    }

    private func setTorch(_ level: Float) {
        if level > 0, let torch { set(ID.flashTorchIntensity, torch.value(at: Double(level))) }
        set(ID.flashLEDMode, level > 0 ? ID.LEDMode.torch : ID.LEDMode.none)
    }

    /// Fires the flash for the next frames.
    func fireFlash() {
        set(ID.flashLEDMode, ID.LEDMode.flash)
        set(ID.flashStrobe, 1)
    }

    /// Resets the light to what the settings say, after a flash.
    func endFlash(_ settings: CameraSettings) { setTorch(settings.torch) }

    // MARK: What is set

    /// The camera's current values; if the exposure is unknown, the duration is invalid and the ISO is 0.
    func conditions(_ settings: CameraSettings) -> CaptureConditions {
        var conditions = CaptureConditions(exposureDuration: .invalid, iso: 0)
        if let time = device.control(ID.exposureAbsolute), time > 0 {
            conditions.exposureDuration = duration(time)
            conditions.iso = Float(isoNow)
        }
        conditions.exposureChoice = exposureChoice(settings)
        conditions.whiteBalanceChoice = whiteBalanceChoice(settings)
        conditions.exposureBias = bias ?? settings.exposureBias
        if let lensNow { conditions.lensPosition = Float(1 - lensNow) }
        if let value = device.control(ID.whiteBalanceTemperature), temperature != nil {
            conditions.whiteBalanceGains = Self.gains(temperature: Double(value))
        }
        if let redBalance, let blueBalance, let red = device.control(ID.redBalance),
            let blue = device.control(ID.blueBalance)
        {
            conditions.whiteBalanceGains = WhiteBalanceGains(
                red: ratio(redBalance, red), green: 1, blue: ratio(blueBalance, blue))
        }
        if let zoom, let value = device.control(ID.zoomAbsolute) {
            conditions.zoom = Double(value) / Double(zoom.range.lowerBound)
        }
        conditions.torch = isTorchOff ? 0 : settings.torch
        conditions.isCovered = isCovered
        conditions.settingsRevision = settings.revision
        return conditions
    }

    /// `nil` where the driver's mode does not tell: it is manual for an exposure that is locked or metered in software,
    /// too, and another program may have set it.
    private func exposureChoice(_ settings: CameraSettings) -> CaptureConditions.Choice? {
        switch exposureMode {
        case ID.ExposureMode.automatic, ID.ExposureMode.aperturePriority: .automatic
        case ID.ExposureMode.manual: settings.exposure.isCustom ? .manual : nil
        default: nil
        }
    }

    /// As ``exposureChoice(_:)``.
    private func whiteBalanceChoice(_ settings: CameraSettings) -> CaptureConditions.Choice? {
        switch device.control(ID.autoWhiteBalance) {
        case 1: return .automatic
        case 0:
            if case .locked(.some) = settings.whiteBalance { return .manual }
            return nil
        default: return nil
        }
    }

    /// `nil` if the camera does not say.
    var exposureNow: (seconds: Double, iso: Double)? {
        guard let time = device.control(ID.exposureAbsolute), time > 0 else { return nil }
        return (duration(time).seconds, isoNow)
    }

    private var isoNow: Double {
        gain.flatMap { gain in device.control(ID.gain).map { Self.iso(atPart: gain.part(of: $0)) } } ?? Self.isos.lowest
    }

    /// Whether the camera chooses its exposure, or a part of it.
    var isExposureAutomatic: Bool {
        exposureMode.map { $0 != ID.ExposureMode.manual } ?? false || device.control(ID.autoGain) == 1
    }

    /// Whether the driver says that it reports the exposure that the camera chooses, in the mode that is set now.
    var isExposureVolatile: Bool { device.controlRange(ID.exposureAbsolute)?.isVolatile == true }

    /// `nil` if the driver does not say.
    var exposureMode: Int32? { device.control(ID.exposureAuto) }

    /// A part of the control's range; `nil` if the lens cannot be moved.
    var lensNow: Double? { lens.flatMap { lens in device.control(ID.focusAbsolute).map(lens.part) } }

    /// Whether the privacy switch covers the camera.
    var isCovered: Bool { hasPrivacySwitch && device.control(ID.privacy) == 1 }

    /// In stops; `nil` if the driver does not say.
    private var bias: Float? {
        guard !biases.isEmpty, let item = device.control(ID.autoExposureBias) else { return nil }
        return biases.first { $0.item == item }?.stops
    }

    private var isTorchOff: Bool {
        hasLED && device.control(ID.flashLEDMode).map { $0 != ID.LEDMode.torch } ?? false
    }

    static func gains(temperature: Double) -> WhiteBalanceGains {
        let ratio = Float(temperature / neutralTemperature)
        return ratio >= 1
            ? WhiteBalanceGains(red: ratio, green: 1, blue: 1) : WhiteBalanceGains(red: 1, green: 1, blue: 1 / ratio)
    }

    private static func part(ofISO iso: Double) -> Double { log2(max(iso, 1) / isos.lowest) / log2(isos.ratio) }

    private static func iso(atPart part: Double) -> Double { isos.lowest * exp2(part * log2(isos.ratio)) }
}

extension VideoControl? {
    /// `nil` for a control that can only be read.
    fileprivate var settable: VideoControl? { flatMap { $0.isReadOnly ? nil : $0 } }
}
