import Foundation
import Glibc

/// The desktop's trash, from which a person can take a file back.
///
/// Source: freedesktop.org, Desktop Trash Can Specification 1.0.
struct DesktopTrash: Sendable, Equatable {
    /// The trash in the user's data folder; other file systems have one of their own.
    private let home: String

    /// - Parameter home: `Trash` in the user's data folder.
    init(home: String) { self.home = home }

    /// The trash of this user. `nil` where no desktop shows it: what is deleted there shall free the space.
    init?(environment: [String: String]) {
        let desktops = ["XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY"]
        guard desktops.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            home = data + "/Trash"
        } else if let user = environment["HOME"], user.hasPrefix("/") {
            home = user + "/.local/share/Trash"
        } else {
            return nil
        }
    }

    /// Moves a file into the trash of its file system.
    ///
    /// - Parameters:
    ///   - path: where it is now.
    ///   - origin: where a person deleted it, and gets it back.
    /// - Returns: `false` if there is no trash for it; it is where it was then.
    /// - Throws: ``FileError`` if there is one that cannot take it now; it is where it was then, too.
    func take(_ path: String, from origin: String) throws(FileError) -> Bool {
        // Links on the way are no file systems.
        guard let path = Self.resolved(path), let origin = Self.resolved(origin), let device = Self.device(of: path)
        else { return false }
        if try Self.makeTrash(home), Self.device(of: home + "/files") == device,
            try move(path, into: home, origin: origin)
        {
            return true
        }
        let top = Self.mountPoint(of: path, device)
        let prefix = top == "/" ? top : top + "/"
        guard let trash = try Self.trash(at: top), origin.hasPrefix(prefix) else { return false }
        return try move(path, into: trash, origin: String(origin.dropFirst(prefix.count)))
    }

    /// - Returns: `false` between two mounts of one file system, as in a sandbox: no file can be renamed there.
    private func move(_ path: String, into trash: String, origin: String) throws(FileError) -> Bool {
        do throws(FileError) {
            try put(path, into: trash, origin: origin)
            return true
        } catch {
            if error.number == EXDEV { return false }
            throw error
        }
    }

    /// The path of a file, which need not be there, without links in its folder.
    private static func resolved(_ path: String) -> String? {
        guard let folder = realpath((path as NSString).deletingLastPathComponent, nil) else { return nil }
        defer { free(folder) }
        return String(cString: folder) + "/" + (path as NSString).lastPathComponent
    }

    /// The note is written first, so that nothing is in the trash without one.
    private func put(_ path: String, into trash: String, origin: String) throws(FileError) {
        guard let text = Self.note(origin) else { throw FileError(path, number: EILSEQ) }
        let name = Self.shortened((origin as NSString).lastPathComponent)
        let (stem, suffix) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        for number in 1...10_000 {
            let free = number == 1 ? name : "\(stem).\(number)" + (suffix.isEmpty ? "" : "." + suffix)
            let note = "\(trash)/info/\(free).trashinfo"
            let descriptor = open(note, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 && errno == EEXIST { continue }
            guard descriptor >= 0 else { throw FileError(note) }
            defer { close(descriptor) }
            let place = "\(trash)/files/\(free)"
            // A file without a note was left by another program, and stays.
            let isTaken = access(place, F_OK) == 0
            errno = ENOSPC
            if !isTaken, write(descriptor, text, text.utf8.count) == text.utf8.count, rename(path, place) == 0 {
                return
            }
            let failure = FileError(place)
            unlink(note)
            if !isTaken { throw failure }
        }
        throw FileError(trash, number: EEXIST)
    }

    /// A name that still fits with a number and the note's extension.
    private static func shortened(_ name: String) -> String {
        let (stem, suffix) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        guard name.utf8.count > maximumName else { return name }
        var short = Substring(stem)
        while short.utf8.count + suffix.utf8.count + 1 > maximumName, !short.isEmpty { short.removeLast() }
        return String(short) + (suffix.isEmpty ? "" : "." + suffix)
    }

    /// In bytes: a file's name has 255.
    private static let maximumName = 236

    private static func note(_ origin: String) -> String? {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
        guard let path = origin.addingPercentEncoding(withAllowedCharacters: plain) else { return nil }
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var date = [CChar](repeating: 0, count: 32)
        let count = strftime(&date, date.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let text = String(decoding: date.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "[Trash Info]\nPath=\(path)\nDeletionDate=\(text)\n"
    }

    // MARK: Places

    /// The trash at the top of another file system: one for all users, if an administrator made it, or one of this user's.
    private static func trash(at top: String) throws(FileError) -> String? {
        let user = getuid()
        let shared = top + "/.Trash"
        var status = stat()
        if lstat(shared, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & S_ISVTX != 0,
            try makeTrash("\(shared)/\(user)")
        {
            return "\(shared)/\(user)"
        }
        let own = "\(top)/.Trash-\(user)"
        if lstat(own, &status) == 0, status.st_mode & S_IFMT != S_IFDIR { return nil }
        return try makeTrash(own) ? own : nil
    }

    /// Makes what is missing of a trash, for this user alone.
    ///
    /// - Returns: `false` if there can be none here.
    /// - Throws: ``FileError`` if there can be one at another time: the disk is full.
    private static func makeTrash(_ path: String) throws(FileError) -> Bool {
        // The data folder itself may be missing.
        for folder in [(path as NSString).deletingLastPathComponent, path, path + "/files", path + "/info"] {
            if mkdir(folder, 0o700) == 0 || errno == EEXIST { continue }
            var error = FileError(folder)
            if error.number == ENOENT {
                do throws(FileError) {
                    try DurableFile.makeFolder(folder)
                    continue
                } catch let reason {
                    error = reason
                }
            }
            if [ENOSPC, EDQUOT, EIO].contains(error.number) { throw error }
            return false
        }
        return [path, path + "/files", path + "/info"].allSatisfy { isOwnFolder($0) }
    }

    /// Whether nobody else made it, who could then read what is in it.
    private static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
            && access(path, W_OK | X_OK) == 0
    }

    private static func device(of path: String) -> dev_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_dev : nil
    }

    private static func mountPoint(of path: String, _ device: dev_t) -> String {
        var place = path
        while place != "/" {
            let parent = (place as NSString).deletingLastPathComponent
            guard self.device(of: parent) == device else { return place }
            place = parent
        }
        return place
    }
}
