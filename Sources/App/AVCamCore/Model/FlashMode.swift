import AVFoundation

/// When the flash fires.
package enum FlashMode: String, Codable, CaseIterable, Sendable {
    case off
    case on
    /// Fires when it is dark.
    case auto

    var api: AVCaptureDevice.FlashMode {
        switch self {
        case .off: .off
        case .on: .on
        case .auto: .auto
        }
    }

    init(_ mode: AVCaptureDevice.FlashMode) {
        switch mode {
        case .off: self = .off
        case .on: self = .on
        case .auto: self = .auto
        }
    }
}
