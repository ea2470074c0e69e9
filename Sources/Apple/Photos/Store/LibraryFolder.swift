import Foundation
import Glibc
import NewFiles

/// Where the photo library is, and what its folder contains.
///
///     AVCam/                        the library
///       IMG_0001.jpg …              what a person sees, and may copy, sort and delete with any program
///       IMG_0001_edited.jpg         what became of it, as IMG_0001_edited.aae describes (``StagedEdit``)
///       .avcam/catalogue.sqlite     what the files do not say: identifiers, favorites, which files belong together
///       .avcam/albums/              a copy of each album, in case the catalogue is lost (``AlbumFiles``)
///       .avcam/incoming/            assets that are not complete yet (``StagingFolder``)
///
/// The catalogue is next to the files, not in the user's data folder, so that a library that is moved, backed up or
/// kept on a card stays in one piece. It has a folder of its own so that the library's own modification time shows
/// whether files came or went.
struct LibraryFolder: Sendable, Hashable {
    let path: String

    var hidden: String { path + "/.avcam" }
    var catalogue: String { hidden + "/catalogue.sqlite" }
    /// A complete catalogue that is about to replace the other one.
    var rebuilt: String { catalogue + ".rebuilt" }
    var incoming: String { hidden + "/incoming" }
    /// Files that an earlier run left and nobody can read.
    var damaged: String { hidden + "/damaged" }
    var albums: String { hidden + "/albums" }

    func path(of filename: String) -> String { path + "/" + filename }

    /// This user's folder: `AVCAM_LIBRARY`, otherwise `AVCam` in the desktop's Pictures folder.
    ///
    /// Source: freedesktop.org, xdg-user-dirs (`XDG_PICTURES_DIR` in `user-dirs.dirs`).
    static func standard(environment: [String: String]) -> LibraryFolder {
        if let path = environment["AVCAM_LIBRARY"], !path.isEmpty {
            return LibraryFolder(path: absolute(path))
        }
        // A relative `HOME` counts from the current folder, as it does for a shell.
        return LibraryFolder(path: absolute(picturesFolder(environment: environment)) + "/AVCam")
    }

    private static func picturesFolder(environment: [String: String]) -> String {
        if let path = environment["XDG_PICTURES_DIR"], path.hasPrefix("/") { return path }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.config"
        if let settings = try? String(contentsOfFile: configuration + "/user-dirs.dirs", encoding: .utf8),
            let path = picturesFolder(inUserDirectories: settings, home: home)
        {
            return path
        }
        return home + "/Pictures"
    }

    /// Parses the line `XDG_PICTURES_DIR="$HOME/Bilder"`; the value is absolute or begins with `$HOME`.
    static func picturesFolder(inUserDirectories settings: String, home: String) -> String? {
        let prefix = "XDG_PICTURES_DIR="
        let line = settings.split(separator: "\n").last { $0.drop { $0 == " " }.hasPrefix(prefix) }
        guard let line else { return nil }
        var value = String(line.drop { $0 == " " }.dropFirst(prefix.count)).trimmingCharacters(in: .whitespaces)
        value = value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        if value.hasPrefix("$HOME") { value = home + value.dropFirst(5) }
        while value.hasSuffix("/") { value.removeLast() }
        return value.hasPrefix("/") ? value : nil
    }

