import Foundation
import PhotoCoding
import SQLite

/// The catalogue's statements, inside one transaction.
struct CatalogueAccess {
    /// More than a person can take photos; nine digits are no camera's number.
    static let numbers = 2_000_000_000

    let connection: Connection

    /// Whether an asset is the first of its burst.
    static let representsBurst = """
        (burstIdentifier IS NOT NULL AND asset.id = (SELECT id FROM asset AS sister
            WHERE sister.burstIdentifier = asset.burstIdentifier ORDER BY creationDate, id LIMIT 1))
        """

    /// Differs after another program has changed the catalogue. Source: SQLite, PRAGMA data_version.
    func version() throws -> Int64 { try connection.value(Int64.self, "PRAGMA data_version") ?? 0 }

    // MARK: Assets

    /// The assets, without their files: oldest first, or in the order of an album.
    func assets(
        where condition: String = "1", _ arguments: [any ValueConvertible] = [], album: String? = nil, limit: Int = 0
    ) throws -> [AssetRecord] {
        let order = album == nil ? "creationDate, id" : Self.placeInAlbum
        let sql = """
            SELECT \(AssetRecord.columns), \(Self.representsBurst) FROM asset WHERE \(condition)
                ORDER BY \(order) LIMIT ?
            """
        let orderArguments: [any ValueConvertible] = album.map { [$0] } ?? []
        // A negative limit means no limit. Source: SQLite, SELECT.
        return try connection.rows(sql, arguments + orderArguments + [limit > 0 ? limit : -1]).map { row in
            try AssetRecord(row: row, representsBurst: row.value(Bool.self, at: 20))
        }
    }

    func assets(uuids: [String]) throws -> [AssetRecord] {
        try uuids.flatMap { try assets(where: "uuid = ?", [$0]) }
    }

    /// The assets that follow one, with their files.
    ///
    /// - Parameter place: of the asset before the first.
    /// - Returns: the place of the last one; `nil` when there are no more.
    func page(after place: AssetPlace, where condition: String, count: Int) throws -> ([AssetRecord], AssetPlace?) {
        // Two searches of the index: as one, it would pass all assets of the same date again for each page.
        var assets: [AssetRecord] = []
        var last = place
        let sameDate = "creationDate = ? AND id > ? AND \(condition)"
        try add(sameDate, [place.creationDate, place.id], count: count, to: &assets, &last)
        let later = "creationDate > ? AND \(condition)"
        let left = count - assets.count
        if left > 0 { try add(later, [place.creationDate], count: left, to: &assets, &last) }
        return (assets, assets.count < count ? nil : last)
    }

    private func add(
        _ condition: String, _ arguments: [any ValueConvertible], count: Int, to assets: inout [AssetRecord],
        _ last: inout AssetPlace
    ) throws {
        // In the order of the indexes, so that nothing is sorted; a limit would count files.
        let sql = """
            SELECT \(AssetRecord.columns), \(Self.representsBurst), \(ResourceRecord.columns)
                FROM asset INDEXED BY assetByDate LEFT JOIN resource ON resource.asset = asset.id
                WHERE \(condition) ORDER BY creationDate, asset.id, type
            """
        var row = try connection.rows(sql, arguments)
        var left = count
        while try row.next() {
            let id = try row.value(Int64.self, at: 0)
            if id != last.id || assets.isEmpty {
                if left == 0 { break }
                left -= 1
                assets.append(try AssetRecord(row: row, representsBurst: row.value(Bool.self, at: 20)))
                last = AssetPlace(creationDate: try row.value(Double.self, at: 7), id: id)
            }
            assets[assets.count - 1].resources.append(try ResourceRecord(row: row, at: 21))
        }
    }

    func resources(of uuid: String) throws -> [ResourceRecord] {
        let sql = """
            SELECT \(ResourceRecord.columns) FROM resource WHERE asset = (SELECT id FROM asset WHERE uuid = ?)
                ORDER BY type
            """
        return try connection.rows(sql, [uuid]).map { try ResourceRecord(row: $0) }
    }

    func count(where condition: String = "1") throws -> Int {
        try connection.value(Int.self, "SELECT count(*) FROM asset WHERE \(condition)") ?? 0
    }

