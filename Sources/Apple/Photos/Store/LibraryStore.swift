import Foundation
import Glibc
import Locking
import PhotoCoding
import SQLite

/// A photo library: a folder of files and the catalogue in it.
///
/// Any number of processes may use one library at the same time, and each may die at any moment:
///
/// | the process dies | what is left | what the next start does with it |
/// | --- | --- | --- |
/// | while a file is written | `UUID/photo.jpg.part` | removes it |
/// | after all files are complete | `UUID/photo.jpg` | makes an asset |
/// | after the files have their names | files that the catalogue does not know | makes an asset |
/// | before a deletion is in the catalogue | `deleted-UUID/IMG_0001.jpg` | restores the asset |
/// | after a deletion is in the catalogue | `deleted-UUID/IMG_0001.jpg` | moves it to the trash, or removes it |
/// | while a final photo replaces its proxy | `final-UUID/photo.jpg` | makes it again |
/// | before an edit is in the catalogue | `edit-UUID/edited.jpg`, or `IMG_0001_edited.jpg` with that folder | removes it |
/// | and if it replaces another | `replaced-UUID/IMG_0001_edited.jpg` | restores that one |
/// | after it is in the catalogue | `replaced-UUID/IMG_0001_edited.jpg` | removes it |
/// | while a movie is recorded | `UUID/video.mov` | makes an asset, if it can be played |
///
/// A name in the library's folder always stands for a complete, synced file.
///
/// A person may also delete the folder, rename it or replace it while the program runs. The next use notices that and
/// opens what is there; a change in progress fails.
final class LibraryStore: Sendable {
    let folder: LibraryFolder
    /// The store of the frames of pending photos whose proxies are in the library.
    let deferred: DeferredPhotoStore
    /// Whether photos whose proxies nobody saved are added to this library.
    let adoptsPhotos: Bool
    /// Where deleted files go; `nil` removes them.
    let trash: DesktopTrash?
    let timeout: Double
    private let opened = Mutex(Opened())
    let scanTurn = ScanTurn()
    /// Called after a long scan, for which not every reader waited.
    let whenScanned = Mutex<(@Sendable () -> Void)?>(nil)
    private let hasNotedUnreadable = Mutex(false)
    private let hasNotedClosedCatalogue = Mutex(false)
    private let unread = Mutex(UnreadFiles())
    /// What changes of this process have left to be added, by its main files' paths.
    let kept = Mutex<Set<String>>([])

    /// What a catalogue is opened for.
    enum Purpose: Sendable {
        /// A folder that is no library, cannot be written or whose disk is full is looked at without changing it.
        case reading
        /// As for writing, but only what exists.
        case preparing
        /// The library is made if it is missing.
        case writing
    }

    /// Files that could not be read.
    private struct UnreadFiles {
        var new: [FileName: FileError] = [:]
        /// Those that a person was told of.
        var said: Set<FileName> = []
    }

    private struct Opened {
        var catalogue: Catalogue?
        /// Whether it agreed with the folder since it was opened: what damage left out is noticed then.
        var isCompared = false
    }

    /// - Parameter timeout: how long to wait for another program's write, in seconds.
    init(
        folder: LibraryFolder, deferred: DeferredPhotoStore, adoptsPhotos: Bool, trash: DesktopTrash? = nil,
        timeout: Double = Catalogue.timeout
    ) {
        self.trash = trash
        self.timeout = timeout
        self.folder = folder
        self.adoptsPhotos = adoptsPhotos
        self.deferred = deferred
    }

    /// The matching assets, oldest first, or in the order of an album.
    ///
    /// - Parameter limit: the maximum number; 0 for all.
    func assets(
        where condition: String = "1", _ arguments: [any ValueConvertible] = [], album: String? = nil, limit: Int = 0,
        scan: ScanExtent = .newest
    ) throws(PHPhotosError) -> [AssetRecord] {
        try read([], scan: scan) { try $0.assets(where: condition, arguments, album: album, limit: limit) }
    }

    func count(where condition: String) throws(PHPhotosError) -> Int {
        try read(0, scan: .whole) { try $0.count(where: condition) }
    }

    /// The folder is not scanned for these: files that it does not know have no identifiers yet.
    func assets(uuids: [String]) throws(PHPhotosError) -> [AssetRecord] {
        let assets = try read([], scan: .none) { access in
            try access.assets(uuids: uuids).filter { asset in
                try access.resources(of: asset.uuid).allSatisfy { folder.has($0.filename) }
            }
        }
        return assets.count == uuids.count ? assets : try read([]) { try $0.assets(uuids: uuids) }
    }

