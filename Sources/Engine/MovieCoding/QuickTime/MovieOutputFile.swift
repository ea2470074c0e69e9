import CaptureEngine
import Dispatch
import Foundation
import Glibc
import Locking
import NewFiles

/// The file that a movie is written to: appended to, synced in the background, and never left torn.
///
/// It gets its name with the first bytes, so that an empty movie is never visible, and a file that it replaces is there
/// until then.
///
/// Used by one thread; syncing runs on a queue of its own, because a flash card can take seconds for it.
final class MovieOutputFile {
    let path: String
    /// Where the next byte goes: everything before it is complete.
    private(set) var size: UInt64 = 0

    private let file: NewFile
    private let isReplacing: Bool
    private let isHidden: Bool
    /// Whether a file with another order has taken its place.
    private var isReplaced = false
    /// The last bytes before ``size``, as they were written: they tell whether another program has truncated the file or
    /// written another one over it; not a change further ahead. The file's size proves nothing, because the
    /// next write makes it as large again.
    private var tail: [UInt8] = []
    private static let tailSize = 64
    private var descriptor: Int32 { file.descriptor }
    private let syncing = DispatchQueue(label: "movie.sync", qos: .utility)
    private let syncState = Mutex(SyncState())

    private struct SyncState {
        var isScheduled = false
        /// Whether the folder with the name was synced.
        var isNameSynced = false
        var failure: Int32 = 0
    }

    /// Creates a new file.
    ///
    /// - Parameters:
    ///   - isReplacing: whether a file that is there is replaced.
    ///   - isHidden: whether it gets its name only with ``complete()``, and is gone without that.
    /// - Throws: ``CaptureError`` `fileExists`, `diskFull`, `fileUnwritable`.
    init(
        path: String, replacing isReplacing: Bool = false, hiddenUntilComplete isHidden: Bool = false
    ) throws(CaptureError) {
        self.path = path
        self.isReplacing = isReplacing
        self.isHidden = isHidden
        do { file = try NewFile(path: path, replacing: isReplacing, mode: 0o666) } catch {
            throw Self.error(error.number, path)
        }
    }

    deinit { closeFile() }

