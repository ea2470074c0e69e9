internal import CLinux
import CaptureEngine
import FileWatching
import Foundation
import Glibc
import Locking

/// Reports the presses of the machine's buttons that take pictures, as far as this user may read its input devices.
///
/// One thread waits for all of them while somebody wants to know, and nothing is read otherwise. A device that is plugged
/// in meanwhile is read, too.
final class ButtonWatch: Sendable {
    private struct State {
        var readers = 0
        /// Writing to it wakes the thread. `nil` while no thread runs.
        var wake: Int32?
    }

    /// What wakes the thread.
    private enum Call: UInt8 {
        case end
        case look
    }

    private let folder: String
    private let keys: @Sendable (Int32) -> Set<ButtonNode.Key>
    private let tell: @Sendable (SurroundingsEvent) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: `/dev/input`.
    ///   - keys: the keys that an open node has; tests have nodes of their own.
    ///   - tell: called for every press, on the watch's thread.
    init(
        folder: String, keys: @escaping @Sendable (Int32) -> Set<ButtonNode.Key> = ButtonNode.kernelKeys,
        tell: @escaping @Sendable (SurroundingsEvent) -> Void
    ) {
        self.folder = folder
        self.keys = keys
        self.tell = tell
    }

    /// The buttons that can be read now. One with a half press counts as the Camera Control; others only take pictures.
    var buttons: Set<BodyButton> {
        var found: Set<ButtonNode.Key> = []
        for path in paths {
            _ = ButtonNode(path) { [keys] descriptor in
                found.formUnion(keys(descriptor))
                return []
            }
        }
        return Set(found.subtracting([.camera]).map { $0.button ?? .cameraControl })
    }

    private var paths: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("event") }.map { "\(folder)/\($0)" }
    }

    /// Reads the devices until the observation is gone.
    func read() -> SurroundingsObservation {
        state.withLock { state in
            state.readers += 1
            if state.readers == 1 { state.wake = start() }
        }
        return SurroundingsObservation { [self] in
            state.withLock { state in
                state.readers -= 1
                guard state.readers == 0, let wake = state.wake else { return }
                Self.write(.end, to: wake)
                close(wake)
                state.wake = nil
            }
        }
    }

    /// - Returns: what wakes the thread; `nil` without descriptors left, and then there are no buttons.
    private func start() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard linux_pipe_cloexec(&ends) == 0 else { return nil }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        Thread.start(named: "buttons") { [self] in
            // A node is often closed to this user when it appears, and opened by the login service right after it.
            let watch = FolderWatch(folder, withPermissions: true) { [weak self] _ in self?.look() }
            withExtendedLifetime(watch) { run(readEnd) }
            close(readEnd)
        }
        return writeEnd
    }

    private func look() {
        state.withLock { state in
            if let wake = state.wake { Self.write(.look, to: wake) }
        }
    }

    private static func write(_ call: Call, to descriptor: Int32) {
        var byte = call.rawValue
        _ = Glibc.write(descriptor, &byte, 1)
    }

    /// Returns when it is told to end.
    private func run(_ wake: Int32) {
        var nodes = open(keeping: [:])
        while true {
            let order = Array(nodes)
            var pollers = ([wake] + order.map(\.value.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let ready = poll(&pollers, nfds_t(pollers.count), -1)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return }
            for ((path, node), poller) in zip(order, pollers.dropFirst()) where poller.revents != 0 {
                if let events = node.events() {
                    events.forEach(tell)
                } else {
                    node.cancel().forEach(tell)
                    nodes[path] = nil
                }
            }
            if pollers[0].revents != 0 {
                var call: UInt8 = 0
                guard Glibc.read(wake, &call, 1) == 1, Call(rawValue: call) == .look else { return }
                nodes = open(keeping: nodes)
            }
        }
    }

    private func open(keeping known: [String: ButtonNode]) -> [String: ButtonNode] {
        var nodes = known
        for path in paths where nodes[path] == nil { nodes[path] = ButtonNode(path, keys: keys) }
        return nodes
    }
}
