import Foundation

/// Measures the disk space left for captures.
extension CameraModel {
    /// How often the space is measured while the camera runs.
    private static let storageInterval = Duration.seconds(5)

    /// Measures regularly while the camera runs and its picture can be seen.
    func followStorage() {
        guard watchingStorage == nil else { return }
        watchingStorage = Task { [weak self] in
            while !Task.isCancelled {
                await self?.lookAtStorage()
                try? await Task.sleep(for: Self.storageInterval)
            }
        }
    }

    private func lookAtStorage() async {
        if status == .running, !isPaused { await storageChanged() }
    }

    func storageChanged() async {
        let progress: RecordingProgress? =
            if case .movieCapture(let progress) = captureActivity { progress } else { nil }
        // A movie in photo mode plays as fast as it happened, and so does one of a camera without fast formats.
        let isNormal = captureMode == .photo || movieSpeed == .slowMotion && !capabilities.hasSlowMotion
        storage = await storageMeter.measure(
            format: videoFormatInUse, speed: isNormal ? .normal : movieSpeed, progress: progress)
    }
}
