import CaptureEngine
import Foundation
import Locking

/// The folder of one photo in a ``DeferredPhotoStore``, locked for as long as the object lives.
final class DeferredPhotoFolder: Sendable {
    private struct State {
        var path: String
        var isPublished: Bool
        /// Written with the rest when the folder gets its name.
        var owner: DeferredPhoto.Owner?
    }

    static let photo = "photo.json"
    static let owner = "owner.json"
    private static let partialSuffix = ".part"

    private let state: Mutex<State>
    private let root: String
    private let descriptor: Int32

    /// Creates a folder that does not count as complete before ``publish()``.
    init(making id: DeferredPhotoID, in root: String) throws(CaptureError) {
        self.root = root
        let path = "\(root)/\(id)\(Self.partialSuffix)"
        state = Mutex(State(path: path, isPublished: false))
        do {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        } catch {
            throw CaptureError(.fileUnwritable, Self.obstacle(to: root))
        }
        // No program looks for leftovers while a shared lock is held, so none finds the folder before it is locked.
        let guardian = try Self.openFolder(root)
        defer { close(guardian) }
        Self.lock(guardian, LOCK_SH)
        guard mkdir(path, 0o700) == 0 else { throw StoredFile.error(path) }
        descriptor = try Self.openFolder(path)
        Self.lock(descriptor, LOCK_EX)
    }

    /// Why a folder cannot be created.
    private static func obstacle(to root: String) -> String {
        var (place, missing) = (root, root)
        while place.count > 1 {
            var status = stat()
            if stat(place, &status) == 0 {
                if status.st_mode & S_IFMT != S_IFDIR { return "\(place) is a file and no folder" }
                break
            }
            missing = place
            place = (place as NSString).deletingLastPathComponent
        }
        guard mkdir(missing, 0o700) != 0 else { return "\(root) cannot be created; try again" }
        return "\(root) cannot be created: \(String(cString: strerror(errno)))"
    }

    /// Takes a complete folder; `nil` if there is none, or another process holds it.
    ///
    /// - Throws: ``CaptureError`` `fileUnreadable` if this cannot be determined now.
    init?(taking id: DeferredPhotoID, in root: String) throws(CaptureError) {
        self.root = root
        let path = "\(root)/\(id)"
        state = Mutex(State(path: path, isPublished: true))
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoredFile.readingError(path)
        }
        var (held, named) = (stat(), stat())
        // The previous holder may have removed it in between.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &held) == 0, stat(path, &named) == 0,
            held.st_ino == named.st_ino
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        // Closing is not enough while a child of this process, between fork and exec, has the descriptor too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private var path: String { state.withLock { $0.path } }

    /// The file of one frame.
    func frame(_ index: Int) -> String { "\(path)/\(index).frame" }

    /// Gives the folder its name. The folder and its contents are on disk when this returns.
    func publish() throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            if let owner = state.owner { try Self.write(owner, to: "\(state.path)/\(Self.owner)") }
            let final = String(state.path.dropLast(Self.partialSuffix.count))
            guard fsync(descriptor) == 0, rename(state.path, final) == 0 else { throw StoredFile.error(state.path) }
            state.path = final
            state.isPublished = true
        }
        try Self.syncFolder(root)
    }

    /// Records which asset the photo belongs to, now or with the rest of it; `nil` removes the record.
    func setOwner(_ owner: DeferredPhoto.Owner?) throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            guard state.isPublished else {
                state.owner = owner
                return
            }
            try Self.write(owner, as: Self.owner, in: state.path)
        }
    }

    func write(_ value: some Encodable, to name: String) throws(CaptureError) {
        try Self.write(value, to: "\(path)/\(name)")
    }

    private static func write(_ value: some Encodable, to file: String) throws(CaptureError) {
        try StoredFile.write(try encode(value), to: file)
    }

    func read<Value: Decodable>(_ type: Value.Type, from name: String) throws(CaptureError) -> Value {
        let file = "\(path)/\(name)"
        let data = try StoredFile.read(file)
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw CaptureError(.fileDamaged, "\(file) is damaged", cause: error)
        }
    }

    /// Removes the folder. What a crash leaves of it no longer counts as complete, and the next sweep removes it.
    func remove() {
        let path = path
        unlink("\(path)/\(Self.photo)")
        for name in Self.names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    // MARK: All folders of a store

    /// The complete folders, oldest first.
    static func complete(in root: String) -> [DeferredPhotoID] {
        let dated = names(in: root).compactMap { name -> (id: DeferredPhotoID, time: timespec)? in
            var status = stat()
            guard let id = DeferredPhotoID(name), stat("\(root)/\(name)/\(photo)", &status) == 0 else { return nil }
            return (id, status.st_mtim)
        }
        return dated.sorted { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }.map(\.id)
    }

    /// Whether there is a folder, complete or not yet. If it cannot be determined, it counts as existing.
    static func exists(_ id: DeferredPhotoID, in root: String) -> Bool {
        isThere("\(root)/\(id)/\(photo)") || isThere("\(root)/\(id)\(partialSuffix)")
            // It got its name between the two checks.
            || isThere("\(root)/\(id)/\(photo)")
    }

    private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 || errno != ENOENT }

    /// Removes what processes left that died while they were writing or removing.
    static func removeIncomplete(in root: String) {
        let suspects = names(in: root).filter {
            !isThere("\(root)/\($0)/\(photo)") || $0.hasSuffix(partialSuffix)
        }
        guard !suspects.isEmpty, let guardian = try? openFolder(root) else { return }
        defer { close(guardian) }
        lock(guardian, LOCK_EX)
        for name in suspects {
            let path = "\(root)/\(name)"
            guard let descriptor = try? openFolder(path) else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            for file in names(in: path) { unlink("\(path)/\(file)") }
            rmdir(path)
        }
    }

    /// Writes a file into a folder that another process may hold; removes it if `value` is `nil`.
    static func write(
        _ value: (some Encodable)?, as name: String, in path: String
    ) throws(CaptureError) {
        guard access(path, F_OK) == 0 else { return }
        if let value {
            try write(value, to: "\(path)/\(name)")
        } else {
            unlink("\(path)/\(name)")
        }
        try syncFolder(path)
    }

    /// The size of all files, in bytes.
    static func size(of root: String) -> Int64 {
        names(in: root).reduce(0) { sum, folder in
            names(in: "\(root)/\(folder)").reduce(sum) { sum, file in
                var status = stat()
                return stat("\(root)/\(folder)/\(file)", &status) == 0 ? sum + Int64(status.st_size) : sum
            }
        }
    }

    /// The free space for this user, in bytes; `nil` if unknown.
    static func freeSpace(at path: String) -> Int64? {
        var place = path
        while access(place, F_OK) != 0, place.count > 1 { place = (place as NSString).deletingLastPathComponent }
        var status = statvfs()
        guard statvfs(place, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    private static func encode(_ value: some Encodable) throws(CaptureError) -> Data {
        do {
            return try JSONEncoder().encode(value)
        } catch {
            throw CaptureError(.encodeFailed, "the photo cannot be described: \(error)", cause: error)
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func openFolder(_ path: String) throws(CaptureError) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoredFile.error(path) }
        return descriptor
    }

    private static func syncFolder(_ path: String) throws(CaptureError) {
        let descriptor = try openFolder(path)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoredFile.error(path) }
    }

    private static func lock(_ descriptor: Int32, _ kind: Int32) {
        while flock(descriptor, kind) != 0 && errno == EINTR {}
    }
}
