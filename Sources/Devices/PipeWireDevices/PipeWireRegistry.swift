import CaptureEngine
import Foundation
import Locking
import PipeWire

/// What cameras the user's daemon has now.
///
/// One thread keeps the connection, from the first question until the daemon or the process ends. It sleeps while nothing
/// changes.
final class PipeWireRegistry: Sendable {
    private enum Phase {
        case idle
        /// The daemon has not listed everything yet.
        case listing
        case listed
    }

    private struct State {
        var phase = Phase.idle
        var cameras: [PipeWireCamera] = []
        var handlers: [@Sendable () -> Void] = []
    }

    /// How long a daemon may take to list its nodes; on an idle machine it takes 5 ms.
    private static let patience = Duration.seconds(2)

    private let environment: @Sendable () -> [String: String]
    private let state = Monitor(State())

    init(environment: @escaping @Sendable () -> [String: String]) {
        self.environment = environment
    }

    /// Whether the user has a daemon.
    ///
    /// Source: PipeWire, "Environment variables".
    var isThere: Bool {
        let environment = environment()
        let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? ""
        let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        var about = stat()
        return stat(name.hasPrefix("/") ? name : "\(folder)/\(name)", &about) == 0
            && about.st_mode & S_IFMT == S_IFSOCK
    }

    /// The cameras that are there now. The first call connects.
    func cameras() -> [PipeWireCamera] {
        guard begin() else { return [] }
        return state.wait(timeout: Self.patience) { $0.phase == .listing ? nil : $0.cameras }
            ?? state.withLock { $0.cameras }
    }

    /// Calls `handler` when a camera came or went, on the registry's thread.
    func add(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.handlers.append(handler) }
        _ = begin()
    }

    /// - Returns: `false` when there is no daemon.
    private func begin() -> Bool {
        if state.withLock({ $0.phase != .idle }) { return true }
        guard isThere else { return false }
        let isFirst = state.withLock { state in
            defer { if state.phase == .idle { state.phase = .listing } }
            return state.phase == .idle
        }
        if isFirst, (try? SourceThread("pipewire-watch") { [self] _ in watch() }) == nil {
            state.withLock { $0.phase = .idle }
        }
        return true
    }

    // MARK: The thread

    private func watch() {
        let listing = Listing()
        do {
            let connection = try PipeWireConnection { [unowned self] event in note(event, listing) }
            // After the nodes are known, they are asked for their formats: those answers come before the second one.
            listing.awaited = connection.synchronize()
            while !listing.isOver {
                try connection.run(milliseconds: nil)
                if listing.mustAsk {
                    listing.mustAsk = false
                    listing.awaited = connection.synchronize()
                }
            }
        } catch {
            // Without a daemon there are no cameras of it.
        }
        let hadCameras = state.withLock { state in
            defer {
                state.phase = .idle
                state.cameras = []
            }
            return !state.cameras.isEmpty
        }
        if hadCameras { tellChange() }
    }

    /// How far the thread is with a listing.
    private final class Listing {
        var awaited: Int32?
        /// Answers that must come before the list is complete.
        var rounds = 2
        var mustAsk = false
        var isOver = false
    }

    private func note(_ event: PipeWireConnection.Event, _ listing: Listing) {
        switch event {
        case .added(let node):
            state.withLock { state in
                let isTaken = state.cameras.contains { $0.name == node.name }
                state.cameras.append(PipeWireCamera(node, name: isTaken ? "\(node.name)#\(node.serial)" : node.name))
            }
            // The change is told when the new camera's formats are known.
            if listing.rounds == 0 {
                listing.rounds = 1
                listing.mustAsk = true
            }
        case .described(let id, let location): change(id) { $0.location = location }
        case .offers(let id, let choice): change(id) { $0.choices.append(choice) }
        case .removed(let id):
            state.withLock { $0.cameras.removeAll { $0.node.id == id } }
            tellChange()
        case .synchronized(let number):
            guard number == listing.awaited, listing.rounds > 0 else { return }
            listing.rounds -= 1
            if listing.rounds > 0 {
                listing.mustAsk = true
                return
            }
            let isFirst = state.withLock { state in
                defer { state.phase = .listed }
                return state.phase == .listing
            }
            if !isFirst { tellChange() }
        case .ended: listing.isOver = true
        }
    }

    private func change(_ id: UInt32, _ body: (inout PipeWireCamera) -> Void) {
        state.withLock { state in
            if let index = state.cameras.firstIndex(where: { $0.node.id == id }) { body(&state.cameras[index]) }
        }
    }

    private func tellChange() {
        for handler in state.withLock({ $0.handlers }) { handler() }
    }
}
