internal import CLinux
import Glibc

/// A file that gets its name once it has something to show: until then nobody sees it, and a process that dies leaves
/// nothing behind.
///
/// File systems that make no files without a name (FAT, NFS) get one with a hidden name beside the place:
/// ``removeLeftovers(of:in:)`` removes those of dead processes. It stays with its folder when that is renamed meanwhile.
/// Used by one thread at a time.
package final class NewFile {
    /// What the system answers, as `errno` has it.
    package struct Failure: Error {
        package var number: Int32
    }

    /// Where the file is to be.
    package let path: String
    package private(set) var descriptor: Int32
    /// The hidden name that the file has for now; `nil` when it has none, or its own.
    package private(set) var hiddenPath: String?
    /// Whether the file has its name.
    package private(set) var isPublished = false

    let isReplacing: Bool
    /// The folder that `path` named at the beginning, until the file has its name; then -1.
    private(set) var folder: Int32
    let name: String
    /// Whether it got its name as a second one, as the file system cannot rename it without replacing another file.
    private var wasLinked = false
    /// The file, once it has its name.
    private var identity: (device: dev_t, number: ino_t)?

    /// - Parameter isReplacing: whether a file that is there is replaced, in one step.
    /// - Throws: EEXIST when there is one that is not to be replaced.
    package init(path: String, replacing isReplacing: Bool, mode: mode_t) throws(Failure) {
        self.path = path
        self.isReplacing = isReplacing
        let place = Place(path)
        name = place.name
        var status = stat()
        if !isReplacing, lstat(path, &status) == 0 { throw Failure(number: EEXIST) }
        if path.hasSuffix("/") { throw Failure(number: EISDIR) }
        folder = linux_open_folder(place.folder)
        if folder < 0 { throw Failure(number: errno) }
        do throws(Failure) {
            (descriptor, hiddenPath) = try Self.open(in: folder, place, mode)
        } catch {
            close(folder)
            throw error
        }
        // A process that looks for leftovers sees that this one is alive.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Opens a file without a name, or else one with a hidden name.
    private static func open(in folder: Int32, _ place: Place, _ mode: mode_t) throws(Failure) -> (Int32, String?) {
        let unnamed = linux_open_unnamed(folder, mode)
        if unnamed >= 0 {
            if canBeNamed(unnamed) { return (unnamed, nil) }
            close(unnamed)
        } else if ![EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
            throw Failure(number: errno)
        }
        let hidden = place.newHiddenPath()
        let descriptor = openat(folder, Place(hidden).name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        return (descriptor, hidden)
    }

    deinit { closeFile() }

    /// A kernel that wants a privilege for names of descriptors wants `/proc` instead.
    private static func canBeNamed(_ descriptor: Int32) -> Bool {
        access("/proc/self/fd/\(descriptor)", F_OK) == 0
    }

    /// Gives the file its name. Does nothing when it has it.
    ///
    /// - Returns: 0 or the `errno` value, EEXIST when a file came there that is not to be replaced.
    package func publish() -> Int32 {
        if isPublished { return 0 }
        let status = isReplacing ? replace() : hiddenPath.map { rename(Place($0).name) } ?? link(as: name)
        guard status == 0 else { return status }
        isPublished = true
        hiddenPath = nil
        openByName()
        var own = stat()
        if fstat(descriptor, &own) == 0 { identity = (own.st_dev, own.st_ino) }
        closeFolder()
        return 0
    }

    /// Syncs what makes the file be there: until then a power cut can take the name, and with it the file. That is the
    /// folder's entry, and without a journal also the file's own count of names. A folder that this user may not read, or
    /// that cannot be synced, is left to the system.
    ///
    /// - Returns: 0, or the `errno` of the file itself: the system reports a failure of what was written only once.
    package static func syncName(of path: String, descriptor: Int32) -> Int32 {
        let status = fsync(descriptor) == 0 ? 0 : errno
        let folder = Glibc.open(Place(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return status }
        fsync(folder)
        close(folder)
        return status
    }

    /// The descriptor of a file that was opened without a name never tells the one that the file has got. Where files are
    /// told apart by their names (SFTP), that of one whose old name is gone has no links: it would seem to be removed.
    private func openByName() {
        var (own, other) = (stat(), stat())
        let named = openat(folder, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard named >= 0 else { return }
        let isOpen = fstat(descriptor, &own) == 0 && fstat(named, &other) == 0
        // Nothing else tells there that it is the same file, and not one that another program put there meanwhile.
        let isUnlinked = wasLinked && own.st_nlink == 0 && own.st_size == other.st_size
        if isOpen, isUnlinked || Self.isSame(own, other) { linux_replace_descriptor(descriptor, named) }
        close(named)
    }

    private func link(as name: String) -> Int32 { linux_name_file(descriptor, folder, name) == 0 ? 0 : errno }

    /// A name that is taken can only be given by renaming, which is one step: at any moment the old file is there, or
    /// the new one.
    private func replace() -> Int32 {
        let status = takeHiddenName()
        guard status == 0, let hidden = hiddenPath else { return status }
        return renameat(folder, Place(hidden).name, folder, name) == 0 ? 0 : errno
    }

    /// Gives a file without a name a hidden one.
    ///
    /// - Returns: 0 or the `errno` value.
    func takeHiddenName() -> Int32 {
        if hiddenPath != nil { return 0 }
        let hidden = Place(path).newHiddenPath()
        let status = link(as: Place(hidden).name)
        if status == 0 { hiddenPath = hidden }
        return status
    }

    /// Gives a file with a hidden name its own, unless somebody has that.
    private func rename(_ hidden: String) -> Int32 {
        Self.rename(hidden, to: name, in: folder, wasLinked: &wasLinked)
    }

    /// - Parameter wasLinked: is set if the file got its name as a second link.
    /// - Returns: 0 or the `errno` value, EEXIST if another file has the name.
    static func rename(_ hidden: String, to name: String, in folder: Int32, wasLinked: inout Bool) -> Int32 {
        if linux_rename_exclusive(folder, hidden, name) == 0 { return 0 }
        // Not every file system can do that.
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        if linkat(folder, hidden, folder, name, 0) == 0 {
            unlinkat(folder, hidden, 0)
            wasLinked = true
            return 0
        }
        // Nor are there links everywhere (FAT).
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return errno }
        if faccessat(folder, name, F_OK, 0) == 0 { return EEXIST }
        return renameat(folder, hidden, folder, name) == 0 ? 0 : errno
    }

    /// Closes the file. One that has not got its name is gone then.
    package func closeFile() {
        if let hiddenPath { unlinkat(folder, Place(hiddenPath).name, 0) }
        hiddenPath = nil
        closeFolder()
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func closeFolder() {
        if folder >= 0 { close(folder) }
        folder = -1
    }

    /// Closes the file and removes it, if it is still where it was put.
    package func remove() {
        var status = stat()
        if let identity, stat(path, &status) == 0, identity == (status.st_dev, status.st_ino) { unlink(path) }
        closeFile()
    }

    // MARK: Whereabouts

    /// What became of a file that had its name.
    package enum Whereabouts: Equatable {
        case inPlace
        /// The file, or a folder above it, was renamed: where it is now.
        case moved(String)
        case removed
        /// Its file system was unmounted, or hidden by another: where it is on that.
        case unreachable(String)
    }

    /// Where the file is. It must be open.
    package var whereabouts: Whereabouts {
        var own = stat()
        guard isPublished, fstat(descriptor, &own) == 0 else { return .inPlace }
        if own.st_nlink == 0 { return .removed }
        if Self.isFile(own, at: path) { return .inPlace }
        let now = Self.target(of: "/proc/self/fd/\(descriptor)") ?? path
        return Self.isFile(own, at: now) ? .moved(now) : .unreachable(now)
    }

    private static func isFile(_ file: stat, at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && isSame(status, file)
    }

    private static func isSame(_ file: stat, _ other: stat) -> Bool {
        file.st_ino == other.st_ino && file.st_dev == other.st_dev
    }

    private static func target(of link: String) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { bytes in
            let count = bytes.withMemoryRebound(to: CChar.self) { readlink(link, $0.baseAddress!, $0.count) }
            return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
        }
    }

    // MARK: Leftovers

    /// Removes the hidden files that dead processes left for files of these names, except those of a ``NewFileSet``
    /// that is complete.
    ///
    /// - Returns: the names of those that were removed.
    package static func removeLeftovers(of names: some Sequence<String>, in folder: String) -> [String] {
        let prefixes = Set(names.map { ".\($0)." } + [Place.shortPrefix])
        let complete = NewFileSet.hiddenNames(in: folder)
        return Self.names(in: folder).filter { name in
            guard let prefix = Place.prefix(ofHidden: name), prefixes.contains(prefix) else { return false }
            return !complete.contains(name) && removeAbandoned("\(folder)/\(name)")
        }
    }

    /// All names in a folder; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    private static func removeAbandoned(_ path: String) -> Bool {
        // NFS locks only what may be written.
        let descriptor = Glibc.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
    }
}
