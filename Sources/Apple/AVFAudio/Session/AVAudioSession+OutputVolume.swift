import CaptureEngine
import Foundation
import Locking
import MissingFoundation

extension AVAudioSession {
    /// How loud the output is, from 0 to 1, as the person set it for all programs. Observable; observers are called on
    /// the main thread.
    ///
    /// Linux: the volume of the sound server's output, or of the sound card if there is no server, through ALSA's mixer;
    /// on the simulated phone what was set there. 1 without a mixer. That it is muted does not count.
    public var outputVolume: Float {
        if case .watching(let known, _) = volumeWatch.withLock({ $0 }) { return known }
        return currentVolume
    }

    private var currentVolume: Float { Float(world.outputVolume ?? 1) }

    /// Who looks for changes of the volume: nobody until the first observation, as that takes a thread.
    enum VolumeWatch: Sendable {
        case none
        /// The volume that observers know.
        case watching(Float, [SurroundingsObservation])
    }

    private func watchVolume() {
        guard case .none = volumeWatch.withLock({ $0 }) else { return }
        let observations = world.observeOutputVolume { [weak self] in
            DispatchQueue.main.async { self?.compareVolume() }
        }
        let now = currentVolume
        volumeWatch.withLock { watch in
            if case .none = watch { watch = .watching(now, observations) }
        }
    }

    private func compareVolume() {
        let now = currentVolume
        mayChange(\.outputVolume) {
            volumeWatch.withLock { watch in
                if case .watching(_, let observations) = watch { watch = .watching(now, observations) }
            }
        }
    }
}

extension AVAudioSession: ObservedOnDemand {
    package func prepareObservation(of keyPath: AnyKeyPath) {
        if keyPath == \AVAudioSession.outputVolume { watchVolume() }
    }
}

extension AVAudioSession: KeyValueNamed {
    package static let observableProperties = ["outputVolume": NamedProperty(\AVAudioSession.outputVolume)]
}
