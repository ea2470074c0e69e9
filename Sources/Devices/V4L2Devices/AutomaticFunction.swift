import CaptureEngine

/// What a camera finds by itself.
enum AutomaticFunction: CaseIterable {
    case focus
    case exposure
    case whiteBalance

    /// The search that the settings want to be made once; `nil` when they want something else.
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
