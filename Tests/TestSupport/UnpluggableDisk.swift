import Foundation

/// A test's own small disk, with a file system without a journal: data that is not synced is lost in a power cut.
package final class UnpluggableDisk: Sendable {
    package let url: URL
    private let image: URL

    /// Whether this user may mount one. In continuous integration as root, where there are loop devices, the tests run
    /// anyway, and fail if not.
    package static let isPermitted =
        SmallDisk.isRequired && access("/dev/loop-control", F_OK) == 0 || (try? UnpluggableDisk()) != nil

    package convenience init() throws {
        let image = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-image-\(UUID().uuidString)")
        try Data().write(to: image)
        try FileHandle(forWritingTo: image).truncate(atOffset: 8 << 20)
        try Tool.output("/usr/sbin/mkfs.ext4", ["-q", "-O", "^has_journal", image.path])
        try self.init(image: image)
    }

    private init(image: URL) throws {
        self.image = image
        url = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            try Tool.output("mount", ["-t", "ext4", "-o", "loop", image.path, url.path])
        } catch {
            try? FileManager.default.removeItem(at: url)
            try? FileManager.default.removeItem(at: image)
            throw error
        }
    }

    deinit {
        _ = try? Tool.run("umount", [url.path])
        try? FileManager.default.removeItem(at: url)
        try? FileManager.default.removeItem(at: image)
    }

    /// The disk as it would be found if the power went off now.
    package func afterPowerCut() throws -> UnpluggableDisk {
        let copy = image.appendingPathExtension("copy-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: image, to: copy)
        // Only names and contents matter here; fsck repairs counters that lag behind.
        _ = try Tool.run("/usr/sbin/fsck.ext4", ["-f", "-y", copy.path])
        return try UnpluggableDisk(image: copy)
    }
}
