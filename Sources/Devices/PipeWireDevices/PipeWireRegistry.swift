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

    private var socket: PipeWireSocket { PipeWireSocket(environment: environment()) }

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
        if desk == nil, !socket.isThere { return "PipeWire does not run" }
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
            let socket = socket
            let watch = FolderWatch(socket.folder) { [weak self] names in
                if names.contains(socket.name) { _ = self?.begin() }
            }
            state.withLock { $0.watch = watch }
        }
        _ = begin()
    }

    /// Connects, unless there is a connection.
    ///
    /// - Returns: `false` when there is no daemon, or no library to reach it with.
    private func begin() -> Bool {
        if state.withLock({ $0.phase != .idle }) { return true }
        // Nobody is asked because a program wants to hear of changes.
        guard desk.map({ $0.permission == .granted }) ?? socket.isThere else { return false }
        switch state.withLock({ $0.connect() }) {
        case .connected: return true
        case .impossible: return false
        case .connect(let ended):
            ended?.join()
            return startThread()
        }
    }

    private func startThread() -> Bool {
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
            state.withLock { $0.end() }
        }
    }

    // MARK: The thread

    private func watch() {
        let listing = PipeWireListing()
        var failure: PipeWireError?
        do throws(PipeWireError) {
            try follow(listing)
        } catch {
            failure = error
        }
        // A handler that asks for cameras now finds none. The next question connects again.
        if state.withLock({ $0.loseConnection(failure ?? listing.end) }) { tellChange() }
        let wasForbidden = state.withLock { $0.becomeIdle() }
        // It may have been allowed again meanwhile. Not on this thread, whose end the next one waits for.
        if wasForbidden, desk?.permission == .granted {
            DispatchQueue.global().async { [weak self] in _ = self?.begin() }
        }
    }

    /// Keeps a connection until it ends, or has to.
    private func follow(_ listing: PipeWireListing) throws(PipeWireError) {
        let connection = try connect { [unowned self] event in note(event, listing) }
        state.withLock { $0.waker = connection.waker }
        // Nobody may wake a connection that is gone.
        defer { withExtendedLifetime(connection) { state.withLock { $0.waker = nil } } }
        while !listing.isOver, !state.withLock({ $0.mustEnd }) {
            listing.ask(connection)
            try connection.run(milliseconds: nil)
        }
    }

    private func note(_ event: PipeWireConnection.Event, _ listing: PipeWireListing) {
        switch event {
        case .added(let node):
            state.withLock { $0.add(node) }
            // The change is told when the new camera's formats are known.
            listing.expectFormats()
        case .described(let id, let location): state.withLock { $0.change(id) { $0.location = location } }
        case .offers(let id, let choice): state.withLock { $0.change(id) { $0.choices.append(choice) } }
        case .reoffers(let id):
            state.withLock { $0.change(id) { $0.choices = [] } }
            // Told when the new formats are known.
            listing.expectFormats()
        case .removed(let id):
            state.withLock { $0.remove(id) }
            // The session manager hides a camera that this program may not use anymore.
            desk?.look()
            tellChange()
        case .synchronized(let number):
            guard listing.isComplete(withAnswer: number) else { return }
            state.withLock { $0.completeList() }
            tellChange()
        case .ended(let error): listing.finish(error)
        }
    }

    private func tellChange() {
        for handler in state.withLock({ $0.handlers }) { handler() }
    }
}
