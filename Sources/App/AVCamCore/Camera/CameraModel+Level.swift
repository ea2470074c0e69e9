/// Whether the camera is held level.
extension CameraModel {
    /// Measures only while the level is shown.
    func settleLevel() {
        levelMeter.setRunning(isLevelEnabled && status == .running && !isPaused)
    }
}
