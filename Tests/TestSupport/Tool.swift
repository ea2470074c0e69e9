import Foundation

/// Runs other programs, which judge our results.
package enum Tool {
    /// What a program left behind.
    package struct Output: Sendable {
        /// The exit status; a signal's number plus 128 when a signal ended it.
        package var status: Int32
        package var standardOutput: Data
        package var standardError: String

        /// Standard output as text.
        package var text: String { String(decoding: standardOutput, as: UTF8.self) }
    }

    /// A tool is missing, or it ended with a status other than 0.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// The program's place in `PATH`, or `nil`; a path stays as it is.
    ///
    /// - Throws: ``Failure`` for a program that `Scripts/programs` does not list for the tests: it may be on this
    ///   machine, but missing on the next. Programs that we build are not listed.
    package static func path(of name: String) throws -> String? {
        let isSystems = !name.contains("/") || systemFolders.contains { name.hasPrefix($0) }
        guard !isSystems || TestPrograms.names.contains(URL(fileURLWithPath: name).lastPathComponent) else {
            throw Failure(
                description: "\(name) is not a program of the tests: add it to Scripts/programs, and its package")
        }
        if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static let systemFolders = ["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"]

    /// Runs a program to its end. If it hangs, it is killed after ten minutes, and its status is 137.
    ///
    /// Output goes through unnamed files, so that neither side can fill a pipe and wait for the other.
    ///
    /// - Parameters:
    ///   - name: a name in `PATH` or a path.
    ///   - input: what it reads on standard input; nothing when `nil`.
    ///   - environment: variables set in addition to the inherited ones.
    /// - Throws: ``Failure`` when there is no such program. A status other than 0 is not an error here.
    package static func run(
        _ name: String, _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
    ) throws -> Output {
        guard let path = try path(of: name) else { throw Failure(description: "\(name) is not installed") }
        let output = try ScratchFile()
        let errors = try ScratchFile()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try input.map { try ScratchFile($0).handle } ?? FileHandle.nullDevice
        process.standardOutput = output.handle
        process.standardError = errors.handle
        try process.run(withinSeconds: 600)
        process.waitUntilExit()
        let signaled = process.terminationReason == .uncaughtSignal
        return Output(
            status: process.terminationStatus + (signaled ? 128 : 0),
            standardOutput: try output.contents(),
            standardError: String(decoding: try errors.contents(), as: UTF8.self))
    }

    /// Runs a program that must succeed.
    ///
    /// - Returns: its standard output.
    /// - Throws: ``Failure`` with the program's own words when the status is not 0.
    @discardableResult
    package static func output(_ name: String, _ arguments: [String], input: Data? = nil) throws -> Data {
        let output = try run(name, arguments, input: input)
        guard output.status == 0 else {
            throw Failure(description: "\(name) ended with \(output.status): \(output.standardError)")
        }
        return output.standardOutput
    }
}

/// The programs that the tests may start: those of the purposes which `make test` installs.
private enum TestPrograms {
    static let names: Set<String> = {
        let repository = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let list = Process()
        list.executableURL = repository.appendingPathComponent("Scripts/with-programs")
        list.arguments = ["--list", "build", "app", "test"]
        let output = Pipe()
        list.standardOutput = output
        do {
            try list.run(withinSeconds: 60)
            let names = try output.fileHandleForReading.readToEnd() ?? Data()
            list.waitUntilExit()
            return Set(String(decoding: names, as: UTF8.self).split(separator: "\n").map(String.init))
        } catch {
            fatalError("Scripts/with-programs: \(error)")
        }
    }()
}

/// A file whose name is gone already: it disappears with its last descriptor.
private struct ScratchFile {
    let handle: FileHandle

    init(_ contents: Data = Data()) throws {
        let folder = try TemporaryFolder()
        handle = try withExtendedLifetime(folder) {
            try FileHandle(forUpdating: folder.file("stream", contents: contents))
        }
    }

    func contents() throws -> Data {
        try handle.seek(toOffset: 0)
        return try handle.readToEnd() ?? Data()
    }
}
