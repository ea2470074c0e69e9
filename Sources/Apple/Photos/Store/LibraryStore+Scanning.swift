import Foundation
import Glibc
import Locking

/// Making the catalogue agree with the folder: files that are gone are forgotten, files that it does not know adopted.
///
/// The files are read while nobody is kept waiting, and each few hundred come into the catalogue together, so that a
/// photo is saved in between. The newest come first, and a fetch waits for no others if there are very many.
extension LibraryStore {
    /// So many files are read before their assets are written.
    private static let batchCount = 512
    /// Reading so many files takes a moment, and a person is told why.
    private static let longCount = 10_000

    /// Files that become assets in one step.
    private struct Arrival {
        var names: [FileName]
        var former: FormerAsset?
        /// When the newest of them was changed.
        var date = 0

        /// Of the same second by their names: cameras number their files.
        func isOlder(than other: Arrival) -> Bool {
            date == other.date ? names[0] < other.names[0] : date < other.date
        }
    }

    /// With the assets of its files; none if they cannot be read.
    private typealias ReadArrival = (arrival: Arrival, assets: [AssetRecord])

    /// A file that cannot be read and is quite new may still be being copied, and the folder's own time does not show
    /// when it is complete. So the folder is then scanned again on each request.
    ///
    /// - Parameter newestAreThere: called when the others take a while.
    /// - Returns: whether all that is new was adopted, and not only the newest.
    @discardableResult
    func reconcile(
        _ catalogue: Catalogue, _ extent: ScanExtent = .whole, newestAreThere: () -> Void = {}
    ) throws -> Bool {
        let time = folder.modificationTime
        if try agrees(catalogue) {
            try note(time, in: catalogue)
            return true
        }
        try takeBackMoves(in: catalogue)
        let arrivals = try forget(in: catalogue)
        let isLong = arrivals.count >= Self.longCount
        if isLong, extent != .rest {
            PHPhotoLibrary.note(
                "Reading \(arrivals.count) photos and movies in \(folder.path) that the library does not know yet, the newest"
                    + " first; this happens once.")
        }
        defer { noteUnread() }
        var postponed: [ReadArrival] = []
        for start in stride(from: 0, to: arrivals.count, by: Self.batchCount) {
            let end = min(start + Self.batchCount, arrivals.count)
            let step = (read(arrivals[start..<end]) + postponed).sorted { $0.arrival.isOlder(than: $1.arrival) }
            postponed = end < arrivals.count ? Self.unfinishedMoment(of: step) : []
            try adopt(step.dropFirst(postponed.count), into: catalogue)
            if isLong, extent == .newest { return false }
            if isLong { newestAreThere() }
        }
        if try !agrees(catalogue) {
            let known = try catalogue.read { try $0.filenames() }
            if try media().contains(where: { known[$0] == nil && folder.isArriving($0.text) }) { return true }
        }
        try note(time, in: catalogue)
        return true
    }

    /// Notes that the catalogue agrees with the folder, as it was at this time. While another change could have the same
    /// time, nothing is noted, and the next reader compares again.
    private func note(_ time: Int64, in catalogue: Catalogue) throws {
        guard LibraryFolder.isPast(time), folder.modificationTime == time else { return }
        if try catalogue.read({ try $0.seenTime() }) == time { return }
        try catalogue.note { try $0.setSeenTime(time) }
    }

    /// Whether the names in the folder are those in the catalogue. It keeps none of them in memory.
    private func agrees(_ catalogue: Catalogue) throws -> Bool {
        var sum: UInt64 = 0
        let unreadable = try DurableFile.forEachName(in: folder.path) { name in
            let name = FileName(name)
            if name.isMedia { sum &+= name.fingerprint }
        }
        noteUnreadable(unreadable)
        return try catalogue.read { try $0.fingerprint() } == sum
    }

    private func media() throws(FileError) -> [FileName] {
        try DurableFile.names(in: folder.path).lazy.map(FileName.init).filter(\.isMedia)
    }

    /// Forgets the assets that lost a file.
    ///
    /// What is left of one that lost one of several is adopted again, with what was known about it. So is half of a Live
    /// Photo when its other half is copied here.
    ///
    /// - Returns: what is to be adopted, the newest first.
    private func forget(in catalogue: Catalogue) throws -> [Arrival] {
        let known = try catalogue.read { try $0.filenames() }
        let present = Set(try media())
        var unknown = Dictionary(grouping: present.filter { known[$0] == nil }) { name in
            // An edited version goes with what was edited.
            name.originalStem.flatMap { present.contains(name.stem.adjustments) ? $0 : nil } ?? name.stem
        }
        var arrivals: [Arrival] = []
        for uuid in try changed(known, present, unknown, in: catalogue) {
            let (records, resources) = try catalogue.read { access in
                (try access.assets(uuids: [uuid]), try access.resources(of: uuid))
            }
            let left = resources.filter { present.contains(FileName($0.filename)) }
            if left.isEmpty {
                try catalogue.write { access in
                    // Another process may have saved it, or given it another file, in the meantime.
                    let names = try access.resources(of: uuid).map(\.filename)
                    if try !folder.lists(names) { try access.delete(uuid: uuid) }
                }
                continue
            }
            let names = left.map { FileName($0.filename) }
            let joining = Set(names.map(\.stem)).flatMap { unknown.removeValue(forKey: $0) ?? [] }
            let former = FormerAsset(uuid: uuid, record: records.first, resources: left, all: resources)
            arrivals.append(Arrival(names: (names + joining).sorted(by: <), former: former))
        }
        arrivals.reserveCapacity(arrivals.count + unknown.count)
        for names in unknown.values { arrivals.append(Arrival(names: names.count > 1 ? names.sorted(by: <) : names)) }
        for index in arrivals.indices { arrivals[index].date = date(of: arrivals[index]) }
        arrivals.sort { $0.date == $1.date ? $0.names[0] < $1.names[0] : $0.date > $1.date }
        return arrivals
    }

