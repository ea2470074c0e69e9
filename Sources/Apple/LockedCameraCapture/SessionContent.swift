import CaptureEngine
import DeviceKinds
import FileWatching
import Foundation
import Glibc
import Locking

/// The folders in which locked-camera sessions keep what they captured, until the app has taken it.
///
///     $XDG_DATA_HOME/avcam/locked-camera/    (AVCAM_LOCKED_CONTENT names another place)
///       4F1A….session/                       one session; locked (flock) by the process that captures into it
///       77C0….new/                           about to become one: nobody looks at it before it is locked
///
/// A folder whose process has died counts as that of an ended session: the app finds it too.
final class SessionContent: Sendable {
    /// The folders that a world's sessions use.
    static func shared(in world: CaptureWorld) -> SessionContent {
        world.part { _ in SessionContent(folder: standardFolder(environment: ProcessInfo.processInfo.environment)) }
    }

    private static let suffix = ".session"
    private static let newSuffix = ".new"
    let folder: URL

    init(folder: URL) {
        self.folder = folder
    }

    private static func standardFolder(environment: [String: String]) -> URL {
        if let path = environment["AVCAM_LOCKED_CONTENT"], !path.isEmpty { return URL(fileURLWithPath: path) }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        // NSHomeDirectory() is what the list of users says.
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return URL(fileURLWithPath: (data ?? home + "/.local/share") + "/avcam/locked-camera", isDirectory: true)
    }

    /// Makes the folder of a new session in a world; it is locked by the time it gets its name.
    func make(in world: CaptureWorld = .current) throws -> SessionFolder {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        removeUnfinished()
        while true {
            let name = UUID().uuidString
            let url = folder.appendingPathComponent(name + Self.suffix, isDirectory: true)
            if let lock = try makeLocked(url, through: folder.path + "/" + name + Self.newSuffix) {
                return SessionFolder(url: url, lock: lock, world: world)
            }
        }
    }

    /// - Returns: the descriptor that keeps the folder locked; `nil` when another process removed the folder as
    ///   unfinished.
    private func makeLocked(_ url: URL, through path: String) throws -> Int32? {
        guard mkdir(path, 0o700) == 0 else { throw CocoaError(errno: errno, path) }
        let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if lock < 0, errno == ENOENT { return nil }
        guard lock >= 0 else { throw CocoaError(errno: errno, path) }
        var result: Int32 = 0
        repeat { result = flock(lock, LOCK_EX) } while result != 0 && errno == EINTR
        if result == 0 { result = rename(path, url.path) }
        if result == 0 { return lock }
        let number = errno
        close(lock)
        rmdir(path)
        if number == ENOENT { return nil }
        throw CocoaError(errno: number, url.path)
    }

    /// Removes the folders of processes that died while making them; such folders are empty.
    private func removeUnfinished() {
        for path in entries(Self.newSuffix).map(\.path) where !Self.isInUse(path) { rmdir(path) }
    }

    /// The folders of all sessions that have ended, the oldest first.
    func ended() -> [URL] {
        let keys: Set<URLResourceKey> = [.creationDateKey]
        // A folder that was removed after it was listed is not in use either.
        let ended = sessions().filter { !isInUse($0) && access($0.path, F_OK) == 0 }
        let dated = ended.map {
            ($0, (try? $0.resourceValues(forKeys: keys))?.creationDate ?? .distantPast)
        }
        return dated.sorted { ($0.1, $0.0.path) < ($1.1, $1.0.path) }.map(\.0)
    }

    /// The folders of all sessions that a process still captures into.
    func running() -> [URL] { sessions().filter(isInUse) }

    /// Whether a process captures into a session's folder. Trying a shared lock does not disturb a new session:
    /// sessions are locked before they get their names.
    func isInUse(_ url: URL) -> Bool { Self.isInUse(url.path) }

    private func sessions() -> [URL] { entries(Self.suffix) }

    private func entries(_ suffix: String) -> [URL] {
        let entries = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return entries.filter { $0.lastPathComponent.hasSuffix(suffix) }
    }

    private static func isInUse(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Calls `handler`, on a separate thread, when a session ends or its process dies. The folder does not change then;
    /// only its lock is released.
    func waitForEnd(of url: URL, _ handler: @escaping @Sendable () -> Void) {
        Thread.start(named: "locked-session") {
            let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0 {
                while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
                close(descriptor)
            }
            handler()
        }
    }

    /// Removes a session's folder with all that is in it; it is not an error if it no longer exists.
    func remove(_ url: URL) throws {
        // Compares paths, as the URL of a folder may or may not end with a slash.
        guard url.deletingLastPathComponent().standardizedFileURL.path == folder.standardizedFileURL.path,
            url.lastPathComponent.hasSuffix(Self.suffix)
        else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: url.path]) }
        do {
            try FileManager.default.removeItem(at: url)
        } catch CocoaError.fileNoSuchFile {
            return
        }
    }

    /// Calls `handler` when a session's folder of any process appears or disappears.
    func watch(_ handler: @escaping @Sendable () -> Void) -> FolderWatch? {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return FolderWatch(folder.path) { _ in handler() }
    }
}
