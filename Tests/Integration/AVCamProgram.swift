import Foundation
import TestSupport
import Testing

/// The built `avcam`, with a photo library of its own and the simulated phone as its devices.
final class AVCamProgram: Sendable {
    let folder: TemporaryFolder
    let library: URL
    /// Where photos that are processed later are kept.
    let deferred: URL
    private let devices: String
    private let faults: String
    private let light: String
    private let place: String
    private let runtimeFolder: String?

    /// - Parameters:
    ///   - devices: the kinds of devices to offer, in the form of `AVCAM_DEVICES`.
    ///   - faults: their faults, in the form of `AVCAM_SIMULATED_FAULTS`.
    ///   - light: the light of the simulated scene; "1" is a bright day.
    ///   - place: where the simulated phone is, in the form of `AVCAM_SIMULATED_PLACE`.
    ///   - runtimeFolder: the folder for the sockets of programs that can be driven; `nil` means the user's.
    init(
        devices: String = "simulated", faults: String = "", light: String = "1", place: String = "none",
        runtimeFolder: String? = nil
    ) throws {
        folder = try TemporaryFolder()
        library = folder.file("library")
        deferred = folder.file("deferred")
        self.devices = devices
        self.faults = faults
        self.light = light
        self.place = place
        self.runtimeFolder = runtimeFolder
    }

    /// In the same folder as the program that runs the tests.
    static let path: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("avcam").path
    }()

    /// Runs the program to its end. If it hangs, it is killed, and its status is 137.
    func run(_ arguments: String..., library: URL? = nil) throws -> Tool.Output {
        try run(arguments, library: library)
    }

    func run(_ arguments: [String], library: URL? = nil, isDrivable: Bool = false) throws -> Tool.Output {
        try Tool.run(
            "timeout", ["-s", "KILL", "120", Self.path] + arguments,
            environment: environment(library: library ?? self.library, isDrivable: isDrivable))
    }

    /// Starts the program without waiting. If it hangs, it is killed after five minutes.
    ///
    /// - Parameters:
    ///   - output: a file for what it prints; with `nil`, nobody reads it.
    ///   - errors: the same for standard error.
    ///   - isDrivable: whether `avcam phone` can drive it.
    func start(
        _ arguments: [String], output: URL? = nil, errors: URL? = nil, isDrivable: Bool = false
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            environment(library: library, isDrivable: isDrivable)
        ) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.sink(output)
        process.standardError = try Self.sink(errors)
        try process.run(withinSeconds: 300)
        return process
    }

    /// Sends two signals at once to a program that works, and waits for its end.
    ///
    /// What the first one asks for may be done before the second one is read, and then the program ends with status 0. Such
    /// a run says nothing about the second signal, so another one is made.
    ///
    /// - Parameter start: starts the program anew, and returns when it has something to lose.
    func endBySecondSignal(_ start: () throws -> Process) throws {
        for _ in 0..<20 {
            let process = try start()
            for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            try #require(process.terminationReason == .exit, "signal \(process.terminationStatus)")
            if process.terminationStatus == 130 { return }
            try #require(process.terminationStatus == 0)
        }
        Issue.record("no run ended because of its second signal")
    }

    private static func sink(_ file: URL?) throws -> FileHandle {
        guard let file else { return FileHandle.nullDevice }
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    /// Waits for something that happens soon unless the program is broken.
    func wait(until condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(ContinuousClock.now < deadline)
            usleep(2000)
        }
    }

    func size(of file: URL) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return attributes?[.size] as? Int ?? 0
    }

    /// All names in a folder, hidden ones included, sorted.
    func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func environment(library: URL, isDrivable: Bool) -> [String: String] {
        var environment = [
            "AVCAM_LIBRARY": library.path, "AVCAM_DEVICES": devices, "AVCAM_SIMULATED_FAULTS": faults,
            "AVCAM_DEFERRED": deferred.path,
            "AVCAM_SIMULATED_LIGHT": light, "AVCAM_SIMULATED_PLACE": place, "HOME": folder.url.path,
        ]
        environment["XDG_RUNTIME_DIR"] = runtimeFolder
        if isDrivable { environment["AVCAM_SIMULATED_CONTROL"] = "1" }
        return environment
    }
}

extension Tool.Output {
    /// The only line on standard error, without its line end; `nil` if there is not exactly one.
    var sentence: String? { notes.count == 1 ? notes[0] : nil }

    /// The lines on standard error, except the one about lost frames, which only says that the machine is busy.
    var notes: [String] {
        standardError.split(separator: "\n").map(String.init).filter { !$0.contains(" missing, as the camera or ") }
    }

    /// Standard output without the last line end.
    var line: String { text.trimmingCharacters(in: .newlines) }

    func json() throws -> Any { try JSONSerialization.jsonObject(with: standardOutput) }
}

extension Process {
    /// Whether the program treats signals as requests to stop. SIGHUP's handler is installed last.
    func takesStopSignals() throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
            .flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) }
        return caught.map { $0 & 1 << UInt64(SIGHUP - 1) != 0 } ?? false
    }
}
