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

/// What happened in a watched folder.
private struct InotifyEvent {
    var watch: Int32
    var name: String

    /// Waits for events, and a little longer for related ones: one card creates half a dozen nodes.
    static func read(from descriptor: Int32) -> [InotifyEvent]? {
        var events: [InotifyEvent] = []
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&poller, 1, events.isEmpty ? -1 : 200) != 0 {
            guard let more = readOnce(descriptor) else { return nil }
            events += more
        }
        return events
    }

    private static func readOnce(_ descriptor: Int32) -> [InotifyEvent]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return errno == EINTR ? [] : nil }
        return bytes.withUnsafeBytes { bytes in
            var events: [InotifyEvent] = []
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let name = bytes[offset + header..<offset + header + Int(event.len)].prefix { $0 != 0 }
                events.append(InotifyEvent(watch: event.wd, name: String(decoding: name, as: UTF8.self)))
                offset += header + Int(event.len)
            }
            return events
        }
    }
}
