import Foundation

/// A folder of a test's own, removed with everything in it when the last reference goes.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The place of a file that need not exist yet.
    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file.
    package func file(_ name: String, contents: Data) throws -> URL {
        let file = file(name)
        try contents.write(to: file)
        return file
    }
}
