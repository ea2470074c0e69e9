import Foundation
import Glibc

/// A hidden folder inside the library in which one asset is assembled before anybody sees it.
///
/// It belongs to the process that holds its lock (`flock`), which the kernel releases when the process dies. A folder
/// that nobody holds was left by a crash: ``LibraryStore`` recovers it.
///
/// The names say what is inside: `photo.jpg` is a complete photo, `photo.jpg.part` was being written, and the empty
/// file `IMG_0007.stem` says that everything is complete and about to become `IMG_0007`. `asset.details` is what the app
/// said of the asset (``StagedDetails``).
final class StagingFolder: Sendable {
    static let partialSuffix = ".part"
    private static let stemSuffix = ".stem"
    private static let deletedPrefix = "deleted-"
    private static let replacementPrefix = "final-"
    private static let editPrefix = "edit-"
    private static let replacedPrefix = "replaced-"

    let uuid: String
    let path: String
    private let descriptor: Int32

    /// A name for a folder with files that an asset is about to lose.
    static func newDeletedName() -> String { deletedPrefix + UUID().uuidString }

    /// A name for a folder with the file that will replace an asset's proxy.
    static func newReplacementName() -> String { replacementPrefix + UUID().uuidString }

    /// A name for a folder with an edited version.
    static func newEditName() -> String { editPrefix + UUID().uuidString }

    /// A name for a folder with files that are in the way of a newer edit, or of the original.
    static func newReplacedName() -> String { replacedPrefix + UUID().uuidString }

    /// Whether it holds an edited version.
    var holdsEdit: Bool { uuid.hasPrefix(Self.editPrefix) }

    /// Whether its file belongs to an asset that already has one.
    var holdsReplacement: Bool { uuid.hasPrefix(Self.replacementPrefix) }

    /// Whether its files already had names, and were being deleted.
    var holdsDeleted: Bool { isForTrash || uuid.hasPrefix(Self.replacedPrefix) }

    /// Whether a person deleted its files.
    var isForTrash: Bool { uuid.hasPrefix(Self.deletedPrefix) }

    /// Creates a folder in `incoming`, which is created too if it is missing, and locks it.
    init(in incoming: String, uuid: String = UUID().uuidString) throws(FileError) {
        try DurableFile.makeFolder(incoming)
        // While a shared lock is held nobody looks for leftovers, so nobody finds the folder before it is locked.
        let guardian = try DurableFile.open(incoming, O_RDONLY | O_DIRECTORY)
        defer { close(guardian) }
        try FolderLock.wait(for: guardian, .shared, of: incoming)
        let path = incoming + "/" + uuid
        guard mkdir(path, 0o777) == 0 else { throw FileError(path) }
        do throws(FileError) {
            descriptor = try Self.openLocked(path)
        } catch {
            rmdir(path)
            throw error
        }
        self.uuid = uuid
        self.path = path
    }

