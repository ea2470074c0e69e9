import ALSA
import CaptureEngine
import Dispatch
import Locking

/// The volume of ALSA's `default`, which is the sound server's if there is one.
///
/// A change is noticed by one thread, from the first observation until the process ends; it waits for the mixer.
final class MixerVolume: VolumeControl {
    private let name: String
    private let mixer = Mutex<Mixer?>(nil)
    private let cards = SoundCardWatch()
    private let observers = Mutex(Observers())

    private struct Observers {
        var handlers: [UInt64: @Sendable () -> Void] = [:]
        var lastNumber: UInt64 = 0
    }

    init(name: String = "default") { self.name = name }

    var volume: Double? { use { mixer throws(ALSAError) in try mixer.volume() } }

    func setVolume(_ volume: Double) {
        _ = use { mixer throws(ALSAError) in try mixer.setVolume(volume) }
    }

    /// Opens the mixer at first, and again when it is lost.
    ///
    /// - Returns: `nil` if there is no mixer, or none with a volume.
    private func use<Result: Sendable>(_ body: (Mixer) throws(ALSAError) -> Result) -> Result? {
        mixer.withLock { mixer in
            if let known = mixer, let result = try? body(known) { return result }
            mixer = try? Mixer(name: name)
            guard let opened = mixer else { return nil }
            return try? body(opened)
        }
    }

    func observeVolume(_ handler: @escaping @Sendable () -> Void) -> SurroundingsObservation {
        let number = observers.withLock { observers in
            observers.lastNumber += 1
            observers.handlers[observers.lastNumber] = handler
            return observers.lastNumber
        }
        if number == 1 { Thread.start(named: "alsa-volume") { [self] in watch() } }
        return SurroundingsObservation { [self] in observers.withLock { $0.handlers[number] = nil } }
    }

    /// With a mixer of its own, as each is used by one thread.
    private func watch() {
        let comes = DispatchSemaphore(value: 0)
        cards.add { comes.signal() }
        while true {
            if let mixer = try? Mixer(name: name) {
                tell()
                while (try? mixer.waitForChange()) != nil { tell() }
            }
            tell()
            comes.wait()
        }
    }

    private func tell() {
        for handler in observers.withLock({ Array($0.handlers.values) }) { handler() }
    }
}
