/// V4L2_CID_….
///
/// Source: V4L2 specification, "User Controls", "Camera Control Reference", "Flash Control Reference".
enum V4L2ControlID {
    static let autoWhiteBalance: UInt32 = 0x0098_090C
    static let redBalance: UInt32 = 0x0098_090E
    static let blueBalance: UInt32 = 0x0098_090F
    static let gain: UInt32 = 0x0098_0913
    /// Kelvin.
    static let whiteBalanceTemperature: UInt32 = 0x0098_091A
    /// Whether the driver chooses the gain.
    static let autoGain: UInt32 = 0x0098_0912

    /// A menu: see ``ExposureMode``.
    static let exposureAuto: UInt32 = 0x009A_0901
    /// In units of 100 microseconds.
    static let exposureAbsolute: UInt32 = 0x009A_0902
    /// Larger values are nearer.
    static let focusAbsolute: UInt32 = 0x009A_090A
    static let focusAuto: UInt32 = 0x009A_090C
    static let zoomAbsolute: UInt32 = 0x009A_090D
    /// Whether a switch covers the camera.
    static let privacy: UInt32 = 0x009A_0910
    /// An integer menu in 1/1000 EV.
    static let autoExposureBias: UInt32 = 0x009A_0913
    static let autoFocusStart: UInt32 = 0x009A_091C
    static let cameraOrientation: UInt32 = 0x009A_0922

    /// A menu: 0 off, 1 flash, 2 torch.
    static let flashLEDMode: UInt32 = 0x009C_0901
    static let flashStrobe: UInt32 = 0x009C_0903
    static let flashTorchIntensity: UInt32 = 0x009C_0908

    /// V4L2_EXPOSURE_….
    enum ExposureMode {
        static let automatic: Int32 = 0
        static let manual: Int32 = 1
        /// Automatic gain, fixed time.
        static let shutterPriority: Int32 = 2
        /// Automatic time; UVC cameras call this automatic.
        static let aperturePriority: Int32 = 3
    }

    enum LEDMode {
        static let none: Int32 = 0
        static let flash: Int32 = 1
        static let torch: Int32 = 2
    }
}
