import CaptureEngine
import LinuxVideo

/// A camera's controls in the engine's terms.
///
/// What their numbers mean is in ``ControlScale``.
struct V4L2Controls: Sendable {
    private typealias ID = V4L2ControlID

    let device: any ControlledDevice
    let found = FoundValues()
    let exposureTime: VideoControl?
    let gain: VideoControl?
    let exposureModes: VideoControl?
    /// The items of the bias menu and their stops.
    let biases: [(item: Int32, stops: Float)]
    let canSetBias: Bool
    let lens: VideoControl?
    let zoom: VideoControl?
    let temperature: VideoControl?
    let redBalance: VideoControl?
    let blueBalance: VideoControl?
    let torch: VideoControl?
    let hasAutoFocus: Bool
    let hasFocusStart: Bool
    let hasAutoWhiteBalance: Bool
    let hasLED: Bool
    let hasStrobe: Bool
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
}

extension VideoControl? {
    /// `nil` for a control that can only be read.
    var settable: VideoControl? { flatMap { $0.isReadOnly ? nil : $0 } }
}
