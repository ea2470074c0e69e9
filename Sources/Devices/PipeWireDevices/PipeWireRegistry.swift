import CaptureEngine
import FileWatching
import Foundation
import Locking
import PipeWire

/// The cameras that the user's PipeWire daemon has now.
///
/// One thread keeps the connection, from the first question until the daemon or the process ends. It sleeps while nothing
/// changes. Once somebody wants to hear of changes, a daemon that starts later, or again, is noticed by its socket.
final class PipeWireRegistry: Sendable {
    private enum Phase {
        case idle
        /// The daemon has not listed everything yet.
        case listing
        case listed
    }

    private struct State {
        var phase = Phase.idle
        /// When the listing began.
        var begin = ContinuousClock.now
        /// The last one, or the one that has ended.
        var thread: SourceThread?
        var cameras: [PipeWireCamera] = []
        /// Why there can be no connection: the library is missing.
        var problem: PipeWireError?
        /// Why the last connection ended before anything was listed.
        var refusal: PipeWireError?
        var handlers: [@Sendable () -> Void] = []
        var watch: FolderWatch?
        /// While there is a connection.
        var waker: PipeWireConnection.Waker?
        /// Whether the connection is to end.
        var mustEnd = false

        /// Those whose formats are known. One without formats cannot be used.
        var known: [PipeWireCamera] { cameras.filter { $0.isDescribed && !$0.choices.isEmpty } }
    }

    /// How long a daemon may take to list its nodes. On an idle machine it takes 5 ms.
    private static let timeout = Duration.seconds(2)

    private let environment: @Sendable () -> [String: String]
    /// Whoever opens connections; `nil` where the daemon's socket is used.
    let desk: CameraPortalDesk?
    private let observation = Mutex<SurroundingsObservation?>(nil)
    private let state = Monitor(State())

    init(environment: @escaping @Sendable () -> [String: String], desk: CameraPortalDesk? = nil) {
        self.environment = environment
        self.desk = desk
        let observation = desk?.observe { [weak self] in self?.permissionChanged() }
        self.observation.withLock { $0 = observation }
    }

    /// The daemon's socket.
    ///
    /// Source: PipeWire, "Environment variables".
    private var socket: String {
        let environment = environment()
        let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? ""
        let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        return name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }

    private var isThere: Bool {
        var about = stat()
        return stat(socket, &about) == 0 && about.st_mode & S_IFMT == S_IFSOCK
    }

    /// A connection for the calling thread.
    func connect(_ tell: @escaping (PipeWireConnection.Event) -> Void) throws(PipeWireError) -> PipeWireConnection {
        try PipeWireConnection(descriptor: desk?.open(), tell)
    }

    /// The cameras that are there now. The first call connects.
    func cameras() -> [PipeWireCamera] {
        if let desk, !desk.mayList() { return [] }
        guard begin() else { return [] }
        // A daemon that does not answer delays only the first questions.
        let left = Self.timeout - (ContinuousClock.now - state.withLock { $0.begin })
        guard left > .zero else { return state.withLock { $0.known } }
        // Over the portal's connection the session manager shows the cameras a moment after the list seems complete.
        let mayBeIncomplete = desk != nil
        let listed = state.wait(timeout: left) { state -> [PipeWireCamera]? in
            switch state.phase {
            case .listing: nil
            case .listed: state.known.isEmpty && mayBeIncomplete ? nil : state.known
            case .idle: state.known
            }
        }
        return listed ?? state.withLock { $0.known }
    }

    /// Why a camera is not there, as a sentence without its end.
    func reason(withoutCamera name: String) -> String {
        let (phase, problem, refusal) = state.withLock { ($0.phase, $0.problem, $0.refusal) }
        if let problem { return problem.message }
        if let permission = desk?.permission, permission != .granted { return CameraPortalDesk.reason(for: permission) }
        if desk == nil, !isThere { return "PipeWire does not run" }
        if let refusal { return "PipeWire refuses the connection (\(refusal.message))" }
        return phase == .listing ? "PipeWire does not answer" : "PipeWire has no camera called \(name)"
    }

