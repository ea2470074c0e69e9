import CaptureEngine

/// What a camera can adjust automatically.
enum AutomaticFunction: CaseIterable {
    case focus
    case exposure
    case whiteBalance

    /// The revision of a one-time search that the settings ask for; `nil` if they ask for something else.
    func search(in settings: CameraSettings) -> UInt64? {
        switch self {
        case .focus: settings.focus == .once ? settings.focusStart : nil
        case .exposure: settings.exposure == .once ? settings.exposureStart : nil
        case .whiteBalance: settings.whiteBalance == .once ? settings.whiteBalanceStart : nil
        }
    }

    func setAdjusting(_ isAdjusting: Bool, in conditions: inout CaptureConditions) {
        switch self {
        case .focus: conditions.isAdjustingFocus = isAdjusting
        case .exposure: conditions.isAdjustingExposure = isAdjusting
        case .whiteBalance: conditions.isAdjustingWhiteBalance = isAdjusting
        }
    }
}
