import Foundation

/// The room that is left for captures.
extension CameraModel {
    /// How often it is looked at while the camera runs.
    private static let storageInterval = Duration.seconds(5)

    /// Looks at it as long as the camera runs and somebody sees it.
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
        storage = await storageMeter.measure(format: videoFormatInUse, progress: progress)
    }
}
