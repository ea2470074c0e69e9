import CaptureEngine
import Foundation
import TestSupport
import Testing

@testable import SimulatedDevices

/// The socket with clients that break the rules.
struct PhoneListenerTests {
    private let temporary: TemporaryFolder
    private let folder: ControlFolder
    private let phone = SimulatedDevices.SimulatedPhone(clock: ManualClock())
    private var path: String { folder.socket(of: getpid()) }

    init() throws {
        temporary = try TemporaryFolder()
        folder = ControlFolder(temporary.file("avcam").path)
    }

    private func connect() throws -> LocalSocket { try LocalSocket.connected(to: path, timeoutSeconds: 60) }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    // MARK: Folder and name

    @Test func onlyItsOwnerMayEnter() throws {
        let listener = try PhoneListener(phone, in: folder)
        #expect(try mode(folder.path) == 0o700 && mode(path) == 0o600)
        withExtendedLifetime(listener) {}
    }

    @Test func aFolderThatOthersMayEnterIsRefused() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        try #require(chmod(folder.path, 0o755) == 0)
        let error = #expect(throws: CaptureError.self) { _ = try PhoneListener(phone, in: folder) }
        #expect(error?.message.contains(folder.path) == true)
    }

    @Test func aLinkInPlaceOfTheFolderIsRefused() throws {
        let elsewhere = temporary.file("elsewhere").path
        try #require(mkdir(elsewhere, 0o700) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: elsewhere)
        #expect(throws: CaptureError.self) { _ = try PhoneListener(phone, in: folder) }
    }

    @Test func aPathThatIsTooLongIsReported() throws {
        let long = ControlFolder(temporary.file(String(repeating: "x", count: 100)).path)
        let error = #expect(throws: CaptureError.self) { _ = try PhoneListener(phone, in: long) }
        #expect(error?.message.contains("File name too long") == true)
    }

    @Test func theSocketsNameGoesWithTheListener() throws {
        let listener = try PhoneListener(phone, in: folder)
        #expect(folder.processes() == [getpid()])
        listener.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func socketsOfTheDeadAreRemoved() throws {
        let listener = try PhoneListener(phone, in: folder)
        // A socket that nobody listens at anymore: its name outlives its descriptor.
        let dead = folder.socket(of: 4_190_000)
        do { _ = try LocalSocket.listening(at: dead) }
        try #require(FileManager.default.fileExists(atPath: dead))
        #expect(folder.processes() == [getpid()])
        #expect(!FileManager.default.fileExists(atPath: dead))
        withExtendedLifetime(listener) {}
    }

    @Test func theSocketOfADeadProcessWithTheSameNumberIsReplaced() throws {
        try folder.make()
        do { _ = try LocalSocket.listening(at: path) }
        let listener = try PhoneListener(phone, in: folder)
        #expect(folder.processes() == [getpid()])
        withExtendedLifetime(listener) {}
    }

    // MARK: Lines

    @Test(arguments: ["\u{0}\u{1b}[2J\u{7}", "", "turn", "GET / HTTP/1.1", "lock lock lock"])
    func garbageIsAnsweredInOneSentence(line: String) throws {
        let listener = try PhoneListener(phone, in: folder)
        let socket = try connect()
        socket.send(line + "\nlock\n")
        var answers = LineReader(socket, limit: 4096)
        guard case .text(let sentence) = answers.next() else { throw CocoaError(.fileReadUnknown) }
        #expect(sentence.hasPrefix("error The simulated phone does not know \""))
        #expect(!sentence.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(answers.next() == .text("ok"))
        #expect(phone.body.isLocked)
        withExtendedLifetime(listener) {}
    }

    @Test func bytesThatAreNotTextAreRefused() throws {
        let listener = try PhoneListener(phone, in: folder)
        let program = try Client(path)
        try program.write(Data([0xFF, 0xFE, 0x80, 0x0A]) + Data("lock\n".utf8))
        #expect(try program.line().hasPrefix("error A command is one line of UTF-8"))
        #expect(try program.line() == "ok")
        withExtendedLifetime(listener) {}
    }

    @Test func aLineOfTenMegabytesIsRefusedAndTheNextIsNot() throws {
        let listener = try PhoneListener(phone, in: folder)
        let program = try Client(path)
        try program.write(Data(repeating: UInt8(ascii: "x"), count: 10_000_000) + Data("\nlock\n".utf8))
        #expect(try program.line() == "error A command is one line of UTF-8 with at most 4096 bytes")
        #expect(try program.line() == "ok")
        withExtendedLifetime(listener) {}
    }

    @Test func aLineThatComesInPiecesIsOne() throws {
        let listener = try PhoneListener(phone, in: folder)
        let program = try Client(path)
        for byte in "turn face-up\n".utf8 { try program.write(Data([byte])) }
        #expect(try program.line() == "ok")
        #expect(phone.body.orientation == .faceUp)
        withExtendedLifetime(listener) {}
    }

    @Test func halfALineIsNotACommand() throws {
        let listener = try PhoneListener(phone, in: folder)
        let program = try Client(path)
        try program.write(Data("unlock\nlock".utf8))
        program.stopWriting()
        #expect(try program.line() == "ok")
        #expect(try program.rest().isEmpty)
        #expect(!phone.body.isLocked)
        withExtendedLifetime(listener) {}
    }

    // MARK: Programs

    @Test func aClientThatNeverReadsIsDisconnectedAndHoldsUpNobody() throws {
        let listener = try PhoneListener(phone, in: folder)
        let lazy = try Client(path)
        try lazy.write(Data("watch\n".utf8))
        #expect(try lazy.line() == "ok")
        // More than any socket's buffer holds.
        for number in 1...100_000 { phone.body.tilt(by: Double(number)) }
        let other = try Client(path)
        try other.write(Data("lock\n".utf8))
        #expect(try other.line() == "ok")
        let events = try lazy.rest().split(separator: UInt8(ascii: "\n"))
        #expect(!events.isEmpty && events.count < 100_000)
        withExtendedLifetime(listener) {}
    }

    @Test func manyClientsAreServedAndTooManyAreRefused() throws {
        let listener = try PhoneListener(phone, in: folder)
        let programs = try (0..<PhoneListener.mostConnections).map { _ in try Client(path) }
        for program in programs { try program.write(Data("watch\n".utf8)) }
        for program in programs { #expect(try program.line() == "ok") }
        #expect(try Client(path).line().hasPrefix("refused "))
        phone.body.turn(to: .faceUp)
        for program in programs { #expect(try program.line() == "event turn face-up") }
        withExtendedLifetime(listener) {}
    }

    @Test func clientsThatEndMakeRoom() throws {
        let listener = try PhoneListener(phone, in: folder)
        for _ in 0..<PhoneListener.mostConnections * 4 {
            let program = try Client(path)
            try program.write(Data("lock\n".utf8))
            program.stopWriting()
            #expect(try program.rest() == Data("ok\n".utf8))
        }
        withExtendedLifetime(listener) {}
    }

    /// The folder is open to others here, so that only the check of the user can refuse them.
    @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
    func anotherUserIsRefused() async throws {
        let listener = try PhoneListener(phone, in: folder)
        try #require(chmod(folder.path, 0o755) == 0 && chmod(path, 0o666) == 0)
        await #expect(processExitsWith: .success) { [path = path as String] in
            try #require(setuid(65534) == 0)
            let socket = try LocalSocket.connected(to: path, timeoutSeconds: 60)
            var answers = LineReader(socket, limit: 4096)
            let answer = answers.next()
            try #require(answer == .text("refused This program belongs to another user") && answers.next() == nil)
        }
        withExtendedLifetime(listener) {}
    }
}

/// A program that uses the socket directly.
private final class Client {
    private let handle: FileHandle
    private var buffer = Data()

    init(_ path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }

    func write(_ data: Data) throws { try handle.write(contentsOf: data) }

    func stopWriting() { shutdown(handle.fileDescriptor, Int32(SHUT_WR)) }

    /// The next line, without its end, or the rest when the stream ends.
    func line() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let more = handle.availableData
            guard !more.isEmpty else { return String(decoding: buffer, as: UTF8.self) }
            buffer += more
        }
    }

    /// Everything until the stream ends.
    func rest() throws -> Data { buffer + (try handle.readToEnd() ?? Data()) }
}
