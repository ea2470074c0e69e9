import FileWatching
import Foundation
import Locking

/// Reports when a video node comes, goes or changes its permissions, by watching the folder of device nodes (inotify).
///
/// A loopback device becomes a camera when a program feeds it, but its node stays the same and no event reports that.
/// So such nodes are polled every two seconds, as long as there are any.
///
/// One thread, from the first handler until the process ends. Several events in quick succession (a node is created,
/// then given to its group) are one call.
final class DeviceNodeWatch: Sendable {
    private let folder: String
    private let handlers = Mutex<[@Sendable () -> Void]>([])
    private let silentNodes: @Sendable () -> [String: NodeRole]
    private let lookMilliseconds: Int32

    /// - Parameters:
    ///   - silentNodes: the nodes whose role changes without an event, with their current roles.
    ///   - lookMilliseconds: how often these are polled.
    init(
        folder: String, lookMilliseconds: Int32 = 2000,
        silentNodes: @escaping @Sendable () -> [String: NodeRole] = { [:] }
    ) {
        self.folder = folder
        self.lookMilliseconds = lookMilliseconds
        self.silentNodes = silentNodes
    }

    func add(_ handler: @escaping @Sendable () -> Void) {
        let isFirst = handlers.withLock { handlers in
            handlers.append(handler)
            return handlers.count == 1
        }
        guard isFirst else { return }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        // Without a watch there is no hot plugging; the devices that are there still work.
        guard descriptor >= 0,
            inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)) >= 0
        else { return }
        // What is fed from here on is news.
        let silent = silentNodes()
        Thread.start(named: "v4l2-watch") { [self] in watch(descriptor, silent) }
    }

    private func watch(_ descriptor: Int32, _ silentBefore: [String: NodeRole]) {
        var isChanged = false
        var silent = silentBefore
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&poller, 1, isChanged ? 100 : silent.isEmpty ? -1 : lookMilliseconds)
            if ready > 0 {
                guard let names = FolderEvents.names(in: descriptor) else { return }
                isChanged = isChanged || names.contains { $0.hasPrefix("video") }
            } else if ready == 0 {
                let now = silentNodes()
                guard isChanged || now != silent else { continue }
                silent = now
                isChanged = false
                for handler in handlers.withLock({ $0 }) { handler() }
            }
        }
    }
}
