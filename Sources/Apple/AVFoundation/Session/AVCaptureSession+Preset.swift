extension AVCaptureSession {
    /// A quality or size for everything that a session captures. Source: Apple, AVCaptureSession.Preset.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The largest frames, for photos.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The best video that the device can keep up with, up to 1920 x 1080.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// About VGA size.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// About CIF size, for slow networks.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// CIF.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// VGA.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// A size for editing, a quarter of 1080p.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// A size for editing. Linux: the same as ``hd1280x720``.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// 720p.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1080p.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// Ultra HD, four times 1080p.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// The device's own ``AVCaptureDevice/activeFormat``, whatever it is.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")

        /// The size that the preset names, if it names one.
        var exactSize: (width: Int32, height: Int32)? {
            switch self {
            case .cif352x288: (352, 288)
            case .vga640x480: (640, 480)
            case .iFrame960x540: (960, 540)
            case .iFrame1280x720, .hd1280x720: (1280, 720)
            case .hd1920x1080: (1920, 1080)
            case .hd4K3840x2160: (3840, 2160)
            default: nil
            }
        }
    }
}