    private static func absolute(_ path: String) -> String {
        var path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// - Throws: ``FileError`` if that cannot be told, because a folder on the way may not be entered, is none, or is a link
    ///   to a disk that is not mounted.
    var exists: Bool {
        get throws(FileError) {
            if access(path, F_OK) == 0 { return true }
            let number = errno
            if number == ENOENT {
                if let link = DanglingLink(onTheWayTo: path) { throw link.error }
                return false
            }
            throw FileError(number == EACCES ? closedFolder : path, number: number)
        }
    }

    /// Makes a folder in the library, and the library's own folder never: it may be gone by now.
    ///
    /// A power cut may lose the name; the next start makes it again.
    func makeInside(_ place: String) throws(FileError) {
        guard mkdir(place, 0o777) == 0 || errno == EEXIST else { throw FileError(place) }
    }

    /// The folder on the way to the library that this user may not enter.
    private var closedFolder: String {
        var place = path
        while place.count > 1, access(place, F_OK) != 0, errno == EACCES {
            place = (place as NSString).deletingLastPathComponent
        }
        return place
    }

    /// Why this user may not read the catalogue; `nil` if there is none, or one that can be read.
    var closedCatalogue: FileError? {
        // A file is closed too, but permission would not make it a folder.
        if fileInsteadOfHidden != nil { return nil }
        return Self.refusal(toRead: hidden, R_OK | X_OK) ?? Self.refusal(toRead: catalogue, R_OK)
    }

    /// Why this user may not read ``AlbumFiles``, or one of them; `nil` if there are none, or all can be read.
    var closedAlbums: FileError? {
        if let error = Self.refusal(toRead: hidden, X_OK) ?? Self.refusal(toRead: albums, R_OK | X_OK) { return error }
        let names = (try? DurableFile.names(in: albums)) ?? []
        return names.lazy.compactMap { Self.refusal(toRead: albums + "/" + $0, R_OK) }.first
    }

    private static func refusal(toRead path: String, _ mode: Int32) -> FileError? {
        access(path, mode) != 0 && errno == EACCES ? FileError(path, number: EACCES) : nil
    }

    /// Whether it has a catalogue, or a place for one, that this user can write. Another folder is not changed by looking
    /// at it.
    var isLibrary: Bool { access(hidden, R_OK | W_OK | X_OK) == 0 }

    /// What of it nobody may change, root included.
    var fixedFile: FixedFile? {
        let places = [path, hidden, incoming] + Catalogue.suffixes.map { catalogue + $0 }
        return places.lazy.compactMap(FixedFile.init).first
    }

    /// Why the library cannot be written; `nil` if it can be written or created.
    var obstacle: FileError? {
        if let link = DanglingLink(onTheWayTo: path) { return link.error }
        var place = path
        while place != "/", access(place, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR) {
            guard let slash = place.lastIndex(of: "/") else { break }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
        if Self.isFile(place) { return FileError(place, number: ENOTDIR) }
        if let file = fileInsteadOfHidden { return file }
        guard access(place, W_OK | X_OK) == 0 else {
            let number = errno
            if number == EACCES, Self.isReadOnly(place) { return FileError(place, number: EROFS) }
            let error = FileError(number == EACCES && access(place, F_OK) != 0 ? closedFolder : place, number: number)
            return Self.letsNobodyWrite(place) ? FileError(place, number: ENOTSUP) : error
        }
        return isLibrary ? nil : Self.refusal(toMakeFoldersIn: place)
    }

    /// A file where the folder of the catalogue should be: not looked past, as what is written could not be kept.
    var fileInsteadOfHidden: FileError? { Self.isFile(hidden) ? FileError(hidden, number: ENOTDIR) : nil }

    /// Whether there is something that is not a folder.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Whether the library is on a disk that nobody can write to. A disk that fails can become so at any time.
    var isReadOnly: Bool { Self.isReadOnly(path) }

    private static func isReadOnly(_ place: String) -> Bool {
        var status = statvfs()
        return statvfs(place, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Whether this is a folder of a file system such as `/proc`, which reports no size, and in which no permission would
    /// help. Root is told only by ``refusal(toMakeFoldersIn:)``.
    private static func letsNobodyWrite(_ place: String) -> Bool {
        var system = statvfs()
        var folder = stat()
        return statvfs(place, &system) == 0 && system.f_blocks == 0 && stat(place, &folder) == 0
            && folder.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0
    }

    /// The error of a file system in which nobody can make a folder even though its permissions allow it, such as
    /// `/proc`. Only file systems that report no size are tried.
    private static func refusal(toMakeFoldersIn place: String) -> FileError? {
        var status = statvfs()
        guard statvfs(place, &status) == 0, status.f_blocks == 0 else { return nil }
        let trial = place + "/.avcam-\(UUID().uuidString)"
        guard mkdir(trial, 0o700) != 0 else {
            rmdir(trial)
            return nil
        }
        return FileError(place, number: ENOTSUP)
    }

    /// The file that stands where a folder of the library should be, or one above it.
    func fileInTheWay(of path: String) -> String? {
        var place = path
        while place.count > 1 {
            if Self.isFile(place) { return place }
            place = (place as NSString).deletingLastPathComponent
        }
        return nil
    }

    /// Whether no later change can get this ``modificationTime``: the kernel's clock for files ticks every 1 to 10 ms.
    static func isPast(_ modificationTime: Int64) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - modificationTime
        return !(0..<20_000_000).contains(age)
    }

    /// When files last came or went, in nanoseconds since 1970; 0 if there is no such folder.
    var modificationTime: Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    /// Whether a file was written to, or renamed, within the last minute.
    func isArriving(_ filename: String) -> Bool {
        var status = stat()
        return stat(path(of: filename), &status) == 0 && (0..<60).contains(time(nil) - status.st_ctim.tv_sec)
    }
}
