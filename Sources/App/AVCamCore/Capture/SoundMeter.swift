import AVFoundation

/// Measures the level of a connection's sound regularly, for a moving meter.
final class SoundMeter: Sendable {
    /// `nil` while there is no sound to measure.
    let level = LiveValue<SoundLevel?>(nil)

    /// As often as the eye can follow a bar.
    private static let interval = Duration.milliseconds(66)

    private let looks = Mutex<Task<Void, Never>?>(nil)

    deinit { looks.withLock { $0?.cancel() } }

    /// Measures this connection instead of the previous one; `nil` ends the measuring.
    func follow(_ connection: AVCaptureConnection?) {
        let task = connection.map { connection in
            Task { [weak self] in
                let channels = connection.audioChannels
                while !Task.isCancelled {
                    self?.look(at: connection, channels)
                    // A cancelled sleep ends the loop.
                    try? await Task.sleep(for: Self.interval)
                }
            }
        }
        looks.withLock { looks in
            looks?.cancel()
            looks = task
            if task == nil { level.set(nil) }
        }
    }

    private func look(at connection: AVCaptureConnection, _ channels: [AVCaptureAudioChannel]) {
        // No value may be set after the end.
        looks.withLock { _ in
            if !Task.isCancelled { level.set(connection.isActive ? SoundLevel(channels) : nil) }
        }
    }
}
