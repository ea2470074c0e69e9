import Foundation

/// What happened in a watched folder.
struct InotifyEvent {
    var watch: Int32
    var name: String

    /// Waits for events, and a little longer for related ones: one card creates half a dozen nodes.
    ///
    /// - Returns: at least one event; `nil` if the watch is broken.
    static func read(from descriptor: Int32) -> [InotifyEvent]? {
        var events: [InotifyEvent] = []
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&poller, 1, events.isEmpty ? -1 : 200)
            // A signal ends the second wait, too. There may be nothing to read then, and reading would block.
            if ready <= 0, !events.isEmpty { return events }
            if ready < 0, errno != EINTR { return nil }
            guard ready > 0 else { continue }
            guard let more = readOnce(descriptor) else { return nil }
            events += more
        }
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
