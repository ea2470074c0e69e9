import ALSA
import CaptureEngine
import Dispatch
import Locking

/// The volume of ALSA's `default`, which is the sound server's if there is one.
///
/// A change is noticed by one thread, from the first observation until the process ends; it waits for the mixer.
final class MixerVolume: VolumeControl {
    private let name: String
    /// Opened when it is first needed, and again when it was lost; `nil` if there is none.
    private let mixer = Mutex<Mixer?>(nil)
    private let cards = SoundCardWatch()
    private let observers = Mutex(Observers())

    private struct Observers {
        var handlers: [UInt64: @Sendable () -> Void] = [:]
        var lastNumber: UInt64 = 0
    }

    init(name: String = "default") { self.name = name }

    var volume: Double? {
        mixer.withLock { mixer in
            if let volume = try? mixer?.volume() { return volume }
            mixer = try? Mixer(name: name)
            return try? mixer?.volume()
        }
    }

    func setVolume(_ volume: Double) {
        mixer.withLock { mixer in
            if (try? mixer?.setVolume(volume)) != nil { return }
            mixer = try? Mixer(name: name)
            try? mixer?.setVolume(volume)
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

    private func watch() {
        let comes = DispatchSemaphore(value: 0)
        cards.add { comes.signal() }
        // Always true. With `while true`, and with the loop of `follow(_:)` inside, the optimizer of Swift 6.3 hangs.
        while observers.withLock({ $0.lastNumber > 0 }) {
            if let mixer = try? Mixer(name: name) { follow(mixer) }
            tell()
            comes.wait()
        }
    }

    /// Until it is lost. The mixer is the thread's own, as each is used by one.
    @inline(never)
    private func follow(_ mixer: Mixer) {
        var isThere = true
        while isThere {
            tell()
            isThere = (try? mixer.waitForChange()) != nil
        }
    }

    private func tell() {
        for handler in observers.withLock({ Array($0.handlers.values) }) { handler() }
    }
}
