import Foundation
import Locking

/// Lines for a program that watches, sent by a thread of their own, so that whoever causes an event never waits for
/// whoever reads it.
///
/// The connection ends if the program leaves ``limit`` bytes unread, or reads nothing before the socket's timeout.
final class Outbox: Sendable {
    static let limit = 1 << 20

    private struct State {
        var text = ""
        var isFinished = false
    }
    private let state = Monitor(State())
    private let socket: LocalSocket

    init(_ socket: LocalSocket) { self.socket = socket }

    func add(_ line: String) {
        let isFull = state.withLock { state in
            guard !state.isFinished else { return false }
            state.text += line.replacing("\n", with: " ") + "\n"
            guard state.text.utf8.count > Self.limit else { return false }
            state = State(isFinished: true)
            return true
        }
        if isFull { socket.shutDown() }
    }

    /// Begins to send. The thread ends after ``finish()``.
    func start() {
        Thread.start(named: "phone-outbox") { [self] in
            while let text = next(), socket.send(text) {}
            finish()
        }
    }

    /// Pending lines are still sent; no more are added.
    func finish() { state.withLock { $0.isFinished = true } }

    /// Waits for text; `nil` when there will be no more.
    private func next() -> String? {
        let text = state.wait { state -> String? in
            guard state.text.isEmpty else {
                defer { state.text = "" }
                return state.text
            }
            return state.isFinished ? "" : nil
        }
        return text?.isEmpty == false ? text : nil
    }
}
