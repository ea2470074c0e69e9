/// What sets how loud sound is heard. All members may be called from any thread.
package protocol VolumeControl: AnyObject, Sendable {
    /// From 0 to 1; `nil` while there is nothing to be set.
    var volume: Double? { get }

    /// - Parameter volume: from 0 to 1. Without effect while there is nothing to be set.
    func setVolume(_ volume: Double)

    /// Calls `handler` when the volume may have changed, whoever changed it, on any thread and with no lock held, until
    /// the observation is gone.
    func observeVolume(_ handler: @escaping @Sendable () -> Void) -> SurroundingsObservation
}

extension CaptureWorld {
    /// How loud sound is heard, from 0 to 1; `nil` if nobody knows. A simulated phone whose volume was set comes first.
    package var outputVolume: Double? { volumeControls.lazy.compactMap(\.volume).first }

    /// - Parameter volume: from 0 to 1. Without effect if there is no ``outputVolume``.
    package func setOutputVolume(_ volume: Double) {
        volumeControls.first { $0.volume != nil }?.setVolume(min(max(volume, 0), 1))
    }

    /// Calls `handler` when ``outputVolume`` may have changed, on any thread, as long as the observations are kept.
    package func observeOutputVolume(_ handler: @escaping @Sendable () -> Void) -> [SurroundingsObservation] {
        volumeControls.map { $0.observeVolume(handler) }
    }

    private var volumeControls: [any VolumeControl] {
        surroundings.compactMap(\.volumeControl) + (soundOutput.volumeControl.map { [$0] } ?? [])
    }
}
