/// Which changes the driver reports, and which have to be looked for.
extension V4L2Controls {
    private typealias ID = V4L2ControlID
    private static let settable = [
        ID.exposureAuto, ID.exposureAbsolute, ID.autoGain, ID.gain, ID.autoExposureBias, ID.focusAuto, ID.focusAbsolute,
        ID.autoWhiteBalance, ID.whiteBalanceTemperature, ID.redBalance, ID.blueBalance, ID.zoomAbsolute,
        ID.flashLEDMode,
    ]
    private static let automatic = [
        (id: ID.exposureAuto, off: ID.ExposureMode.manual), (ID.autoGain, 0), (ID.focusAuto, 0),
        (ID.autoWhiteBalance, 0),
    ]

    /// Asks the driver to report what other programs set.
    ///
    /// - Returns: whether it will report all of it.
    func watch() -> Bool {
        Self.settable.filter { device.controlRange($0) != nil && !device.watchControl($0) }.isEmpty
    }

    /// Whether a value may change although nobody sets it. Many drivers do not report a privacy switch, and none reports
    /// what an automatic function chooses.
    var changeByThemselves: Bool {
        hasPrivacySwitch || Self.automatic.contains { id, off in device.control(id).map { $0 != off } ?? false }
    }
}
