internal import CaptureEngine
import Foundation
package import SimulatedDevices

/// The simulated phone of another process of this user, which was started with `AVCAM_SIMULATED_CONTROL=1`.
///
/// A program can be reached once it has used the capture libraries. Calls wait for its answer, at most ten seconds.
public struct RemotePhone: DrivablePhone, Hashable {
    public typealias Failure = PhoneError

    /// Longer than any answer or event.
    private static let lineLimit = 1 << 16

    public let processID: Int32
    private let path: String

    /// Finds the phone of a process that is already listening.
    ///
    /// - Throws: ``PhoneError/Code/noProgram`` if it is not.
    public init(processID: Int32) throws(PhoneError) { try self.init(processID: processID, in: .current()) }

    package init(processID: Int32, in folder: ControlFolder) throws(PhoneError) {
        self.processID = processID
        path = folder.socket(of: processID)
        _ = try connect()
    }

    /// All phones that can be driven, ordered by process ID.
    public static func all() throws(PhoneError) -> [RemotePhone] { all(in: try .current()) }

    package static func all(in folder: ControlFolder) -> [RemotePhone] {
        folder.processes().map { RemotePhone(listening: $0, path: folder.socket(of: $0)) }
    }

    private init(listening processID: Int32, path: String) {
        self.processID = processID
        self.path = path
    }

    /// Waits until a process that has just been started listens.
    ///
    /// - Throws: ``PhoneError/Code/noProgram`` if it ends first, `CancellationError` if the task is cancelled.
    public static func of(processID: Int32) async throws -> RemotePhone {
        try await of(processID: processID, in: .current())
    }

    package static func of(processID: Int32, in folder: ControlFolder) async throws -> RemotePhone {
        while true {
            if let phone = try listening(processID, in: folder) { return phone }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// - Returns: `nil` if the process runs but does not listen.
    private static func listening(
        _ processID: Int32, in folder: ControlFolder
    ) throws(PhoneError) -> RemotePhone? {
        do throws(PhoneError) { return try RemotePhone(processID: processID, in: folder) } catch {
            guard error.code == .noProgram else { throw error }
            guard isRunning(processID) else {
                throw PhoneError(
                    .noProgram, "The process \(processID) is not running; what it printed may say why it ended")
            }
            // Nobody drives the process of another user.
            guard kill(processID, 0) == 0 || errno == ESRCH else { throw error }
            return nil
        }
    }

    /// Whether there is such a process, and not only its exit status, which its parent has not asked for yet.
    private static func isRunning(_ processID: Int32) -> Bool {
        // The state comes after the program's name, which is in brackets and may contain some. Source: Linux, proc_pid_stat(5).
        guard let status = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(processID)/stat")),
            let end = status.lastIndex(of: UInt8(ascii: ")")), let state = status[end...].dropFirst(2).first
        else { return kill(processID, 0) == 0 }
        return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
    }

    // MARK: DrivablePhone

    public func perform(_ command: Phone.Command) throws(PhoneError) { try perform(command.words) }

    public func perform(_ words: String) throws(PhoneError) {
        let socket = try connect()
        do throws(PhoneError) {
            _ = try answer(of: socket, to: words.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        } catch {
            // A program may end because of what happens to its phone, before it can answer.
            guard error.code == .noProgram else { throw error }
        }
    }

    public func state() throws(PhoneError) -> Phone.State { Phone.State(try report().phone) }

    /// The program's file, without its folder.
    public func program() throws(PhoneError) -> String { try report().program }

    public func events() throws(PhoneError) -> AsyncStream<Phone.Event> {
        let (events, continuation) = AsyncStream.makeStream(of: Phone.Event.self)
        try watch(until: continuation) { Phone.Event($0) }
        return events
    }

    /// The events in words, including those for which this version has no value.
    package func eventLines() throws(PhoneError) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        try watch(until: continuation) { $0 }
        return lines
    }

    // MARK: The socket

    private func connect() throws(PhoneError) -> LocalSocket {
        let socket: LocalSocket
        do throws(Errno) { socket = try .connected(to: path, timeoutSeconds: 10) } catch {
            if error.code == EAGAIN { throw noAnswer }
            throw PhoneError(
                .noProgram,
                "No process \(processID) lets its simulated phone be driven; start it with \(PhoneListener.environmentKey)=1"
            )
        }
        guard socket.isOfThisUser else {
            throw PhoneError(.refused, "The process \(processID) belongs to another user")
        }
        return socket
    }

    private var noAnswer: PhoneError { PhoneError(.noAnswer, "The process \(processID) does not answer") }

    /// - Returns: what comes after `ok`.
    private func ask(_ command: String) throws(PhoneError) -> Substring {
        try answer(of: connect(), to: command)
    }

    private func answer(of socket: LocalSocket, to command: String) throws(PhoneError) -> Substring {
        socket.send(command + "\n")
        var answers = LineReader(socket, limit: Self.lineLimit)
        return try content(of: answers.next())
    }

    private func content(of answer: LineReader.Line?) throws(PhoneError) -> Substring {
        guard case .text(let text) = answer else {
            // A program that has ended meanwhile cannot be reached either.
            _ = try connect()
            throw noAnswer
        }
        if text.hasPrefix("refused ") { throw PhoneError(.refused, String(text.dropFirst("refused ".count))) }
        if text.hasPrefix("error ") { throw PhoneError(.unknownCommand, String(text.dropFirst("error ".count))) }
        guard text == "ok" || text.hasPrefix("ok ") else { throw noAnswer }
        return text.dropFirst("ok ".count)
    }

    private func report() throws(PhoneError) -> ProgramReport {
        let json = Data(try ask("state").utf8)
        do { return try JSONDecoder().decode(ProgramReport.self, from: json) } catch { throw noAnswer }
    }

    /// Reads events on a thread of its own until the program ends or nobody listens anymore.
    private func watch<Element: Sendable>(
        until continuation: AsyncStream<Element>.Continuation, _ element: @escaping @Sendable (String) -> Element?
    ) throws(PhoneError) {
        let socket = try connect()
        socket.send("watch\n")
        var answers = LineReader(socket, limit: Self.lineLimit)
        _ = try content(of: answers.next())
        // This holds what has already arrived after the answer.
        let rest = answers
        socket.setTimeout(seconds: 10, receivesForever: true)
        continuation.onTermination = { _ in socket.shutDown() }
        Thread.start(named: "phone-events") {
            var lines = rest
            while let line = lines.next() {
                guard case .text(let text) = line, text.hasPrefix("event ") else { continue }
                if let element = element(String(text.dropFirst("event ".count))) { continuation.yield(element) }
            }
            continuation.finish()
        }
    }
}

extension ControlFolder {
    fileprivate static func current() throws(PhoneError) -> ControlFolder {
        do throws(CaptureError) { return try .ofUser() } catch { throw PhoneError(.noRuntimeFolder, error.message) }
    }
}