    func insert(_ asset: AssetRecord) throws {
        let sql = """
            INSERT INTO asset (uuid, mediaType, mediaSubtypes, pixelWidth, pixelHeight, duration, creationDate,
                modificationDate, isFavorite, isHidden, latitude, longitude, altitude, verticalAccuracy,
                horizontalAccuracy, burstIdentifier, deferred, deferredStore, isEdited)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try connection.run(sql, asset.values)
        try insert(asset.resources, of: connection.lastInsertedRowID)
        try takePendingMemberships(asset)
    }

    private func insert(_ resources: [ResourceRecord], of id: Int64) throws {
        for resource in resources {
            try connection.run(
                "INSERT INTO resource VALUES (?, ?, ?, ?, ?)",
                [
                    id, resource.type.rawValue, resource.filename, resource.originalFilename,
                    resource.uniformTypeIdentifier,
                ])
        }
    }

    /// Fills a new catalogue.
    func add(_ contents: CatalogueContents) throws {
        for id in contents.ended {
            try connection.run("INSERT OR IGNORE INTO ended VALUES (?)", [id.description])
        }
        try skipNumbers(through: contents.nextNumber - 1)
        for album in contents.albums {
            try importAlbum(album.uuid, revision: album.revision, album.contents) { _ in true }
        }
        for uuid in contents.deletedAlbums {
            try connection.run("INSERT OR IGNORE INTO deletedAlbum VALUES (?)", [uuid])
        }
    }

    // MARK: Photos that are not final

    /// The asset for which this photo is pending.
    func asset(waitingFor id: DeferredPhotoID) throws -> AssetRecord? {
        try assets(where: "deferred = ?", [id.description]).first
    }

    /// Whether the photo's asset is finished or deleted, so that its frames are no longer needed.
    func hasEnded(_ id: DeferredPhotoID) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM ended WHERE deferred = ?)"
        return try connection.value(Bool.self, sql, [id.description]) ?? false
    }

    /// Forgets a photo whose frames are gone.
    func forgetEnded(_ id: DeferredPhotoID) throws {
        try connection.run("DELETE FROM ended WHERE deferred = ?", [id.description])
    }

    /// Records which store has the frames of the matching assets; `nil` means unknown.
    func setDeferredStore(_ store: String?, where condition: String) throws {
        try connection.run("UPDATE asset SET deferredStore = ? WHERE \(condition)", [store])
    }

    /// Records that the final photo replaced an asset's proxy, or that the proxy is final.
    ///
    /// - Parameters:
    ///   - facts: of the final file; `nil` if the proxy stays.
    ///   - filename: the name of the final file.
    func settle(_ uuid: String, facts: MediaFileFacts? = nil, filename: String? = nil, at date: Date) throws {
        try connection.run(
            """
            UPDATE asset SET deferred = NULL, modificationDate = ?,
                pixelWidth = CASE WHEN isEdited THEN pixelWidth ELSE coalesce(?, pixelWidth) END,
                pixelHeight = CASE WHEN isEdited THEN pixelHeight ELSE coalesce(?, pixelHeight) END WHERE uuid = ?
            """,
            [date.timeIntervalSince1970, facts?.pixelWidth, facts?.pixelHeight, uuid])
        try connection.run(
            """
            UPDATE resource SET type = ?, filename = coalesce(?, filename),
                uniformTypeIdentifier = coalesce(?, uniformTypeIdentifier)
                WHERE type = ? AND asset = (SELECT id FROM asset WHERE uuid = ?)
            """,
            [
                PHAssetResourceType.photo.rawValue, filename, facts?.format.uniformTypeIdentifier,
                PHAssetResourceType.photoProxy.rawValue, uuid,
            ])
        if filename != nil { try noteRenamed(uuid) }
    }

    // MARK: Changes of what is known

    /// - Returns: `false` if there is no such asset.
    func apply(_ edits: AssetEdits, to uuid: String, at date: Date) throws -> Bool {
        let sql = """
            UPDATE asset SET creationDate = coalesce(?, creationDate), isFavorite = coalesce(?, isFavorite),
                isHidden = coalesce(?, isHidden), modificationDate = ? WHERE uuid = ?
            """
        if let place = edits.place { try setPlace(place, of: uuid) }
        try connection.run(
            sql,
            [
                edits.creationDate.map(AssetRecord.seconds), edits.isFavorite, edits.isHidden,
                date.timeIntervalSince1970, uuid,
            ])
        return connection.changesCount > 0
    }

    /// Records which files an asset has because it was edited; none if it shows its original.
    ///
    /// - Parameters:
    ///   - facts: of the file that it shows.
    ///   - isLive: whether it is a Live Photo now.
    func setEdit(
        _ resources: [ResourceRecord], of uuid: String, shown facts: MediaFileFacts, isLive: Bool, at date: Date
    ) throws {
        guard let id = try connection.value(Int64.self, "SELECT id FROM asset WHERE uuid = ?", [uuid]) else { return }
        let types = PHAssetResourceType.kept.filter(\.isOfEdit).map { "\($0.rawValue)" }.joined(separator: ", ")
        try connection.run("DELETE FROM resource WHERE asset = ? AND type IN (\(types))", [id])
        try insert(resources, of: id)
        try connection.run(
            """
            UPDATE asset SET isEdited = ?, pixelWidth = ?, pixelHeight = ?, duration = ?, mediaSubtypes = ?,
                modificationDate = ? WHERE id = ?
            """,
            [
                !resources.isEmpty, facts.pixelWidth, facts.pixelHeight, facts.format.isMovie ? facts.duration : 0,
                Int(bitPattern: facts.subtypes(isLive: isLive).rawValue), AssetRecord.seconds(date), id,
            ])
    }

    private func setPlace(_ place: AssetRecord.Place?, of uuid: String) throws {
        let sql = """
            UPDATE asset SET latitude = ?, longitude = ?, altitude = ?, verticalAccuracy = ?, horizontalAccuracy = ?
                WHERE uuid = ?
            """
        try connection.run(
            sql,
            [
                place?.latitude, place?.longitude, place?.altitude, place?.verticalAccuracy,
                place?.horizontalAccuracy, uuid,
            ])
    }

    func delete(uuid: String) throws {
        try connection.run("DELETE FROM asset WHERE uuid = ?", [uuid])
    }

    // MARK: Files

    /// Every file name that belongs to an asset, with the asset's identifier.
    func filenames() throws -> [FileName: String] {
        let sql = "SELECT filename, uuid FROM resource NOT INDEXED JOIN asset ON asset.id = resource.asset"
        var names: [FileName: String] = [:]
        var row = try connection.rows(sql)
        while try row.next() {
            let name = FileName(try row.value(String.self, at: 0))
            guard names.updateValue(try row.value(String.self, at: 1), forKey: name) == nil else {
                throw CatalogueNonsense("two files are called \(name.text)")
            }
        }
        return names
    }

    /// The identifier of the asset that has a file; `nil` if none has.
    func owner(of name: FileName) throws -> String? {
        let sql = "SELECT uuid FROM resource JOIN asset ON asset.id = resource.asset WHERE filename = ?"
        return try connection.value(String.self, sql, [name.text])
    }

    /// The fingerprints of all file names, added up.
    ///
    /// - Throws: ``CatalogueNonsense`` if assets, their order and their files do not belong together.
    func fingerprint() throws -> UInt64 {
        var (sum, count, ids, last) = (UInt64(0), 0, Int64(0), Int64?.none)
        var row = try connection.rows("SELECT asset, filename FROM resource ORDER BY asset, type")
        while try row.next() {
            let asset = try row.value(Int64.self, at: 0)
            if asset != last { (count, ids, last) = (count + 1, ids &+ asset, asset) }
            sum &+= FileName(try row.value(String.self, at: 1)).fingerprint
        }
        guard try fingerprintOfIndex() == sum else { throw CatalogueNonsense("files and their names differ") }
        for source in ["NOT INDEXED", "INDEXED BY assetByDate"] {
            var row = try connection.rows("SELECT count(*), total(id) FROM asset \(source)")
            guard try row.next(), try row.value(Int.self, at: 0) == count,
                try row.value(Double.self, at: 1) == Double(ids)
            else { throw CatalogueNonsense("assets and files do not belong together") }
        }
        return sum
    }

    /// By the names by which files are found.
    private func fingerprintOfIndex() throws -> UInt64 {
        var sum: UInt64 = 0
        var row = try connection.rows("SELECT filename FROM resource ORDER BY filename")
        while try row.next() { sum &+= FileName(try row.value(String.self, at: 0)).fingerprint }
        return sum
    }

    /// The number for the next new file name, different on each call.
    func takeNumber() throws -> Int {
        let number = try connection.value(Int.self, "SELECT nextNumber FROM folder")
        guard let number, (1...Self.numbers).contains(number) else {
            throw CatalogueNonsense("the next number is \(number ?? 0)")
        }
        try connection.run("UPDATE folder SET nextNumber = ?", [number + 1])
        return number
    }

    /// Ensures that no number up to this one is used.
    func skipNumbers(through number: Int) throws {
        let sql = "UPDATE folder SET nextNumber = ? WHERE nextNumber < ?"
        try connection.run(sql, [number + 1, number + 1])
    }

    /// The modification time of the library's folder when the catalogue last agreed with it.
    func seenTime() throws -> Int64 {
        guard let time = try connection.value(Int64.self, "SELECT seen FROM folder") else {
            throw CatalogueNonsense("it does not say which folder it is of")
        }
        return time
    }

    func setSeenTime(_ time: Int64) throws {
        try connection.run("UPDATE folder SET seen = ?", [time])
    }
}

/// An asset's place in the order of the assets: after it come those with a later date, or a larger number.
struct AssetPlace: Sendable {
    var creationDate = -Double.infinity
    var id = Int64.min
}
