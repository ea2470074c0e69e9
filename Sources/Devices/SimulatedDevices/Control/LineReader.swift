/// Splits what arrives at a socket into lines.
///
/// A line ends with a line feed; without one, what comes before the end of the stream is not a line. No line takes more
/// memory than the limit, however long it is.
package struct LineReader: Sendable {
    package enum Line: Sendable, Equatable {
        case text(String)
        /// Longer than the limit, or not UTF-8; it was read to its end and discarded.
        case unreadable
    }

    private let socket: LocalSocket
    private let limit: Int
    private var waiting: [UInt8] = []
    private var isTooLong = false

    /// - Parameter limit: the longest line that is accepted, in bytes.
    package init(_ socket: LocalSocket, limit: Int) {
        self.socket = socket
        self.limit = limit
    }

    /// Waits for the next line; `nil` when there are no more.
    package mutating func next() -> Line? {
        while true {
            if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) { return line(endingAt: end) }
            if waiting.count > limit {
                isTooLong = true
                waiting = []
            }
            guard let more = socket.receive(atMost: 4096) else { return nil }
            waiting += more
        }
    }

    private mutating func line(endingAt end: Int) -> Line {
        let bytes = waiting[..<end]
        defer {
            waiting.removeFirst(end + 1)
            isTooLong = false
        }
        guard !isTooLong, bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            return .unreadable
        }
        return .text(text)
    }
}
