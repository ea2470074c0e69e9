import Foundation
import NewFiles

/// The files of one photo, which get their names together.
struct OutputSet: ~Copyable {
    private let force: Bool
    private let signals: StopSignals
    private var files: [NewFile] = []
    /// The files that were added.
    private(set) var paths: [String] = []

    /// - Parameters:
    ///   - force: whether existing files are replaced.
    ///   - signals: end the writing to a pipe that is no longer read.
    init(force: Bool, signals: StopSignals) {
        self.force = force
        self.signals = signals
    }

    deinit {
        for hidden in files.compactMap(\.hiddenPath) { PartialFiles.remove(hidden) }
    }

    /// Writes a file that does not have its name yet. A pipe or a device gets its data at once.
    ///
    /// - Throws: ``Failure`` with status 73, 74 or 130; old files are then untouched.
    mutating func add(_ data: Data, _ path: String) throws(Failure) {
        let output = output(path)
        if output.isStream {
            try StreamOutput(path: path, until: signals).write(data, until: signals)
        } else {
            files.append(try output.makeFile(of: data))
        }
        paths.append(path)
    }

    /// Gives the files their names.
    ///
    /// - Throws: ``Failure`` with status 73 or 74.
    func publish() throws(Failure) {
        do { try PartialFiles.publish(files) } catch {
            let output = output(error.path)
            if error.number == EEXIST { try output.checkName() }
            throw output.failure(error.number)
        }
    }

    private func output(_ path: String) -> OutputFile { OutputFile(path: path, force: force) }
}
