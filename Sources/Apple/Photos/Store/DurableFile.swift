internal import CLinux
import Foundation
import Glibc
import NewFiles

/// File operations whose result is on disk when they return.
enum DurableFile {
    /// Creates the file `path` with this content. Nobody sees it under that name before it is complete and synced.
    ///
    /// - Throws: ``FileError``; nothing is left behind then.
    static func write(_ data: Data, to path: String) throws(FileError) {
        try create(path) { descriptor throws(FileError) in
            try writeAll(data, to: descriptor, path: path)
        }
    }

    /// Creates the file `path` with the content of another one, like ``write(_:to:)``.
    ///
    /// File systems that can share blocks between files (btrfs, XFS) do so.
    static func copy(_ source: String, to path: String) throws(FileError) {
        let input = try open(source, O_RDONLY)
        defer { close(input) }
        try create(path) { output throws(FileError) in
            try copyAll(from: input, to: output, path: path)
        }
    }

    /// Renames `source` if it is on the same file system, and syncs its content first.
    ///
    /// - Returns: `false` if the file has to be copied: another file system, or a symbolic link.
    static func move(_ source: String, to path: String) throws(FileError) -> Bool {
        var status = stat()
        guard lstat(source, &status) == 0 else { throw FileError(source) }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        let descriptor = try open(source, O_RDONLY)
        defer { close(descriptor) }
        guard fdatasync(descriptor) == 0 else { throw FileError(source) }
        if rename(source, path) == 0 { return true }
        if errno == EXDEV { return false }
        throw FileError(source)
    }

    /// Renames `source` unless there is already a file `path`.
    ///
    /// - Returns: `false` if there is one.
    static func publish(
        _ source: String, as path: String,
        renameExclusively: (String, String) -> Int32 = { linux_rename_exclusive(AT_FDCWD, $0, $1) },
        link: (String, String) -> Int32 = { Glibc.link($0, $1) }
    ) throws(FileError) -> Bool {
        if renameExclusively(source, path) == 0 { return true }
        // Old NFS and some FUSE file systems have no exclusive rename: EINVAL. A hard link does not replace a file
        // either.
        if errno == EINVAL || errno == ENOSYS {
            if link(source, path) == 0 {
                unlink(source)
                return true
            }
            // Cards have no links either (exFAT). Programs that use the library take turns at giving names; only a file
            // that another program puts there between the look and the rename is replaced.
            if [EPERM, ENOSYS, EOPNOTSUPP].contains(errno) { return try publishByLooking(source, as: path) }
        }
        if errno == EEXIST { return false }
        throw FileError(path)
    }

    private static func publishByLooking(_ source: String, as path: String) throws(FileError) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return false }
        guard errno == ENOENT, rename(source, path) == 0 else { throw FileError(path) }
        return true
    }

    /// Syncs the entries of a folder: names that were created, changed or removed.
    static func syncFolder(_ path: String) throws(FileError) {
        let descriptor = try open(path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }

    /// Creates a folder and its missing parents.
    static func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o777) == 0 { return syncEntry(of: path) }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0 else {
                let error = FileError(path)
                throw DanglingLink(onTheWayTo: path)?.error ?? error
            }
            guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(path, number: ENOTDIR) }
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw FileError(path) }
            let parent = String(path[..<slash])
            try makeFolder(parent)
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
                let error = FileError(path)
                // In `/proc` and the like there is no place for a folder.
                throw error.number == ENOENT && access(parent, F_OK) == 0
                    ? FileError(parent, number: ENOTSUP) : error
            }
            syncEntry(of: path)
        default: throw FileError(path)
        }
    }

    /// Syncs the name of a new folder. This user may not be able to read, and so to sync, the folder above it.
    private static func syncEntry(of path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        try? syncFolder(slash == path.startIndex ? "/" : String(path[..<slash]))
    }

    /// The names in a folder, without `.` and `..`, and without those that are not UTF-8: no `String` leads to them.
    static func names(in folder: String) throws(FileError) -> [String] {
        var names: [String] = []
        _ = try forEachName(in: folder) { names.append($0) }
        return names
    }

    /// Calls `body` with each of ``names(in:)``.
    ///
    /// - Returns: the number of names that are not UTF-8.
    static func forEachName(in folder: String, _ body: (String) -> Void) throws(FileError) -> Int {
        guard let directory = opendir(folder) else { throw FileError(folder) }
        defer { closedir(directory) }
        var unreadable = 0
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            switch name {
            case ".", "..": continue
            case let name?: body(name)
            case nil: unreadable += 1
            }
        }
        guard errno == 0 else { throw FileError(folder) }
        return unreadable
    }

    static func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
        while true {
            let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw FileError(path) }
        }
    }

    /// Writes `path.part`, syncs it and renames it.
    private static func create(
        _ path: String, fill: (Int32) throws(FileError) -> Void
    ) throws(FileError) {
        let partial = path + StagingFolder.partialSuffix
        let descriptor = try open(partial, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(descriptor) }
        do throws(FileError) {
            try fill(descriptor)
            guard fdatasync(descriptor) == 0, rename(partial, path) == 0 else { throw FileError(path) }
        } catch {
            unlink(partial)
            throw error
        }
    }

    private static func writeAll(_ data: Data, to descriptor: Int32, path: String) throws(FileError) {
        guard data.withUnsafeBytes({ NewFiles.writeAll($0, to: descriptor) }) else { throw FileError(path) }
    }

    private static func copyAll(from input: Int32, to output: Int32, path: String) throws(FileError) {
        while true {
            let count = linux_copy_file_range(input, output, 1 << 30)
            if count == 0 { return }
            if count > 0 || errno == EINTR { continue }
            // Between some file systems, the kernel does not copy by itself.
            guard errno == EXDEV || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP else {
                throw FileError(path)
            }
            return try copyThroughMemory(from: input, to: output, path: path)
        }
    }

    private static func copyThroughMemory(from input: Int32, to output: Int32, path: String) throws(FileError) {
        var block = Data(count: 1 << 20)
        while true {
            let count = block.withUnsafeMutableBytes { read(input, $0.baseAddress!, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw FileError(path) }
            if count == 0 { return }
            try writeAll(block.prefix(count), to: output, path: path)
        }
    }
}
