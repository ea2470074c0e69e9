import Foundation

/// A file that the person named with `-o`.
struct OutputFile {
    /// `-` writes to standard output.
    let path: String
    /// Whether a file that is there may be replaced.
    let force: Bool

    private enum Kind {
        case nothing
        case file
        /// A symbolic link to something that is not there.
        case danglingLink
        case folder
        /// A pipe or a device: it is written into, never replaced.
        case stream
    }

    /// Says early what would go wrong at the end.
    ///
    /// - Throws: ``Failure`` with status 64, 73 or 74.
    func check() throws(Failure) {
        try checkName()
        try checkFolder()
    }

    /// Whether the name may be used.
    ///
    /// - Throws: ``Failure`` with status 64 or 73.
    func checkName() throws(Failure) {
        if path.isEmpty { throw Failure(.usage, "-o needs the name of a file.") }
        switch kind {
        case .stream: return
        case .folder:
            throw Failure(.cannotCreate, "\(path) is a folder; name a file in it.")
        case .file where !force:
            throw Failure(.cannotCreate, "\(path) exists already; use --force to replace it, or choose another name.")
        case .danglingLink where !force:
            throw Failure(
                .cannotCreate,
                "\(path) is a link to something that is not there; use --force to replace the link, or choose another"
                    + " name.")
        case .file, .danglingLink, .nothing: try checkLength()
        }
    }

    /// Whether the folder takes files: some let nobody make one although their permissions do, such as `/proc`, or
    /// have no room for a byte.
    ///
    /// - Throws: ``Failure`` with status 73 or 74.
    func checkFolder() throws(Failure) {
        if isStream { return }
        guard access(folder, F_OK) == 0 || errno != ENOENT else {
            throw Failure(.cannotCreate, "There is no folder \(folder); make it first with mkdir -p \(folder).")
        }
        let trial = hidden("part")
        let descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            throw Failure(
                .cannotCreate, "No file can be made in \(folder); choose another place for \(name) with -o.")
        }
        defer {
            close(descriptor)
            unlink(trial)
        }
        try writeAll(Data([0]), to: descriptor)
    }

    private func checkLength() throws(Failure) {
        let length = name.utf8.count
        if length > nameLimit {
            throw Failure(
                .cannotCreate,
                "A name has at most \(nameLimit) bytes in \(folder), not \(length); choose a shorter one.")
        }
        guard max(path.utf8.count, hidden("part").utf8.count) < Self.pathLimit else {
            throw Failure(
                .cannotCreate,
                "The way to \(name) has too many bytes, \(path.utf8.count); go into its folder with cd first, and name"
                    + " the file alone.")
        }
    }

    /// With the byte that ends it. Source: Linux, path_resolution(7).
    private static let pathLimit = Int(PATH_MAX)

    /// How many bytes a name may have. A folder that cannot be asked is not there.
    private var nameLimit: Int {
        let limit = pathconf(folder, Int32(_PC_NAME_MAX))
        return limit > 0 ? limit : Int(NAME_MAX)
    }

    /// A new name beside the file, for what is not it yet, or no longer: the file's own with more around it, unless that
    /// is too long.
    private func hidden(_ suffix: String) -> String {
        let end = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16) + ".\(suffix)"
        let named = ".\(name).\(end)"
        let isShort = named.utf8.count <= nameLimit && folder.utf8.count + 1 + named.utf8.count < Self.pathLimit
        return isShort ? "\(folder)/\(named)" : "\(folder)/.avcam.\(end)"
    }

    /// Writes the file: beside its place under another name, synced, then renamed, so that nobody sees half of it.
    ///
    /// - Parameter signals: what ends the writing into a pipe that nobody reads any more.
    /// - Throws: ``Failure`` with status 73 or 74; the old file, if there was one, is untouched then.
    func write(_ data: Data, until signals: StopSignals) throws(Failure) {
        if kind == .stream { return try StreamOutput(path: path).write(data, until: signals) }
        let temporary = hidden("part")
        PartialFiles.insert(temporary)
        // After it got its name there is none under this one.
        defer { PartialFiles.remove(temporary) }
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        try writeAll(data, to: descriptor)
        guard fdatasync(descriptor) == 0 else { throw failure(errno) }
        try give(temporary)
    }

    /// Gives the finished file its name.
    private func give(_ temporary: String) throws(Failure) {
        // A link never replaces a file that somebody else made in the meantime.
        if (force ? rename(temporary, path) : link(temporary, path)) == 0 { return }
        let reason = errno
        if reason == EEXIST { try check() }
        // File systems without hard links (FAT) answer EPERM.
        guard reason == EPERM || reason == EOPNOTSUPP, case .nothing = kind else { throw failure(reason) }
        guard rename(temporary, path) == 0 else { throw failure(errno) }
    }

    /// Whether it can be rewound, which a movie needs.
    var isSeekable: Bool { !isStream }

    /// Whether it is written into: standard output, a pipe, a device.
    var isStream: Bool { kind == .stream }

    /// Renames a file that is to be replaced, so that it can come back when its successor fails.
    ///
    /// - Returns: `nil` when there is none, or when it may not be replaced: making the new one fails then.
    func setOldAside() throws(Failure) -> ReplacedFile? {
        guard force else { return nil }
        let aside = hidden("old")
        if rename(path, aside) == 0 { return ReplacedFile(path: path, aside: aside) }
        guard errno == ENOENT else { throw failure(errno) }
        return nil
    }

    private func writeAll(_ data: Data, to descriptor: Int32) throws(Failure) {
        let isWritten = data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                offset += count
            }
            return true
        }
        if !isWritten { throw failure(errno) }
    }

    private var kind: Kind {
        if path == "-" { return .stream }
        var status = stat()
        guard stat(path, &status) == 0 else { return lstat(path, &status) == 0 ? .danglingLink : .nothing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .stream
        }
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// - Parameter reason: as `errno` has it.
    func failure(_ reason: Int32) -> Failure {
        switch reason {
        case ENOSPC, EDQUOT: Failure(.inputOutput, "No space is left for \(path); delete something and try again.")
        case EACCES, EPERM, EROFS:
            Failure(.cannotCreate, "You may not write to \(folder); choose another place for \(name) with -o.")
        default:
            Failure(
                .cannotCreate,
                "\(path) cannot be written: \(String(cString: strerror(reason))); choose another place with -o.")
        }
    }
}
