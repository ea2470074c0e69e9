/// Whether the camera is held level.
extension CameraModel {
    /// Measures only what somebody looks at.
    func settleLevel() {
        levelMeter.setRunning(isLevelEnabled && status == .running && !isPaused)
    }
}
