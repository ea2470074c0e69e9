import Foundation

/// The hidden files under which copies are written until they are whole.
///
/// A program that ends meanwhile leaves one behind, in a folder where nobody looks for it: on a stick, in a synced folder. So
/// each is noted in the state folder while it is written, in a file that is locked, and the next start removes those of
/// programs that are not there anymore.
package struct PartialCopies: Sendable {
    private let notes: URL

    /// Beside the state that this user's programs remember.
    package static let standard = PartialCopies(
        notes: CameraState.standardURL.deletingLastPathComponent().appendingPathComponent("copies"))

    /// - Parameter notes: the folder of the notes, which need not be there.
    package init(notes: URL) {
        self.notes = notes
    }

    /// Calls `body` with a new hidden name in a folder. A file of that name is removed afterwards.
    func withPartial<Result>(in folder: URL, _ body: (URL) throws -> Result) throws -> Result {
        let id = UUID().uuidString
        let partial = folder.appendingPathComponent(".\(id).part")
        let note = notes.appendingPathComponent(id)
        // Without a note, the copy is more important than what could be left of it.
        let lock = write(partial.path, to: note)
        defer {
            try? FileManager.default.removeItem(at: partial)
            if lock >= 0 {
                // On a stick that was pulled out, the part is still there: the note waits for it.
                if Self.isGone(partial) { unlink(note.path) }
                close(lock)
            }
        }
        return try body(partial)
    }

    /// Whether a folder is there, without the file.
    private static func isGone(_ file: URL) -> Bool {
        !FileManager.default.fileExists(atPath: file.path)
            && FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path)
    }

    /// - Returns: a locked descriptor; negative if there is none.
    private func write(_ path: String, to note: URL) -> Int32 {
        try? FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        // It gets the name by which notes of dead programs are found only once it is locked.
        let hidden = notes.appendingPathComponent("." + note.lastPathComponent)
        let descriptor = open(hidden.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return -1 }
        let bytes = Array(path.utf8)
        let isKept =
            flock(descriptor, LOCK_EX | LOCK_NB) == 0 && Foundation.write(descriptor, bytes, bytes.count) == bytes.count
            && rename(hidden.path, note.path) == 0
        if isKept { return descriptor }
        unlink(hidden.path)
        close(descriptor)
        return -1
    }

    /// Removes the leftovers of dead programs. Those on a disk that is not there are removed when it is.
    package func removeAbandoned() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: notes.path)) ?? [] {
            let note = notes.appendingPathComponent(name)
            let descriptor = open(note.path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let path = try? String(contentsOf: note, encoding: .utf8)
            else {
                continue
            }
            let partial = URL(fileURLWithPath: path)
            // Nothing else is removed, whatever a note says. One that has its hidden name still was written for no copy.
            let isPartial = partial.lastPathComponent == ".\(name).part"
            guard !isPartial || access(partial.deletingLastPathComponent().path, W_OK | X_OK) == 0 else { continue }
            if isPartial { unlink(path) }
            unlink(note.path)
        }
    }
}