    /// Appends all of `parts`, or nothing.
    ///
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`, `fileLost`; the file then ends where it ended before.
    func append(_ parts: [[UInt8]]) throws(CaptureError) {
        let failure = syncState.withLock { $0.failure }
        guard failure == 0 else { throw Self.error(failure, path) }
        if file.whereabouts == .removed { throw absence(.removed) }
        try checkContent()
        var offset = size
        for part in parts {
            let status = part.withUnsafeBytes { write($0, at: offset) }
            guard status == 0 else {
                truncate(to: size)
                throw Self.error(status, path)
            }
            offset += UInt64(part.count)
        }
        if !isHidden, !file.isPublished, offset > 0 {
            let status = publish()
            guard status == 0 else {
                truncate(to: size)
                throw status == ENOENT ? absence(.removed) : Self.error(status, path)
            }
        }
        size = offset
        noteTail(parts)
    }

    private func noteTail(_ parts: [[UInt8]]) {
        for part in parts { tail = Array((tail + part.suffix(Self.tailSize)).suffix(Self.tailSize)) }
    }

    /// Gives a hidden file its name, now that all is in it. For others it does nothing.
    ///
    /// - Throws: ``CaptureError`` `fileExists` when another file came there meanwhile, `fileUnwritable`.
    func complete() throws(CaptureError) {
        guard !isReplaced, !file.isPublished, size > 0 else { return }
        let status = publish()
        guard status == 0 else { throw Self.error(status, path) }
        syncState.withLock { $0.isNameSynced = false }
        try sync()
    }

    /// - Returns: 0 or the `errno` value.
    private func publish() -> Int32 {
        // After a power cut, too, it is the old file or one with something in it.
        if isReplacing, fdatasync(descriptor) != 0, Self.isSyncable(errno) { return errno }
        return file.publish()
    }

    /// Whether the file is still where it was put, with what was written to it.
    ///
    /// - Throws: ``CaptureError`` `fileLost`, with where it is now.
    func checkPlace() throws(CaptureError) {
        let whereabouts = file.whereabouts
        if whereabouts != .inPlace { throw absence(whereabouts) }
        try checkContent()
    }

    /// - Throws: ``CaptureError`` `fileLost` if another program has truncated or overwritten the file.
    private func checkContent() throws(CaptureError) {
        if tail.isEmpty { return }
        var failure: Int32 = 0
        let found = [UInt8](unsafeUninitializedCapacity: tail.count) { buffer, count in
            var length: Int
            repeat {
                length = pread(descriptor, buffer.baseAddress, buffer.count, off_t(size) - off_t(tail.count))
            } while length < 0 && errno == EINTR
            failure = length < 0 ? errno : 0
            count = max(0, length)
        }
        guard failure == 0 else { throw Self.error(failure, path) }
        if found == tail { return }
        var status = stat()
        let now = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        let change = now < size ? "truncated it to \(now) of \(size) bytes" : "wrote something else into it"
        throw CaptureError(
            .fileLost,
            "Another program changed \(path) during the recording: it \(change); record again, and let no other program"
                + " write there")
    }

    private func absence(_ whereabouts: NewFile.Whereabouts) -> CaptureError {
        let gone = missingFolder
        let subject = gone.map { "The folder \($0) is gone" } ?? "\(path) is gone"
        let sentence =
            switch whereabouts {
            case .moved(let now): "\(subject): it was renamed during the recording; the movie is in \(now)"
            case .unreachable(let place):
                "\(subject): its disk was unmounted during the recording; mount it again, the movie is in \(place) there"
            case .removed where access(path, F_OK) == 0:
                "Another file has taken the place of \(path) during the recording, and the movie is gone; record again"
            case .inPlace, .removed:
                "\(subject): it was removed during the recording\(gone == nil ? "" : ", and the movie with it");"
                    + " record again"
            }
        return CaptureError(.fileLost, sentence)
    }

    /// The highest folder above the file that is not there anymore.
    private var missingFolder: String? {
        var missing: String?
        var folder = (path as NSString).deletingLastPathComponent
        while folder.count > 1, access(folder, F_OK) != 0 {
            missing = folder
            folder = (folder as NSString).deletingLastPathComponent
        }
        return missing
    }

    /// Overwrites existing bytes.
    func overwrite(_ bytes: [UInt8], at offset: UInt64) throws(CaptureError) {
        precondition(offset + UInt64(bytes.count) <= size, "only what is written can be overwritten")
        let status = bytes.withUnsafeBytes { write($0, at: offset) }
        guard status == 0 else { throw Self.error(status, path) }
        let tailOffset = size - UInt64(tail.count)
        for (place, byte) in zip(offset..., bytes) where place >= tailOffset { tail[Int(place - tailOffset)] = byte }
    }

    /// Truncates the file. A failure is ignored: a torn end is what readers of fragments expect.
    func truncate(to length: UInt64) {
        // What another program has changed is that program's now.
        if (try? checkContent()) == nil { return }
        _ = ftruncate(descriptor, off_t(length))
        if length < size { tail = [] }
        size = length
    }

    /// What a file with another order consists of.
    enum Piece {
        case bytes([UInt8])
        /// A part of this file.
        case part(Range<UInt64>)
    }

    /// Replaces the file, in one step, by another one made of `pieces`. It must not be written to anymore.
    ///
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`; the file is then as it was.
    func replace(by pieces: [Piece]) throws(CaptureError) {
        let new: NewFile
        do { new = try NewFile(path: path, replacing: isReplacing || file.isPublished, mode: 0o666) } catch {
            throw Self.error(error.number, path)
        }
        // Without its name it disappears when it is closed.
        defer { new.closeFile() }
        var status: Int32 = 0
        for piece in pieces where status == 0 { status = copy(piece, to: new.descriptor) }
        if status == 0, fdatasync(new.descriptor) != 0, Self.isSyncable(errno) { status = errno }
        if status == 0 { status = new.publish() }
        guard status == 0 else { throw Self.error(status, path) }
        isReplaced = true
    }

