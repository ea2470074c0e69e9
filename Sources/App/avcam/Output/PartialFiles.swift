import Foundation
import Locking
import NewFiles

/// The hidden files that are being written, to be removed if the program has to end at once.
enum PartialFiles {
    private struct State {
        var paths: Set<String> = []
        /// How many files are being made, or get their names.
        var beginning = 0
        /// Whether no further file may be started.
        var isEnding = false
    }

    private static let state = Monitor(State())

    /// Creates a file, which gets its name when it is published. Never returns once the program is ending, because a
    /// file created then would be left behind.
    static func create(_ path: String, replacing isReplacing: Bool) throws(NewFile.Failure) -> NewFile {
        begin()
        defer { state.withLock { $0.beginning -= 1 } }
        // The lock is not held meanwhile: a disk can block this forever, and the program must still end.
        let file = try NewFile(path: path, replacing: isReplacing, mode: 0o666)
        if let hidden = file.hiddenPath { state.withLock { _ = $0.paths.insert(hidden) } }
        return file
    }

    /// Gives complete files their names. Once the program is ending, it does not begin and never returns. If the
    /// program ends meanwhile, the next run continues.
    static func publish(_ files: [NewFile]) throws(NewFileSet.Failure) {
        begin()
        let hidden = files.compactMap(\.hiddenPath)
        defer {
            // The files that did not get their names.
            for path in hidden { unlink(path) }
            state.withLock { state in
                state.paths.subtract(hidden)
                state.beginning -= 1
            }
        }
        // A single file is nothing that the next run could go on with.
        if files.count > 1 { state.withLock { $0.paths.subtract(hidden) } }
        try NewFileSet(files).publish()
    }

    private static func begin() {
        let mayBegin = state.withLock { state in
            if !state.isEnding { state.beginning += 1 }
            return !state.isEnding
        }
        while !mayBegin { pause() }
    }

    static func remove(_ path: String) {
        state.withLock { _ = $0.paths.remove(path) }
        unlink(path)
    }

    /// Removes the files before the program ends. Waits briefly for files that are being made or get their names.
    ///
    /// - Returns: the number of files removed.
    static func removeAll() -> Int {
        state.withLock { $0.isEnding = true }
        _ = state.wait(timeout: .milliseconds(300)) { $0.beginning == 0 ? true : nil }
        let paths = state.withLock(\.paths)
        for path in paths { unlink(path) }
        return paths.count
    }
}
