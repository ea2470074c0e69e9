import Foundation

/// Marks events and intervals in a program. Source: Apple, OSSignposter.
///
/// Linux: there is no Instruments; each mark is a debug message of the ``Logger`` with the same subsystem and category,
/// and the end of an interval includes its duration. Nothing is written if the program does not log debug messages.
public struct OSSignposter: Sendable {
    private let logger: Logger?

    /// Marks nothing.
    public static let disabled = OSSignposter(nil)

    public init(subsystem: String, category: String) {
        self.init(Logger(subsystem: subsystem, category: category))
    }

    public init(logger: Logger) {
        self.init(Optional(logger))
    }

    public init(logHandle: OSLog) {
        self.init(logHandle.logger)
    }

    /// Marks without a subsystem.
    public init() {
        self.init(Logger())
    }

    private init(_ logger: Logger?) {
        self.logger = logger
    }

    /// Whether marks are written.
    public var isEnabled: Bool { logger?.writesDebug ?? false }

    /// An identifier that no other interval of the program has.
    public func makeSignpostID() -> OSSignpostID { .next() }

    /// The same identifier for the same object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(object) }

    // MARK: Intervals

    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        write("begin", name, id)
        return OSSignpostIntervalState(id)
    }

    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage
    ) -> OSSignpostIntervalState {
        write("begin", name, id, message)
        return OSSignpostIntervalState(id)
    }

    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        write("end", name, state.signpostID, after: state.duration)
    }

    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {
        write("end", name, state.signpostID, message, after: state.duration)
    }

    /// Marks the interval that a task takes.
    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
    ) rethrows -> Result {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }

    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage, around task: () throws -> Result
    ) rethrows -> Result {
        let state = beginInterval(name, id: id, message)
        defer { endInterval(name, state) }
        return try task()
    }

    // MARK: Moments

    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
        write("event", name, id)
    }

    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {
        write("event", name, id, message)
    }

    fileprivate func write(
        _ kind: String, _ name: StaticString, _ id: OSSignpostID, _ message: OSLogMessage? = nil,
        after duration: Duration? = nil
    ) {
        guard let logger, isEnabled else { return }
        var text = "\(kind) \(name)"
        if id != .exclusive { text += " #\(id.rawValue)" }
        if let duration {
            let (seconds, attoseconds) = duration.components
            text += String(format: " after %.3f ms", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
        }
        if let message { text += ": \(message.text)" }
        logger.debug(OSLogMessage(text: text))
    }
}

/// An interval in progress. Source: Apple, OSSignpostIntervalState.
public final class OSSignpostIntervalState: Sendable {
    let signpostID: OSSignpostID
    private let start = ContinuousClock.now

    init(_ id: OSSignpostID) {
        signpostID = id
    }

    var duration: Duration { ContinuousClock.now - start }
}

/// The kind of mark of ``os_signpost(_:log:name:signpostID:)``. Source: Apple, OSSignpostType.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// An event.
    public static let event = OSSignpostType(rawValue: 0)
    public static let begin = OSSignpostType(rawValue: 1)
    public static let end = OSSignpostType(rawValue: 2)

    fileprivate var word: String { self == .begin ? "begin" : self == .end ? "end" : "event" }
}

/// Marks an event, or the beginning or end of an interval, like ``OSSignposter``; here the end does not know the
/// interval's duration. Source: Apple, os_signpost(_:log:name:signpostID:).
public func os_signpost(
    _ type: OSSignpostType, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive
) {
    OSSignposter(logHandle: log).write(type.word, name, signpostID)
}

/// The same with a message. Source: Apple, os_signpost(_:log:name:signpostID:_:_:).
public func os_signpost(
    _ type: OSSignpostType, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive,
    _ format: StaticString, _ arguments: any CVarArg...
) {
    let message = OSLogMessage(text: LogFormat(format.description).text(arguments))
    OSSignposter(logHandle: log).write(type.word, name, signpostID, message)
}