    /// See ``assets(uuids:)``.
    func resources(of uuid: String) throws(PHPhotosError) -> [ResourceRecord] {
        let resources = try read([], scan: .none) { try $0.resources(of: uuid) }
        if !resources.isEmpty, resources.allSatisfy({ folder.has($0.filename) }) { return resources }
        return try read([]) { try $0.resources(of: uuid) }
    }

    /// Calls `body` with each matching asset and its files, oldest first. The catalogue is not held meanwhile, and only a
    /// few are in memory.
    func forEachAsset(
        where condition: String, _ body: (AssetRecord) throws -> Void
    ) throws {
        var place: AssetPlace? = AssetPlace()
        var isFirst = true
        while let start = place {
            let (assets, end) = try read(([], nil), scan: isFirst ? .whole : .none) {
                try $0.page(after: start, where: condition, count: 1000)
            }
            for asset in assets { try body(asset) }
            (place, isFirst) = (end, false)
        }
    }

    /// Opens the library if it exists.
    func prepare() {
        _ = try? open(for: .preparing)
    }

    /// Makes a place for a movie that will be recorded and then moved into the library.
    func makeStagingFolder() throws(PHPhotosError) -> StagingFolder {
        do {
            return try StagingFolder(in: folder.incoming)
        } catch {
            throw photosError(error)
        }
    }

    /// Opens the library, creates it if it is missing, and recovers what a crash left; only the first time, and when
    /// the folder has been replaced since.
    ///
    func open(for purpose: Purpose = .writing) throws -> Catalogue {
        if let file = folder.fileInsteadOfHidden { throw file }
        return try opened.withLock { opened in
            let isLookedAt = purpose == .reading && !folder.isLibrary
            if let catalogue = opened.catalogue, catalogue.isInPlace,
                isLookedAt || !catalogue.isInMemory || purpose == .reading && folder.isFull
            {
                return catalogue
            }
            if isLookedAt {
                opened = Opened()
                let catalogue = try look()
                opened.catalogue = catalogue
                return catalogue
            }
            // What was looked at keeps its identifiers.
            let known = try opened.catalogue.flatMap { $0.isForerunner ? try $0.contents() : nil }
            opened = Opened()
            let catalogue: Catalogue
            do {
                if purpose == .writing {
                    try DurableFile.makeFolder(folder.incoming)
                } else {
                    try folder.makeInside(folder.hidden)
                    try folder.makeInside(folder.incoming)
                }
                catalogue = try Catalogue(folder: folder, timeout: timeout)
                if let known { try catalogue.addIfNew(known) }
            } catch let error where purpose == .reading && isForLackOfSpace(error) {
                let catalogue = try look()
                opened.catalogue = catalogue
                return catalogue
            }
            do {
                try reconcileAlbums(in: catalogue)
            } catch let error where !(error is DamagedCatalogue) {
                // Albums must not keep a photo from being saved: the next start tries again.
            }
            try adoptAbandoned(in: catalogue)
            opened.catalogue = catalogue
            return catalogue
        }
    }

    /// Adds what dead processes, and failed changes of this one, have left.
    func adoptAbandoned(in catalogue: Catalogue) throws {
        var adopted: [AssetRecord] = []
        for staging in try StagingFolder.abandoned(in: folder.incoming) {
            do throws(SQLiteError) {
                if let asset = try recover(staging, in: catalogue) { adopted.append(asset) }
            } catch {
                // Who opens the library would wait as long for each of the others.
                break
            }
        }
        if !adopted.isEmpty { try? reconcileAlbums(in: catalogue) }
        noteAdopted(adopted)
    }

    /// Whether the disk is full for this user, so that the catalogue can only be read as it is.
    func isForLackOfSpace(_ error: any Error) -> Bool {
        if error is DamagedCatalogue { return false }
        return photosError(error).code == .notEnoughSpace || (error as? SQLiteError)?.isRefusedWrite == true
    }

    private func look() throws -> Catalogue {
        let catalogue = try Catalogue(lookingAt: folder)
        noteClosedCatalogue()
        // If that fails, the albums of the copy have to do.
        try? reconcileAlbums(in: catalogue)
        return catalogue
    }

    /// Closes the catalogue; the next use opens it again.
    func close() { opened.withLock { $0 = Opened() } }

