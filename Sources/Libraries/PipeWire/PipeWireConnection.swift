internal import CPipeWire
import Glibc

/// A connection to the user's PipeWire daemon, of the thread that made it: everything is called, and told, there.
///
/// Source: PipeWire, "Registry API".
package final class PipeWireConnection {
    /// What the daemon tells. Comes while ``run(milliseconds:)`` runs.
    package enum Event {
        case added(PipeWireNode)
        /// Which way a node looks: "front", "back", "external"; `nil` when nobody knows.
        case described(UInt32, location: String?)
        /// One of the ways in which a node gives pictures.
        case offers(UInt32, PipeWireChoice)
        /// A node gives pictures in other ways than before; they follow.
        case reoffers(UInt32)
        case removed(UInt32)
        /// All that was asked before ``synchronize()`` returned this number has been answered.
        case synchronized(Int32)
        /// Nothing more comes.
        case ended(PipeWireError)
    }

    let pointer: OpaquePointer
    private let handler: Handler

    /// Keeps the closure at an address that C can have.
    private final class Handler {
        let tell: (Event) -> Void

        init(_ tell: @escaping (Event) -> Void) { self.tell = tell }

        static func of(_ context: UnsafeMutableRawPointer?) -> Handler {
            guard let context else { preconditionFailure("every event has its handler") }
            return Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        }
    }

    // The library is opened once, inside the initializer of a static.
    private static let problem: String? = pipewire_load().map { String(cString: $0) }

    /// - Parameters:
    ///   - descriptor: of an open connection, which is closed at the end; `nil` for the daemon's socket.
    ///   - tell: gets every event.
    /// - Throws: `libraryMissing`, `notRunning`.
    package init(descriptor: Int32? = nil, _ tell: @escaping (Event) -> Void) throws(PipeWireError) {
        if let problem = Self.problem {
            if let descriptor { close(descriptor) }
            throw PipeWireError(kind: .libraryMissing, message: problem)
        }
        handler = Handler(tell)
        var events = pipewire_events()
        events.context = Unmanaged.passUnretained(handler).toOpaque()
        events.added = { context, node in
            if let node { Handler.of(context).tell(.added(PipeWireNode(node.pointee))) }
        }
        events.described = { context, id, location in
            Handler.of(context).tell(.described(id, location: location.map { String(cString: $0) }))
        }
        events.offers = { context, id, choice in
            if let choice { Handler.of(context).tell(.offers(id, PipeWireChoice(choice.pointee))) }
        }
        events.reoffers = { context, id in Handler.of(context).tell(.reoffers(id)) }
        events.removed = { context, id in Handler.of(context).tell(.removed(id)) }
        events.synced = { context, number in Handler.of(context).tell(.synchronized(number)) }
        events.ended = { context, error in
            Handler.of(context).tell(.ended(PipeWireError.ended(error)))
        }
        var error: Int32 = 0
        guard let pointer = pipewire_connect(descriptor ?? -1, &events, &error) else {
            throw PipeWireError.ended(error)
        }
        self.pointer = pointer
    }

    deinit { pipewire_disconnect(pointer) }

    /// Waits until something has happened, and tells it.
    ///
    /// - Parameter milliseconds: how long at most; `nil` forever.
    package func run(milliseconds: Int?) throws(PipeWireError) {
        let status = pipewire_iterate(pointer, milliseconds.map { Int32(clamping: $0) } ?? -1)
        if status < 0 { throw PipeWireError.ended(-status) }
    }

    /// - Returns: the number of the event that comes when the daemon has answered all before.
    package func synchronize() -> Int32 { pipewire_sync(pointer) }

    /// What ends ``run(milliseconds:)`` early. It can be called from any thread, as long as the connection is there.
    package var waker: Waker { Waker(pointer: pointer) }

    package struct Waker: @unchecked Sendable {  // the one function of a connection that other threads may call
        fileprivate let pointer: OpaquePointer

        package func wake() { pipewire_wake(pointer) }
    }
}

extension PipeWireError {
    static func ended(_ number: Int32) -> PipeWireError {
        let isGone = [ECONNREFUSED, ENOENT, EHOSTDOWN, EPIPE, ECONNRESET].contains(number)
        return PipeWireError(
            kind: isGone ? .notRunning : .other, message: "PipeWire: \(String(cString: strerror(number)))")
    }
}

/// Something that gives pictures: a camera.
package struct PipeWireNode: Sendable, Equatable {
    /// The daemon's number, which it gives to other things later.
    package var id: UInt32
    /// A number that is never given again.
    package var serial: String
    /// The same after a restart, and for the same camera in the same place.
    package var name: String
    /// For people.
    package var description: String
    package var role: String?
    /// Where its device is: `v4l2:/dev/video0`, `libcamera:\_SB_.PC00.LNK1`; `nil` for one without.
    package var path: String?

    package init(
        id: UInt32, serial: String, name: String, description: String, role: String? = nil, path: String? = nil
    ) {
        self.id = id
        self.serial = serial
        self.name = name
        self.description = description
        self.role = role
        self.path = path
    }

    fileprivate init(_ node: pipewire_node) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? {
            pointer.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let name = text(node.name) ?? "node-\(node.id)"
        self.init(
            id: node.id, serial: text(node.serial) ?? String(node.id), name: name,
            description: text(node.description) ?? name, role: text(node.role), path: text(node.path))
    }
}

/// A way in which a node gives pictures: every pixel format with every size and every rate.
package struct PipeWireChoice: Sendable, Equatable {
    package struct Pair: Sendable, Hashable {
        package var first: Int
        package var second: Int

        package init(_ first: Int, _ second: Int) {
            self.first = first
            self.second = second
        }
    }

    /// Either each of them, or all between two.
    package enum Values: Sendable, Equatable {
        case list([Pair])
        case range(Pair, Pair)
    }

    /// Four-character codes as V4L2 has them.
    package var pixelFormats: [UInt32]
    /// Widths and heights.
    package var sizes: Values
    /// Frames in so many seconds.
    package var rates: Values

    package init(pixelFormats: [UInt32], sizes: Values, rates: Values) {
        self.pixelFormats = pixelFormats
        self.sizes = sizes
        self.rates = rates
    }

    fileprivate init(_ choice: pipewire_choice) {
        func values(_ first: UnsafePointer<pipewire_pair>?, _ count: UInt32, _ isRange: Bool) -> Values {
            let pairs = UnsafeBufferPointer(start: first, count: Int(count))
                .map { Pair(Int($0.first), Int($0.second)) }
            return isRange && pairs.count == 2 ? .range(pairs[0], pairs[1]) : .list(pairs)
        }
        self.init(
            pixelFormats: Array(UnsafeBufferPointer(start: choice.four_ccs, count: Int(choice.four_cc_count))),
            sizes: values(choice.sizes, choice.size_count, choice.is_size_range),
            rates: values(choice.rates, choice.rate_count, choice.is_rate_range))
    }
}
