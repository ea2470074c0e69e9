internal import CLinux
import Glibc

/// The list of a ``NewFileSet`` on disk. It is locked while its process lives.
///
/// It consists of texts that each end with a zero byte: `replace` or `create`, then for each file its hidden name and its
/// own. It gets its name when it is complete and synced.
final class FileList {
    struct Entry: Equatable {
        var hidden: String
        var name: String
    }

    let entries: [Entry]
    private let isReplacing: Bool
    private let name: String
    /// The folder of the files, wherever that is by now.
    private let folder: Int32
    private let descriptor: Int32

    private static let replacing = "replace"
    private static let creating = "create"
    /// More than the names of three files need.
    private static let maximumBytes = 16384

    /// Writes the list of files that have hidden names.
    init(of files: [NewFile]) throws(NewFile.Failure) {
        entries = files.compactMap { file in
            file.hiddenPath.map { Entry(hidden: Place($0).name, name: file.name) }
        }
        isReplacing = files[0].isReplacing
        let hidden = Place(Place(files[0].path).newHiddenPath()).name
        name = Place.listName(ofHidden: hidden)
        folder = fcntl(files[0].folder, F_DUPFD_CLOEXEC, 0)
        descriptor = openat(folder, hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw NewFile.Failure(number: errno) }
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        let names: [String] = entries.flatMap { [$0.hidden, $0.name] }
        let texts = [isReplacing ? Self.replacing : Self.creating] + names
        let bytes: [UInt8] = texts.flatMap { Array($0.utf8) + [0] }
        guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }), fsync(descriptor) == 0,
            renameat(folder, hidden, folder, name) == 0
        else {
            let number = errno
            unlinkat(folder, hidden, 0)
            throw NewFile.Failure(number: number)
        }
        syncFolder()
    }

    /// Reads a list that another process wrote.
    ///
    /// - Returns: `nil` if it is not a list, or belongs to another user: such a list could name files that only this
    ///   user may replace.
    init?(name: String, in folder: String) {
        self.name = name
        self.folder = linux_open_folder(folder)
        // NFS locks only files that are open for writing.
        descriptor = openat(self.folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        let isOwn = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
        let texts = isOwn ? Self.texts(of: descriptor) : []
        isReplacing = texts.first == Self.replacing
        entries = stride(from: 1, to: texts.count - 1, by: 2).map { Entry(hidden: texts[$0], name: texts[$0 + 1]) }
        let isList = isReplacing || texts.first == Self.creating
        guard isList, texts.count % 2 == 1, entries.allSatisfy(Self.isPossible) else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if folder >= 0 { close(folder) }
    }

    private static func texts(of descriptor: Int32) -> [String] {
        let bytes = [UInt8](unsafeUninitializedCapacity: maximumBytes) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        guard bytes.last == 0 else { return [] }
        return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Whether the hidden name is one for the own name, and both are in the folder.
    private static func isPossible(_ entry: Entry) -> Bool {
        guard let prefix = Place.prefix(ofHidden: entry.hidden), !entry.hidden.contains("/") else { return false }
        return !entry.name.isEmpty && !entry.name.contains("/")
            && [".\(entry.name).", Place.shortPrefix].contains(prefix)
    }

    /// Gives the files their names, if the process that should have done it is dead.
    ///
    /// - Returns: the names that were given.
    func completeIfAbandoned() -> [String] {
        var status = stat()
        // Another process may have done it just now.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            return []
        }
        var completed: [String] = []
        var isComplete = true
        for entry in entries {
            switch rename(entry) {
            case 0: completed.append(entry.name)
            // The file has its name, or another file has that name, and the hidden file is a leftover.
            case ENOENT, EEXIST: break
            default: isComplete = false
            }
        }
        if !completed.isEmpty { syncFolder() }
        if isComplete { remove() }
        return completed
    }

    /// What was written under the own name after the process died is not replaced.
    private func isNewer(_ name: String, than hidden: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard fstatat(folder, name, &one, AT_SYMLINK_NOFOLLOW) == 0, fstatat(folder, hidden, &other, 0) == 0 else {
            return false
        }
        return (one.st_mtim.tv_sec, one.st_mtim.tv_nsec) > (other.st_mtim.tv_sec, other.st_mtim.tv_nsec)
    }

    private func rename(_ entry: Entry) -> Int32 {
        if isReplacing {
            if isNewer(entry.name, than: entry.hidden) { return EEXIST }
            return renameat(folder, entry.hidden, folder, entry.name) == 0 ? 0 : errno
        }
        var wasLinked = false
        return NewFile.rename(entry.hidden, to: entry.name, in: folder, wasLinked: &wasLinked)
    }

    /// Removes the list, when the files have their names.
    func remove() { unlinkat(folder, name, 0) }

    /// A folder that this user may not read, or that cannot be synced, is left to the system.
    private func syncFolder() {
        let readable = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard readable >= 0 else { return }
        fsync(readable)
        close(readable)
    }
}