    /// Whether the catalogue agreed with the folder since it was opened.
    var isCompared: Bool {
        get { opened.withLock(\.isCompared) }
        set { opened.withLock { $0.isCompared = newValue } }
    }

    // MARK: What a person is told

    /// Says what was left that is in the library now.
    private func noteAdopted(_ assets: [AssetRecord]) {
        let movies = assets.count { $0.mediaType == .video }
        let counts = [(assets.count - movies, "photo", "photos"), (movies, "movie", "movies")].filter { $0.0 > 0 }
        if counts.isEmpty { return }
        let words = counts.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: " and ")
        let main = assets.compactMap { $0.resources.first { $0.type.isPrimary } }
        let names = main.map(\.filename).sorted().joined(separator: ", ")
        PHPhotoLibrary.note("Adopted \(words) that could not be saved before: \(names) in \(folder.path).")
    }

    /// Says, once, that there are files that cannot become assets.
    func noteUnreadable(_ count: Int) {
        guard count > 0, Self.isFirst(hasNotedUnreadable) else { return }
        let files =
            count == 1
            ? "1 file in \(folder.path) is left out, because its name is"
            : "\(count) files in \(folder.path) are left out, because their names are"
        PHPhotoLibrary.note("\(files) not UTF-8; rename \(count == 1 ? "it" : "them").")
    }

    private static func isFirst(_ hasNoted: borrowing Mutex<Bool>) -> Bool {
        hasNoted.withLock { isNoted in
            defer { isNoted = true }
            return !isNoted
        }
    }

    /// Says, once, that the catalogue cannot be read, so that only the files of the library are known.
    private func noteClosedCatalogue() {
        guard let error = folder.closedCatalogue, Self.isFirst(hasNotedClosedCatalogue) else { return }
        PHPhotoLibrary.note(
            "What the photo library in \(folder.path) knows beside its files, such as favorites, cannot be read (\(error));"
                + " \(error.permissionAdvice).")
    }

    /// Remembers that a file could not be read, for ``noteUnread()``.
    func remember(_ error: FileError, of name: FileName) {
        unread.withLock { if !$0.said.contains(name) { $0.new[name] = error } }
    }

    /// Says which files are left out because they could not be read; each once.
    func noteUnread() {
        let errors = unread.withLock { unread in
            defer {
                unread.said.formUnion(unread.new.keys)
                unread.new = [:]
            }
            return unread.new.sorted { $0.key < $1.key }
        }
        guard let first = errors.first?.value else { return }
        let isOne = errors.count == 1
        let named = errors.prefix(3).map { $0.key.text }.joined(separator: ", ")
        let names = named + (errors.count > 3 ? " and \(errors.count - 3) more" : "")
        let advice = first.number == EACCES ? first.permissionAdvice : "copy \(isOne ? "it" : "them") there again"
        PHPhotoLibrary.note(
            "\(isOne ? "1 file in \(folder.path) is" : "\(errors.count) files in \(folder.path) are") left out, because"
                + " \(isOne ? "it" : "they") cannot be read (\(String(cString: strerror(first.number)))): \(names); \(advice)."
        )
    }

    func photosError(_ error: any Error) -> PHPhotosError {
        switch error {
        case let error as PHPhotosError: return error
        case let error as FileError: return PHPhotosError(error, library: folder.path)
        case let error as DamagedCatalogue: return photosError(error.cause)
        case let error as SQLiteError: return PHPhotosError(fileError(error), library: folder.path)
        default:
            return PHPhotosError(.internalError, "The photo library in \(folder.path) failed: \(error).", cause: error)
        }
    }

    /// The error number that fits the database's error.
    private func fileError(_ error: SQLiteError) -> FileError {
        let isAboutWriting = [.readOnly, .permission, .cannotOpen].contains(error.code) || error.isRefusedWrite
        if isAboutWriting, folder.isReadOnly { return FileError(folder.path, number: EROFS) }
        switch error.code {
        case .full: return FileError(folder.catalogue, number: ENOSPC)
        case .cannotOpen where folder.isFull: return FileError(folder.catalogue, number: ENOSPC)
        case .readOnly, .permission, .cannotOpen: return FileError(folder.catalogue, number: EACCES)
        case .busy, .locked: return FileError(folder.catalogue, number: EBUSY)
        case .lockingProtocol: return FileError(folder.catalogue, number: EAGAIN)
        case .ioError: return FileError(folder.catalogue, number: folder.isFull ? ENOSPC : EIO)
        default: return FileError(folder.catalogue, number: EIO)
        }
    }
}