    /// The assets that lost a file, are half of a Live Photo whose other half came, or whose edited version came.
    private func changed(
        _ known: [FileName: String], _ present: Set<FileName>, _ unknown: [FileName: [FileName]],
        in catalogue: Catalogue
    ) throws -> Set<String> {
        var changed: Set<String> = []
        for (name, uuid) in known where !present.contains(name) { changed.insert(uuid) }
        if unknown.isEmpty { return changed }
        for (name, uuid) in known where present.contains(name) && !changed.contains(uuid) {
            let others = unknown[name.stem, default: []].filter { $0.isMovie != name.isMovie || $0.originalStem != nil }
            guard others.contains(where: { file($0) != nil }) else { continue }
            let resources = try catalogue.read { try $0.resources(of: uuid) }
            let isHalf = resources.allSatisfy { FileName($0.filename).isMovie == name.isMovie }
            let isEdited = resources.contains { $0.type.isEdited }
            if others.contains(where: { $0.originalStem == nil ? isHalf : !isEdited }) { changed.insert(uuid) }
        }
        return changed
    }

    private func date(of arrival: Arrival) -> Int {
        arrival.names.reduce(0) { date, name in
            var status = stat()
            return stat(folder.path(of: name.text), &status) == 0 ? max(date, status.st_mtim.tv_sec) : date
        }
    }

    /// Reads the files, on all processors.
    private func read(_ arrivals: ArraySlice<Arrival>) -> [ReadArrival] {
        let arrivals = Array(arrivals)
        let found = Mutex([[AssetRecord]](repeating: [], count: arrivals.count))
        DispatchQueue.concurrentPerform(iterations: arrivals.count) { index in
            let assets = assets(of: arrivals[index].names, like: arrivals[index].former)
            found.withLock { $0[index] = assets }
        }
        return found.withLock { Array(zip(arrivals, $0)) }
    }

    /// The first of them that were taken at the same moment, as photos of a burst are. More of that moment may come
    /// with the next step, and have to be added before these.
    ///
    /// - Parameter step: the oldest first.
    /// - Returns: none if they are most of the step, because nothing would be added then.
    private static func unfinishedMoment(of step: [ReadArrival]) -> [ReadArrival] {
        let moment = step.lazy.compactMap(\.assets.first?.creationDate).first
        let unfinished = Array(step.prefix { $0.assets.allSatisfy { $0.creationDate == moment } })
        return unfinished.count > batchCount / 2 ? [] : unfinished
    }

    /// - Parameter arrivals: the oldest first, because assets of the same date are listed in the order in which they are added.
    private func adopt(_ arrivals: ArraySlice<ReadArrival>, into catalogue: Catalogue) throws {
        if arrivals.allSatisfy(\.assets.isEmpty) { return }
        try catalogue.write { access in
            for (arrival, assets) in arrivals { try insert(assets, of: arrival, access) }
        }
    }

    /// Adds the assets, unless the catalogue or the folder changed since their files were read.
    private func insert(_ assets: [AssetRecord], of arrival: Arrival, _ access: CatalogueAccess) throws {
        let isUnchanged = try arrival.names.allSatisfy { name in
            guard let owner = try access.owner(of: name) else { return folder.has(name.text) }
            return owner == arrival.former?.uuid && folder.has(name.text)
        }
        guard isUnchanged, !assets.isEmpty else { return }
        // Another program may have edited it, or taken back an edit, since the scan began.
        if let former = arrival.former, let all = former.all {
            let now = try access.resources(of: former.uuid)
            guard Set(now.map(\.filename)) == Set(all.map(\.filename)) else { return }
        }
        var assets = assets
        if let former = arrival.former, let current = try access.assets(uuids: [former.uuid]).first {
            // A person can have edited it since the scan began.
            for index in assets.indices where assets[index].uuid == former.uuid {
                assets[index].isFavorite = current.isFavorite
                assets[index].isHidden = current.isHidden
                assets[index].creationDate = current.creationDate
                assets[index].place = current.place
            }
            let places = try access.memberships(of: former.uuid)
            try access.delete(uuid: former.uuid)
            for asset in assets { try access.insert(asset) }
            if assets.contains(where: { $0.uuid == former.uuid }) { try access.restore(places, of: former.uuid) }
        } else {
            for asset in assets { try access.insert(asset) }
        }
        // An edited version alone must not come to be that of a new photo.
        let numbers = arrival.names.compactMap { $0.stem.number ?? $0.originalStem?.number }
        if let number = numbers.max() { try access.skipNumbers(through: number) }
    }
}

extension LibraryFolder {
    func has(_ filename: String) -> Bool { access(path(of: filename), F_OK) == 0 }

    /// Whether one of these names is in the folder, byte for byte: a file system that ignores case (exFAT) also has a file
    /// whose name was changed from `IMG_0001.jpg` to `img_0001.jpg`.
    func lists(_ names: [String]) throws(FileError) -> Bool {
        try lists(names, has: has)
    }

    func lists(_ names: [String], has: (String) -> Bool) throws(FileError) -> Bool {
        if !names.contains(where: has) { return false }
        let listed = Set(try DurableFile.names(in: path).lazy.map(FileName.init))
        return names.contains { listed.contains(FileName($0)) }
    }
}
