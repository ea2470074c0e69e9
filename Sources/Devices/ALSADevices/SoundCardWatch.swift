import CaptureEngine
import Foundation
import Locking

/// Reports when a sound card or the sound server comes or goes, from the nodes that they create (inotify).
///
/// One thread, from the first handler until the process ends.
final class SoundCardWatch: Sendable {
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    func add(_ handler: @escaping @Sendable () -> Void) {
        let isFirst = handlers.withLock { handlers in
            handlers.append(handler)
            return handlers.count == 1
        }
        guard isFirst else { return }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        Thread.start(named: "alsa-watch") { [self] in watch(descriptor) }
    }

    private func watch(_ descriptor: Int32) {
        let comeOrGo = UInt32(IN_CREATE | IN_DELETE)
        let devices = inotify_add_watch(descriptor, "/dev", comeOrGo)
        var sound = inotify_add_watch(descriptor, "/dev/snd", comeOrGo)
        let runtime = ProcessEnvironment.value(of: "XDG_RUNTIME_DIR")
            .map { inotify_add_watch(descriptor, $0, comeOrGo) }
        while let events = InotifyEvent.read(from: descriptor) {
            let isOurs = events.contains { event in
                switch event.watch {
                case devices: event.name == "snd"
                case sound: event.name.hasPrefix("pcm") || event.name.hasPrefix("control")
                case runtime: event.name == "pipewire-0" || event.name == "pulse"
                default: false
                }
            }
            guard isOurs else { continue }
            // The folder appears with the first card, and disappears with the last.
            sound = inotify_add_watch(descriptor, "/dev/snd", comeOrGo)
            for handler in handlers.withLock({ $0 }) { handler() }
        }
    }
}
