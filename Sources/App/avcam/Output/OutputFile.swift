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
        case folder
        /// A pipe or a device: it is written into, never replaced.
        case stream
    }

    /// Says early what would go wrong at the end.
    ///
    /// - Throws: ``Failure`` with status 73.
    func check() throws(Failure) {
        if path.isEmpty { throw Failure(.usage, "-o needs the name of a file.") }
        switch kind {
        case .stream: return
        case .folder:
            throw Failure(.cannotCreate, "\(path) is a folder; name a file in it.")
        case .file where !force:
            throw Failure(.cannotCreate, "\(path) exists already; use --force to replace it, or choose another name.")
        case .file, .nothing:
            guard access(folder, F_OK) == 0 else {
                throw Failure(.cannotCreate, "There is no folder \(folder); make it first with mkdir -p \(folder).")
            }
            guard access(folder, W_OK | X_OK) == 0 else { throw failure() }
        }
    }

    /// Writes the file: beside its place under another name, synced, then renamed, so that nobody sees half of it.
    ///
    /// - Throws: ``Failure`` with status 73 or 74; the old file, if there was one, is untouched then.
    func write(_ data: Data) throws(Failure) {
        if kind == .stream { return try writeStream(data) }
        let temporary = "\(folder)/.\(name).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        do throws(Failure) {
            try writeAll(data, to: descriptor)
            guard fdatasync(descriptor) == 0 else { throw failure() }
            // A link never replaces a file that somebody else made in the meantime.
            let result = force ? rename(temporary, path) : link(temporary, path)
            if result != 0 && errno == EEXIST { try check() }
            guard result == 0 || renameWhereLinksAreUnknown(temporary) else { throw failure() }
        } catch {
            unlink(temporary)
            throw error
        }
        if !force { unlink(temporary) }
    }

    /// Whether it can be rewound, which a movie needs.
    var isSeekable: Bool { kind != .stream }

    /// Renames a file that is to be replaced, so that it can come back when its successor fails.
    ///
    /// - Returns: `nil` when there is none, or when it may not be replaced: making the new one fails then.
    func setOldAside() throws(Failure) -> ReplacedFile? {
        guard force else { return nil }
        let aside = "\(folder)/.\(name).\(getpid()).old"
        if rename(path, aside) == 0 { return ReplacedFile(path: path, aside: aside) }
        guard errno == ENOENT else { throw failure() }
        return nil
    }

    /// File systems without hard links (FAT) answer EPERM.
    private func renameWhereLinksAreUnknown(_ temporary: String) -> Bool {
        guard errno == EPERM || errno == EOPNOTSUPP, access(path, F_OK) != 0 else { return false }
        return rename(temporary, path) == 0
    }

    private func writeStream(_ data: Data) throws(Failure) {
        if path == "-" { return try writeAll(data, to: STDOUT_FILENO) }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        try writeAll(data, to: descriptor)
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
        if !isWritten { throw failure() }
    }

    private var kind: Kind {
        if path == "-" { return .stream }
        var status = stat()
        guard stat(path, &status) == 0 else { return .nothing }
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

    /// What `errno` says.
    private func failure() -> Failure {
        switch errno {
        case ENOSPC, EDQUOT: Failure(.inputOutput, "No space is left for \(path); delete something and try again.")
        case EACCES, EPERM, EROFS:
            Failure(.cannotCreate, "You may not write to \(folder); choose another place for \(name) with -o.")
        default: Failure(.cannotCreate, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }
}
