import Foundation
import TestSupport
import Testing

/// The built `avcam`, with a photo library of its own and the simulated phone as its devices.
final class AVCamProgram: Sendable {
    let folder: TemporaryFolder
    let library: URL
    /// Where photos wait that are to be processed later.
    let deferred: URL
    private let devices: String
    private let faults: String
    private let light: String
    private let runtimeFolder: String?

    /// - Parameters:
    ///   - devices: the kinds to offer, as `AVCAM_DEVICES` takes them.
    ///   - faults: what goes wrong with them, as `AVCAM_SIMULATED_FAULTS` takes it.
    ///   - light: of the simulated scene; "1" is a bright day.
    ///   - runtimeFolder: where programs that can be driven have their sockets; `nil`: the user's.
    init(devices: String = "simulated", faults: String = "", light: String = "1", runtimeFolder: String? = nil) throws {
        folder = try TemporaryFolder()
        library = folder.file("library")
        deferred = folder.file("deferred")
        self.devices = devices
        self.faults = faults
        self.light = light
        self.runtimeFolder = runtimeFolder
    }

    /// Beside the program that runs the tests.
    static let path: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("avcam").path
    }()

    /// Runs it to its end. A run that hangs is killed, and then its status is 137.
    func run(_ arguments: String..., library: URL? = nil) throws -> Tool.Output {
        try run(arguments, library: library)
    }

    func run(_ arguments: [String], library: URL? = nil, isDrivable: Bool = false) throws -> Tool.Output {
        try Tool.run(
            "timeout", ["-s", "KILL", "120", Self.path] + arguments,
            environment: environment(library: library ?? self.library, isDrivable: isDrivable))
    }

    /// Starts it and does not wait.
    ///
    /// - Parameters:
    ///   - output: a file that takes what it prints; `nil`: nobody reads it.
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
        try process.run()
        return process
    }

    private static func sink(_ file: URL?) throws -> FileHandle {
        guard let file else { return FileHandle.nullDevice }
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    /// Waits for something that comes soon unless the program is broken.
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

    /// What a person sees in a folder, and what is hidden in it, sorted.
    func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func environment(library: URL, isDrivable: Bool) -> [String: String] {
        var environment = [
            "AVCAM_LIBRARY": library.path, "AVCAM_DEVICES": devices, "AVCAM_SIMULATED_FAULTS": faults,
            "AVCAM_DEFERRED": deferred.path,
            "AVCAM_SIMULATED_LIGHT": light, "HOME": folder.url.path,
        ]
        environment["XDG_RUNTIME_DIR"] = runtimeFolder
        if isDrivable { environment["AVCAM_SIMULATED_CONTROL"] = "1" }
        return environment
    }
}

extension Tool.Output {
    /// The one line on standard error, without its line end; `nil` when there is another number of lines.
    var sentence: String? { notes.count == 1 ? notes[0] : nil }

    /// The lines on standard error. That a busy machine lost frames says nothing of the program.
    var notes: [String] {
        standardError.split(separator: "\n").map(String.init).filter { !$0.contains(" missing, as the camera or ") }
    }

    /// Standard output without the last line end.
    var line: String { text.trimmingCharacters(in: .newlines) }

    func json() throws -> Any { try JSONSerialization.jsonObject(with: standardOutput) }
}