    private static func openLocked(_ path: String) throws(FileError) -> Int32 {
        let descriptor = try DurableFile.open(path, O_RDONLY | O_DIRECTORY)
        do throws(FileError) {
            try FolderLock.wait(for: descriptor, .exclusive, of: path)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Takes over a folder that a dead process left.
    private init(adopting uuid: String, path: String, descriptor: Int32) {
        self.uuid = uuid
        self.path = path
        self.descriptor = descriptor
    }

    deinit { FolderLock.release(descriptor) }

    /// Every folder in `incoming` whose process is gone, now held by this one: the oldest first, as its files are numbered
    /// first.
    ///
    /// In a shared library, only its owner can empty a folder that others cannot write to. It stays, without a note: the
    /// owner's next run adopts and reports it, and nobody else could do anything about it.
    static func abandoned(in incoming: String) throws(FileError) -> [StagingFolder] {
        if try DurableFile.names(in: incoming).isEmpty { return [] }
        let guardian = try DurableFile.open(incoming, O_RDONLY | O_DIRECTORY)
        defer { close(guardian) }
        try FolderLock.wait(for: guardian, .exclusive, of: incoming)
        let folders: [StagingFolder] = try DurableFile.names(in: incoming).compactMap { name in
            let path = incoming + "/" + name
            guard let descriptor = try? DurableFile.open(path, O_RDONLY | O_DIRECTORY) else { return nil }
            guard FolderLock.take(descriptor) else {
                close(descriptor)
                return nil
            }
            // The previous holder may have removed it in between.
            guard isFolder(descriptor, at: path) else {
                FolderLock.release(descriptor)
                return nil
            }
            return StagingFolder(adopting: name, path: path, descriptor: descriptor)
        }
        return folders.map { ($0, $0.time) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// When the first of its complete files was written, in nanoseconds since 1970; 0 if there is none.
    private var time: Int64 {
        let times = ((try? files) ?? []).compactMap { name -> Int64? in
            var status = stat()
            guard stat(path(of: name), &status) == 0 else { return nil }
            return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        }
        return times.min() ?? 0
    }

    /// Removes the folder that a dead process left under this name, if there is one. Waits for a process that looks
    /// into it.
    static func removeAbandoned(_ uuid: String, in incoming: String) throws(FileError) {
        let path = incoming + "/" + uuid
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try openLocked(path)
        } catch  where error.number == ENOENT {
            return
        }
        let staging = StagingFolder(adopting: uuid, path: path, descriptor: descriptor)
        if isFolder(staging.descriptor, at: path) { staging.remove() }
    }

    private static func isFolder(_ descriptor: Int32, at path: String) -> Bool {
        var (held, named) = (stat(), stat())
        return fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_dev == named.st_dev
            && held.st_ino == named.st_ino
    }

    /// The complete files in it.
    var files: [String] {
        get throws(FileError) {
            try DurableFile.names(in: path).filter {
                !$0.hasSuffix(Self.partialSuffix) && !$0.hasSuffix(Self.stemSuffix) && !StagedDetails.isDetails($0)
            }
        }
    }

    func path(of file: String) -> String { path + "/" + file }

    /// The name without extension that the files were about to get, such as `IMG_0007`.
    var stem: String? {
        get throws(FileError) {
            try DurableFile.names(in: path).first { $0.hasSuffix(Self.stemSuffix) }.map {
                String($0.dropLast(Self.stemSuffix.count))
            }
        }
    }

    /// Records that everything is complete, and the name that it will get.
    ///
    /// - Parameter files: files in it that the next start must be able to tell from others of the same names.
    func announce(stem: String, of files: [String] = []) throws(FileError) {
        try withdrawStem()
        let marks = files.compactMap { Self.mark(ofFileAt: self.path(of: $0)) }
        let path = self.path(of: stem + Self.stemSuffix)
        if marks.isEmpty {
            close(try DurableFile.open(path, O_WRONLY | O_CREAT))
        } else {
            try DurableFile.write(Data(marks.joined(separator: "\n").utf8), to: path)
        }
    }

    /// Whether a file is one of those that were named when the name was announced.
    func announced(fileAt path: String) throws(FileError) -> Bool {
        guard let stem = try stem, let mark = Self.mark(ofFileAt: path) else { return false }
        let text = try? String(contentsOfFile: self.path(of: stem + Self.stemSuffix), encoding: .utf8)
        return text?.split(separator: "\n").contains { $0 == mark } == true
    }

    /// What tells a file from others, also from one that has its number after it is gone; a new name does not change it.
    static func mark(ofFileAt path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }

    /// Forgets the name: another asset may get it.
    func withdrawStem() throws(FileError) {
        if let old = try stem { unlink(path(of: old + Self.stemSuffix)) }
    }

    /// Syncs the names of its files, and its own.
    ///
    /// If a power cut interrupts a renaming, a file whose name is not on disk yet may be in neither of the two folders.
    func sync() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(path) }
        try DurableFile.syncFolder((path as NSString).deletingLastPathComponent)
    }

    /// Removes the folder if there is no file of an asset in it.
    func removeIfEmpty() {
        guard let names = try? DurableFile.names(in: path), names.allSatisfy(StagedDetails.isDetails) else { return }
        remove()
    }

    /// Removes the folder with everything in it.
    func remove() {
        for name in (try? DurableFile.names(in: path)) ?? [] { unlink(path(of: name)) }
        rmdir(path)
    }
}
