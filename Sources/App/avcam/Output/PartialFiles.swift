import Foundation
import Locking
import NewFiles

/// The hidden files that are being written, to be removed if the program has to end at once.
enum PartialFiles {
    private struct State {
        var paths: Set<String> = []
        /// How many files are being made.
        var beginning = 0
        /// No file begins any more.
        var isEnding = false
    }

    private static let state = Monitor(State())

    /// Makes a file, which gets its name when it is published. Never returns once the program is ending: the name of a
    /// file made then would stay.
    static func create(_ path: String, replacing isReplacing: Bool) throws(NewFile.Failure) -> NewFile {
        let mayBegin = state.withLock { state in
            if !state.isEnding { state.beginning += 1 }
            return !state.isEnding
        }
        while !mayBegin { pause() }
        defer { state.withLock { $0.beginning -= 1 } }
        // The state is free meanwhile: a disk can hold this up for ever, and the program must still end.
        let file = try NewFile(path: path, replacing: isReplacing, mode: 0o666)
        if let hidden = file.hiddenPath { state.withLock { _ = $0.paths.insert(hidden) } }
        return file
    }

    static func remove(_ path: String) {
        state.withLock { _ = $0.paths.remove(path) }
        unlink(path)
    }

    /// Removes them, before the program ends. Waits a moment for files that are being made.
    ///
    /// - Returns: how many there were.
    static func removeAll() -> Int {
        state.withLock { $0.isEnding = true }
        _ = state.wait(timeout: .milliseconds(300)) { $0.beginning == 0 ? true : nil }
        let paths = state.withLock(\.paths)
        for path in paths { unlink(path) }
        return paths.count
    }
}
