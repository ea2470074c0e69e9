import Foundation
import TestSupport

/// Files and folders that nobody may change, as `chattr +i` makes them.
enum ImmutableFile {
    /// Whether this user can make them in the folder for temporary files.
    static let arePossible: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return set(true, folder.url.path) && set(false, folder.url.path)
    }()

    /// - Returns: whether the file system took it.
    @discardableResult
    static func set(_ isImmutable: Bool, _ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Source: Linux, linux/fs.h: FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, FS_IMMUTABLE_FL.
        var flags: Int32 = 0
        guard ioctl(descriptor, 0x8008_6601, &flags) == 0 else { return false }
        flags = isImmutable ? flags | 0x10 : flags & ~0x10
        return ioctl(descriptor, 0x4008_6602, &flags) == 0
    }
}
