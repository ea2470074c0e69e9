import Foundation
import Locking

/// A test's own folder, removed with its contents when the last reference is released.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private static let ofProcess = Mutex<[TemporaryFolder]>([])

    /// A folder for what reads its place once, whichever test comes first: it is removed when the process ends.
    package static func forTheProcess() throws -> URL {
        let folder = try TemporaryFolder()
        let isFirst = ofProcess.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        if isFirst { atexit { TemporaryFolder.ofProcess.withLock { $0 = [] } } }
        return folder.url
    }

    /// The place of a file that need not exist yet.
    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file.
    package func file(_ name: String, contents: Data) throws -> URL {
        let file = file(name)
        try contents.write(to: file)
        return file
    }
}
