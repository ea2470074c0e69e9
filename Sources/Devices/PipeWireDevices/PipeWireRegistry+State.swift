import CaptureEngine
import FileWatching
import PipeWire

extension PipeWireRegistry {
    enum Phase {
        case idle
        /// The daemon has not listed everything yet.
        case listing
        case listed
    }

    /// What a connection takes.
    enum Next {
        /// There is one, or it is being made.
        case connected
        case impossible
        /// Another one has to be made, when the thread of the last one has ended.
        case connect(after: SourceThread?)
    }

    struct State {
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

        // MARK: The connection

        /// A connection is wanted.
        mutating func connect() -> Next {
            if phase != .idle { return .connected }
            if problem != nil { return .impossible }
            phase = .listing
            mustEnd = false
            begin = .now
            return .connect(after: thread)
        }

        /// The connection has ended. Its thread still tells that, so the next one cannot begin before ``becomeIdle()``.
        ///
        /// - Returns: whether the list was complete before.
        mutating func loseConnection(_ error: PipeWireError?) -> Bool {
            let wasListed = phase == .listed
            phase = .listed
            cameras = []
            problem = error?.kind == .libraryMissing ? error : nil
            if !wasListed { refusal = error }
            return wasListed
        }

        /// - Returns: whether the connection had to end, and somebody waits for changes.
        mutating func becomeIdle() -> Bool {
            phase = .idle
            return mustEnd && !handlers.isEmpty
        }

        /// Ends the connection, if there is one.
        mutating func end() {
            mustEnd = phase != .idle
            waker?.wake()
        }

        // MARK: The cameras

        mutating func add(_ node: PipeWireNode) {
            let isTaken = cameras.contains { $0.name == node.name }
            cameras.append(PipeWireCamera(node, name: isTaken ? "\(node.name)#\(node.serial)" : node.name))
        }

        mutating func change(_ id: UInt32, _ body: (inout PipeWireCamera) -> Void) {
            if let index = cameras.firstIndex(where: { $0.node.id == id }) { body(&cameras[index]) }
        }

        mutating func remove(_ id: UInt32) { cameras.removeAll { $0.node.id == id } }

        /// The list is complete.
        mutating func completeList() {
            for index in cameras.indices { cameras[index].isDescribed = true }
            phase = .listed
            refusal = nil
        }
    }
}
