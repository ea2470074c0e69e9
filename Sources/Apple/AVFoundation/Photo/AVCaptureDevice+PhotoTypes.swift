extension AVCaptureDevice {
    /// Whether a flash fires. Source: Apple, AVCaptureDevice.FlashMode.
    public enum FlashMode: Int, Sendable {
        /// Never fires. Source: Apple, AVCaptureDevice.FlashMode.off.
        case off = 0
        /// Fires for every photo. Source: Apple, AVCaptureDevice.FlashMode.on.
        case on = 1
        /// Fires when the scene is dark. Source: Apple, AVCaptureDevice.FlashMode.auto.
        case auto = 2
    }
}
