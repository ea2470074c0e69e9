import Foundation

/// Measures the disk space left for captures.
extension CameraModel {
    /// How often the space is measured while the camera runs.
    private static let storageInterval = Duration.seconds(5)
    /// The same during a recording, which shows what movies need.
    private static let recordingInterval = Duration.seconds(1)

    /// Measures regularly while the camera runs and its picture can be seen.
    func followStorage() {
        guard watchingStorage == nil else { return }
        watchingStorage = Task { [weak self] in
            while !Task.isCancelled {
                await self?.lookAtStorage()
                let isRecording = self?.captureActivity.isRecording == true
                try? await Task.sleep(for: isRecording ? Self.recordingInterval : Self.storageInterval)
            }
        }
    }

    private func lookAtStorage() async {
        if status == .running, !isPaused { await storageChanged() }
    }

    /// What movies need is remembered: it depends on the camera and the place, which are often the same the next time.
    func learn(from movie: Movie) async {
        await storageChanged(by: movie.progress)
        state.movieBitsPerPixel = await storageMeter.bitsPerPixel
        remember()
    }

    /// - Parameter movie: a movie that has just ended; otherwise the one that is being recorded tells what movies need.
    func storageChanged(by movie: RecordingProgress? = nil) async {
        var progress = movie
        if movie == nil, case .movieCapture(let current) = captureActivity { progress = current }
        // A movie in photo mode plays as fast as it happened, and so does one of a camera without fast formats.
        let isNormal = captureMode == .photo || movieSpeed == .slowMotion && !capabilities.hasSlowMotion
        storage = await storageMeter.measure(
            format: videoFormatInUse, speed: isNormal ? .normal : movieSpeed, progress: progress)
    }
}