    /// Calls `handler` when a camera came or went, on a thread of the registry's.
    func add(_ handler: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.handlers.append(handler)
            return state.handlers.count == 1
        }
        if isFirst, desk == nil {
            let name = (socket as NSString).lastPathComponent
            let watch = FolderWatch((socket as NSString).deletingLastPathComponent) { [weak self] names in
                if names.contains(name) { _ = self?.begin() }
            }
            state.withLock { $0.watch = watch }
        }
        _ = begin()
    }

    private enum Next {
        case nothing
        case failure
        case connection(after: SourceThread?)
    }

    /// Connects, unless there is a connection.
    ///
    /// - Returns: `false` when there is no daemon, or no library to reach it with.
    private func begin() -> Bool {
        if state.withLock({ $0.phase != .idle }) { return true }
        // Nobody is asked because a program wants to hear of changes.
        guard desk.map({ $0.permission == .granted }) ?? isThere else { return false }
        let next = state.withLock { state -> Next in
            if state.phase != .idle { return .nothing }
            if state.problem != nil { return .failure }
            state.phase = .listing
            state.mustEnd = false
            state.begin = .now
            return .connection(after: state.thread)
        }
        let ended: SourceThread?
        switch next {
        case .nothing: return true
        case .failure: return false
        case .connection(let thread): ended = thread
        }
        ended?.join()
        let thread = try? SourceThread("pipewire-watch") { [self] _ in watch() }
        state.withLock { state in
            state.thread = thread
            if thread == nil { state.phase = .idle }
        }
        return thread != nil
    }

    /// Connects when access was granted, and disconnects when it was withdrawn.
    private func permissionChanged() {
        if desk?.permission == .granted {
            _ = begin()
        } else {
            state.withLock { state in
                state.mustEnd = state.phase != .idle
                state.waker?.wake()
            }
        }
    }

    // MARK: The thread

    private func watch() {
        let listing = Listing()
        var problem: PipeWireError?
        var end: PipeWireError?
        do {
            let connection = try connect { [unowned self] event in note(event, listing) }
            state.withLock { $0.waker = connection.waker }
            // Nobody may wake a connection that is gone.
            defer { withExtendedLifetime(connection) { state.withLock { $0.waker = nil } } }
            while !listing.isOver, !state.withLock({ $0.mustEnd }) {
                if listing.mustAsk {
                    listing.mustAsk = false
                    listing.awaited = connection.synchronize()
                }
                try connection.run(milliseconds: nil)
            }
        } catch {
            if error.kind == .libraryMissing { problem = error }
            end = error
        }
        // A handler that asks for cameras now finds none. The next question connects again.
        let wasListed = state.withLock { state in
            let wasListed = state.phase == .listed
            state.phase = .listed
            state.cameras = []
            state.problem = problem
            if !wasListed { state.refusal = end ?? listing.end }
            return wasListed
        }
        if wasListed { tellChange() }
        let wasForbidden = state.withLock { state in
            state.phase = .idle
            return state.mustEnd && !state.handlers.isEmpty
        }
        // It may have been allowed again meanwhile. Not on this thread, whose end the next one waits for.
        if wasForbidden, desk?.permission == .granted {
            DispatchQueue.global().async { [weak self] in _ = self?.begin() }
        }
    }

    /// How far the thread is with a listing.
    private final class Listing {
        var awaited: Int32?
        /// Answers that must come until the list is complete: after the nodes are known, they are asked for their formats,
        /// which come before the second one.
        var rounds = 2
        var mustAsk = true
        var isOver = false
        /// Why the daemon ended the connection.
        var end: PipeWireError?
    }

    private func note(_ event: PipeWireConnection.Event, _ listing: Listing) {
        switch event {
        case .added(let node):
            state.withLock { state in
                let isTaken = state.cameras.contains { $0.name == node.name }
                state.cameras.append(PipeWireCamera(node, name: isTaken ? "\(node.name)#\(node.serial)" : node.name))
            }
            // The change is told when the new camera's formats are known.
            listing.rounds = max(listing.rounds, 1)
            listing.mustAsk = true
        case .described(let id, let location): change(id) { $0.location = location }
        case .offers(let id, let choice): change(id) { $0.choices.append(choice) }
        case .reoffers(let id):
            change(id) { $0.choices = [] }
            // Told when the new formats are known.
            listing.rounds = max(listing.rounds, 1)
            listing.mustAsk = true
        case .removed(let id):
            state.withLock { $0.cameras.removeAll { $0.node.id == id } }
            // The session manager hides a camera that this program may not use anymore.
            desk?.look()
            tellChange()
        case .synchronized(let number):
            guard number == listing.awaited, !listing.mustAsk, listing.rounds > 0 else { return }
            listing.rounds -= 1
            if listing.rounds > 0 {
                listing.mustAsk = true
                return
            }
            state.withLock { state in
                for index in state.cameras.indices { state.cameras[index].isDescribed = true }
                state.phase = .listed
                state.refusal = nil
            }
            tellChange()
        case .ended(let error):
            listing.end = error
            listing.isOver = true
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
