import Foundation

/// A small file system of a test's own.
package final class SmallDisk: Sendable {
    package let url: URL

    /// Whether this user may mount one.
    package static let isPermitted = (try? SmallDisk(kilobytes: 64)) != nil

    package init(kilobytes: Int) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            try Tool.output("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "avcam-test", url.path])
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        _ = try? Tool.run("umount", [url.path])
        try? FileManager.default.removeItem(at: url)
    }
}
