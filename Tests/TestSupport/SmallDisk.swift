import Foundation

/// A test's own small file system.
package final class SmallDisk: Sendable {
    package let url: URL

    /// Whether this user may mount one. In continuous integration as root (`CI=true`), the tests run anyway, and fail
    /// if not.
    package static let isPermitted = isRequired || (try? SmallDisk(kilobytes: 64)) != nil

    /// Whether a test that cannot mount one must fail instead of being skipped.
    package static let isRequired = geteuid() == 0 && ProcessInfo.processInfo.environment["CI"] == "true"

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
