import CaptureEngine
import Foundation
import Locking

/// One program that drives this one's phone. Its commands are performed one after the other, on a thread of their own.
///
/// | the program sends | it receives |
/// | --- | --- |
/// | a command of ``SimulatedPhone/perform(_:)`` | `ok` when all of it has happened |
/// | `state` | `ok` and a ``ProgramReport`` in JSON |
/// | `watch` | `ok`; from now on, for each change of ``PhoneWatch``, `event` and the change |
/// | anything else | `error` and a sentence |
/// | nothing yet | `refused` and a sentence if it may not drive the phone; then the connection ends |
///
/// Each message is one line. A program that does not read what it receives is disconnected, see ``Outbox``.
final class PhoneConnection: Sendable {
    /// The bytes of the longest line that can be a command.
    static let lineLimit = 4096

    private let phone: SimulatedPhone
    private let socket: LocalSocket

    init(_ socket: LocalSocket, phone: SimulatedPhone) {
        self.phone = phone
        self.socket = socket
    }

    /// Returns when the connection has ended.
    func serve() {
        socket.setTimeout(seconds: 10, receivesForever: true)
        guard socket.isOfThisUser else { return send("refused This program belongs to another user") }
        var lines = LineReader(socket, limit: Self.lineLimit)
        while let line = lines.next() {
            if line == .text("watch") { return serveWatching(lines) }
            send(answer(to: line))
        }
    }

    /// Continues, now with changes between the answers. The answer to `watch` is sent once the phone is being watched,
    /// so no later change is missed, and none comes before the answer.
    private func serveWatching(_ lines: LineReader) {
        let outbox = Outbox(socket)
        outbox.add("ok")
        let watch = PhoneWatch(phone) { outbox.add("event \($0)") }
        outbox.start()
        var lines = lines
        while let line = lines.next() { outbox.add(answer(to: line)) }
        outbox.finish()
        withExtendedLifetime(watch) {}
    }

    func end() { socket.shutDown() }

    private func answer(to line: LineReader.Line) -> String {
        guard case .text(let command) = line else {
            return "error A command is one line of UTF-8 with at most \(Self.lineLimit) bytes"
        }
        do throws(CaptureError) {
            switch command {
            case "state": return "ok \(ProgramReport(phone).json)"
            case "watch": return "ok"
            default: try phone.perform(command)
            }
            return "ok"
        } catch {
            return "error \(error.message)"
        }
    }

    private func send(_ line: String) { socket.send(line.replacing("\n", with: " ") + "\n") }
}

/// What a program reports about itself and its phone.
package struct ProgramReport: Sendable, Codable {
    package var pid: Int32
    /// The program's file, without its folder.
    package var program: String
    package var phone: PhoneSnapshot

    init(_ phone: SimulatedPhone) {
        pid = getpid()
        program = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
        self.phone = PhoneSnapshot(phone)
    }

    /// In one line.
    fileprivate var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, finite numbers and Booleans can always be written.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
