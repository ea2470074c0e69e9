import AVFoundation

/// Looks at the level of a connection's sound from time to time, for a meter that moves.
final class SoundMeter: Sendable {
    /// `nil` while there is no sound to be measured.
    let level = LiveValue<SoundLevel?>(nil)

    /// As often as an eye follows a bar.
    private static let interval = Duration.milliseconds(66)

    private let looks = Mutex<Task<Void, Never>?>(nil)

    deinit { looks.withLock { $0?.cancel() } }

    /// Follows a connection instead of the one before; `nil` ends it.
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
        // No look may come after the end.
        looks.withLock { _ in
            if !Task.isCancelled { level.set(connection.isActive ? SoundLevel(channels) : nil) }
        }
    }
}
