internal import CLinux
import Foundation
import Glibc
import Locking

/// Reports which entries of a folder come and go (inotify), until it is released.
///
/// Source: inotify(7).
package final class FolderWatch: Sendable {
    private let descriptor: Int32
    /// Closing this end wakes the thread one last time.
    private let end: Int32

    /// - Parameters:
    ///   - withPermissions: whether a change of an entry's permissions is reported, too.
    ///   - handler: called on the watch's own thread with the names of entries that came, went or were renamed. One call
    ///     may have several.
    /// - Returns: `nil` if the folder cannot be watched: it does not exist, or the system has no watches left.
    package init?(
        _ folder: String, withPermissions: Bool = false, handler: @escaping @Sendable ([String]) -> Void
    ) {
        var pipeEnds: (Int32, Int32) = (-1, -1)
        let isOpen = withUnsafeMutableBytes(of: &pipeEnds) {
            linux_pipe_cloexec($0.bindMemory(to: Int32.self).baseAddress!)
        }
        guard isOpen == 0 else { return nil }
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        end = pipeEnds.1
        let permissions = withPermissions ? UInt32(IN_ATTRIB) : 0
        let events = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM) | permissions
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, events) >= 0 else {
            if descriptor >= 0 { close(descriptor) }
            close(pipeEnds.0)
            close(pipeEnds.1)
            return nil
        }
        let (watched, wake) = (descriptor, pipeEnds.0)
        Thread.start(named: "folder-watch") { Self.run(events: watched, wake: wake, handler) }
    }

    deinit { close(end) }

    /// Owns both descriptors.
    private static func run(events: Int32, wake: Int32, _ handler: ([String]) -> Void) {
        defer {
            close(events)
            close(wake)
        }
        var pollers = [
            pollfd(fd: events, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let ready = poll(&pollers, nfds_t(pollers.count), -1)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, pollers[1].revents == 0, let names = FolderEvents.names(in: events) else { return }
            if !names.isEmpty { handler(names) }
        }
    }
}