    /// - Returns: 0 or the `errno` value.
    private func copy(_ piece: Piece, to target: Int32) -> Int32 {
        func append(_ bytes: UnsafeRawBufferPointer) -> Int32 {
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(target, bytes.baseAddress! + done, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count < 0 ? errno : EIO }
                done += count
            }
            return 0
        }
        switch piece {
        case .bytes(let bytes): return bytes.withUnsafeBytes(append)
        case .part(let range):
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
            defer { buffer.deallocate() }
            var offset = range.lowerBound
            while offset < range.upperBound {
                let count = pread(
                    descriptor, buffer.baseAddress, min(buffer.count, Int(range.upperBound - offset)), off_t(offset))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count < 0 ? errno : EIO }
                let status = append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if status != 0 { return status }
                offset += UInt64(count)
            }
            return 0
        }
    }

    /// Syncs what is written so far, some time soon; the next ``append(_:)`` throws a failure.
    func syncInBackground() {
        let mustSchedule = syncState.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard mustSchedule else { return }
        let (descriptor, path) = (descriptor, path)
        let syncState = syncState
        syncing.async {
            // From here on, a new request must run again: it may concern later bytes.
            syncState.withLock { $0.isScheduled = false }
            let status = fdatasync(descriptor) == 0 ? 0 : errno
            if status != 0, Self.isSyncable(status) { syncState.withLock { $0.failure = status } }
            let nameStatus = Self.syncName(of: path, descriptor, syncState)
            if nameStatus != 0, Self.isSyncable(nameStatus) { syncState.withLock { $0.failure = nameStatus } }
        }
    }

    /// Syncs the name, the first time.
    ///
    /// - Returns: 0 or the `errno` value.
    private static func syncName(of path: String, _ descriptor: Int32, _ syncState: Mutex<SyncState>) -> Int32 {
        let mustSync = syncState.withLock { state in
            defer { state.isNameSynced = true }
            return !state.isNameSynced
        }
        return mustSync ? NewFile.syncName(of: path, descriptor: descriptor) : 0
    }

    /// Syncs everything before it returns.
    func sync() throws(CaptureError) {
        syncing.sync {}
        let status = fdatasync(descriptor) == 0 ? 0 : errno
        if status != 0, Self.isSyncable(status) { throw Self.error(status, path) }
        let nameStatus = Self.syncName(of: path, descriptor, syncState)
        if nameStatus != 0, Self.isSyncable(nameStatus) { throw Self.error(nameStatus, path) }
    }

    /// Waits for background work and closes the file.
    func closeFile() {
        syncing.sync {}
        file.closeFile()
    }

    /// Closes the file and removes it.
    func remove() {
        syncing.sync {}
        file.remove()
    }

    /// - Returns: 0 or the `errno` value.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return count < 0 ? errno : EIO }
            done += count
        }
        return 0
    }

    /// Pipes and some special files cannot be synced, which does not matter.
    private static func isSyncable(_ status: Int32) -> Bool { status != EINVAL && status != EROFS }

    private static func error(_ status: Int32, _ path: String) -> CaptureError {
        let reason = String(cString: strerror(status))
        return switch status {
        case EEXIST: CaptureError(.fileExists, "\(path) already exists")
        case ENOSPC, EDQUOT: CaptureError(.diskFull, "there is no space left for \(path)")
        case EFBIG:
            CaptureError(
                .diskFull,
                "\(path) is as large as a file may be here; raise the limit (ulimit -f), or choose another place")
        default: CaptureError(.fileUnwritable, "\(path) cannot be written: \(reason)")
        }
    }
}
