extension AVCaptureDevice {
    /// Whether a flash fires. Source: Apple, AVCaptureDevice.FlashMode.
    public enum FlashMode: Int, Sendable {
        /// Never fires.
        case off = 0
        /// Fires for every photo.
        case on = 1
        /// Fires when the scene is dark.
        case auto = 2
    }
}
