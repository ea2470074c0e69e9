import Foundation

/// A small file system of a test's own.
package final class SmallDisk: Sendable {
    package let url: URL

    /// Whether this user may mount one. Where root tests for others (`CI=true`) the tests run, and fail if not.
    package static let isPermitted = isRequired || (try? SmallDisk(kilobytes: 64)) != nil

    /// Whether a test that cannot mount one must fail, not be left out.
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
