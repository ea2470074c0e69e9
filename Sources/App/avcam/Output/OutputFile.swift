import Foundation
import NewFiles

/// A file that the user named with `-o`.
struct OutputFile {
    /// `-` writes to standard output.
    let path: String
    /// Whether an existing file may be replaced.
    let force: Bool

    private enum Kind {
        case nothing
        case file
        /// A symbolic link to something that does not exist.
        case danglingLink
        case folder
        /// A pipe or a device: data is written to it, and it is never replaced.
        case stream
    }

    /// Reports early what would otherwise fail at the end.
    ///
    /// - Throws: ``Failure`` with status 64, 73 or 74.
    func check() throws(Failure) {
        try checkName()
        try checkFolder()
    }

    /// Checks that the name may be used.
    ///
    /// - Throws: ``Failure`` with status 64 or 73.
    func checkName() throws(Failure) {
        if path.isEmpty { throw Failure(.usage, "-o needs the name of a file.") }
        switch kind {
        case .stream: return
        case .folder:
            throw Failure(.cannotCreate, "\(path) is a folder; name a file in it.")
        case .file where !force:
            throw Failure(.cannotCreate, "\(path) already exists; use --force to replace it, or choose another name.")
        case .danglingLink where !force:
            throw Failure(
                .cannotCreate,
                "\(path) is a link to something that is not there; use --force to replace the link, or choose another"
                    + " name.")
        case .file, .danglingLink, .nothing: try checkLength()
        }
    }

    /// Checks that files can be created in the folder. In some, such as `/proc`, no program can, although their
    /// permissions allow it; others have no room for a single byte.
    ///
    /// - Throws: ``Failure`` with status 73 or 74.
    func checkFolder() throws(Failure) {
        if isStream { return }
        guard access(folder, F_OK) == 0 || errno != ENOENT else {
            throw Failure(.cannotCreate, "There is no folder \(folder); make it first with mkdir -p \(folder).")
        }
        var status = stat()
        if stat(folder, &status) == 0, status.st_nlink == 0 {
            throw Failure(
                .cannotCreate, "The folder \(folder) was removed; go to another one with cd, or name one with -o.")
        }
        let trial: NewFile
        do { trial = try NewFile(path: place.newHiddenPath(), replacing: false, mode: 0o666) } catch {
            guard error.number == ENOENT else { throw failure(error.number) }
            throw Failure(
                .cannotCreate, "No file can be created in \(folder); choose another place for \(name) with -o.")
        }
        guard write(trial.descriptor, [0], 1) == 1 else { throw failure(errno) }
        trial.closeFile()
    }

    /// Completes photos with these names if killed runs left some of their files without names, removes partial files,
    /// and says so.
    static func removeLeftovers(of paths: [String]) {
        guard let folder = paths.first.map({ Place($0).folder }) else { return }
        let names = paths.map { Place($0).name }
        for name in NewFileSet.completeAbandoned(of: names, in: folder).sorted() {
            Console.note(
                "\(folder)/\(name) was recovered: a run was killed after writing it and before giving it its name."
            )
        }
        for name in NewFile.removeLeftovers(of: names, in: folder).sorted() {
            Console.note(
                "\(folder)/\(name) is removed: a run that was killed had left it before its file was complete.")
        }
    }

    private func checkLength() throws(Failure) {
        let length = name.utf8.count
        if length > place.nameLimit {
            throw Failure(
                .cannotCreate,
                "A name has at most \(place.nameLimit) bytes in \(folder), not \(length); choose a shorter one.")
        }
        guard max(path.utf8.count, place.newHiddenPath().utf8.count) < Place.pathLimit else {
            throw Failure(
                .cannotCreate,
                "The path of \(name) has too many bytes, \(path.utf8.count); go into its folder with cd first, and name"
                    + " the file alone.")
        }
    }

    /// Writes data to a file that has no name yet, and syncs it.
    ///
    /// - Throws: ``Failure`` with status 73 or 74.
    func makeFile(of data: Data) throws(Failure) -> NewFile {
        let file: NewFile
        do { file = try PartialFiles.create(path, replacing: force) } catch {
            if error.number == EEXIST { try checkName() }
            throw failure(error.number)
        }
        guard data.withUnsafeBytes({ NewFiles.writeAll($0, to: file.descriptor) }), fdatasync(file.descriptor) == 0
        else {
            let reason = errno
            if let hidden = file.hiddenPath { PartialFiles.remove(hidden) }
            throw failure(reason)
        }
        return file
    }

    /// Whether it can be rewound, which a movie needs.
    var isSeekable: Bool { !isStream }

    /// Whether it is a stream: standard output, a pipe, a device.
    var isStream: Bool { kind == .stream }

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

    private var place: Place { Place(path) }
    private var folder: String { place.folder }
    private var name: String { place.name }

    /// What forbids every user to write the file.
    private var fixed: FixedFile? { FixedFile(path) ?? FixedFile(folder) }

    /// - Parameter reason: an `errno` value.
    func failure(_ reason: Int32) -> Failure {
        switch reason {
        case ENOSPC, EDQUOT: Failure(.inputOutput, "No space is left for \(path); delete something and try again.")
        case EFBIG:
            Failure(
                .inputOutput,
                "\(path) would be larger than a file may be\(Limits.fileSize.map { ", \(Text.size($0))" } ?? ""); raise"
                    + " the limit (ulimit -f), or choose another place with -o.")
        case EMFILE, ENFILE:
            Failure(.system, "\(path) cannot be opened, as no further file can be; raise the limit (ulimit -n).")
        case EPERM where fixed != nil:
            Failure(
                .cannotCreate,
                "\(path) cannot be written, because \(fixed?.description ?? ""); end that with \(fixed?.remedy ?? ""), or choose"
                    + " another place with -o.")
        case EACCES, EPERM, EROFS:
            Failure(.cannotCreate, "You may not write to \(folder); choose another place for \(name) with -o.")
        default:
            Failure(
                .cannotCreate,
                "\(path) cannot be written: \(String(cString: strerror(reason))); choose another place with -o.")
        }
    }
}
