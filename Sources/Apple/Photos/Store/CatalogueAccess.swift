import Foundation
import GRDB
import PhotoCoding

/// The catalogue's statements, inside one transaction.
struct CatalogueAccess {
    /// More than a person can take photos; nine digits are no camera's number.
    static let numbers = 2_000_000_000

    let database: Database

    /// Whether an asset is the first of its burst.
    static let representsBurst = """
        (burstIdentifier IS NOT NULL AND id = (SELECT id FROM asset AS sister
            WHERE sister.burstIdentifier = asset.burstIdentifier ORDER BY creationDate, id LIMIT 1))
        """

    // MARK: Assets

    /// The assets, oldest first, without their files.
    func assets(where condition: String = "1", _ arguments: StatementArguments = [], limit: Int = 0) throws
        -> [AssetRecord]
    {
        let sql = """
            SELECT \(AssetRecord.columns), \(Self.representsBurst) FROM asset WHERE \(condition)
                ORDER BY creationDate, id LIMIT ?
            """
        // A negative limit means no limit. Source: SQLite, SELECT.
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: sql), arguments: arguments + [limit > 0 ? limit : -1])
        return try Array(rows.map { try AssetRecord(row: $0, representsBurst: $0.decode(Bool.self, atIndex: 19)) })
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
        _ condition: String, _ arguments: StatementArguments, count: Int, to assets: inout [AssetRecord],
        _ last: inout AssetPlace
    ) throws {
        // In the order of the indexes, so that nothing is sorted; a limit would count files.
        let sql = """
            SELECT \(AssetRecord.columns), \(Self.representsBurst), \(ResourceRecord.columns)
                FROM asset INDEXED BY assetByDate LEFT JOIN resource ON resource.asset = asset.id
                WHERE \(condition) ORDER BY creationDate, asset.id, type
            """
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var left = count
        while let row = try rows.next() {
            let id = try row.decode(Int64.self, atIndex: 0)
            if id != last.id || assets.isEmpty {
                if left == 0 { break }
                left -= 1
                assets.append(try AssetRecord(row: row, representsBurst: row.decode(Bool.self, atIndex: 19)))
                last = AssetPlace(creationDate: try row.decode(Double.self, atIndex: 7), id: id)
            }
            assets[assets.count - 1].resources.append(try ResourceRecord(row: row, at: 20))
        }
    }

    func resources(of uuid: String) throws -> [ResourceRecord] {
        let sql = """
            SELECT \(ResourceRecord.columns) FROM resource WHERE asset = (SELECT id FROM asset WHERE uuid = ?)
                ORDER BY type
            """
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [uuid])
        return try Array(rows.map { try ResourceRecord(row: $0) })
    }

    func count(where condition: String = "1") throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM asset WHERE \(condition)") ?? 0
    }

    func insert(_ asset: AssetRecord) throws {
        let sql = """
            INSERT INTO asset (uuid, mediaType, mediaSubtypes, pixelWidth, pixelHeight, duration, creationDate,
                modificationDate, isFavorite, isHidden, latitude, longitude, altitude, verticalAccuracy,
                horizontalAccuracy, burstIdentifier, deferred, deferredStore)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try database.cachedStatement(sql: sql).execute(arguments: asset.values)
        try insert(asset.resources, of: database.lastInsertedRowID)
    }

    private func insert(_ resources: [ResourceRecord], of id: Int64) throws {
        for resource in resources {
            try database.cachedStatement(sql: "INSERT INTO resource VALUES (?, ?, ?, ?, ?)").execute(arguments: [
                id, resource.type.rawValue, resource.filename, resource.originalFilename,
                resource.uniformTypeIdentifier,
            ])
        }
    }

    /// Fills a new catalogue.
    func add(_ contents: CatalogueContents) throws {
        for asset in contents.assets { try insert(asset) }
        for id in contents.ended {
            try database.execute(sql: "INSERT OR IGNORE INTO ended VALUES (?)", arguments: [id.description])
        }
        try skipNumbers(through: contents.nextNumber - 1)
    }

    // MARK: Photos that are not final

    /// The asset for which this photo is pending.
    func asset(waitingFor id: DeferredPhotoID) throws -> AssetRecord? {
        try assets(where: "deferred = ?", [id.description]).first
    }

    /// Whether the photo's asset is finished or deleted, so that its frames are no longer needed.
    func hasEnded(_ id: DeferredPhotoID) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM ended WHERE deferred = ?)", arguments: [id.description])
            ?? false
    }

    /// Forgets a photo whose frames are gone.
    func forgetEnded(_ id: DeferredPhotoID) throws {
        try database.execute(sql: "DELETE FROM ended WHERE deferred = ?", arguments: [id.description])
    }

    /// Records which store has the frames of the matching assets; `nil` means unknown.
    func setDeferredStore(_ store: String?, where condition: String) throws {
        try database.execute(sql: "UPDATE asset SET deferredStore = ? WHERE \(condition)", arguments: [store])
    }

    /// Records that the final photo replaced an asset's proxy, or that the proxy is final.
    ///
    /// - Parameters:
    ///   - facts: of the final file; `nil` if the proxy stays.
    ///   - filename: the name of the final file.
    func settle(_ uuid: String, facts: MediaFileFacts? = nil, filename: String? = nil, at date: Date) throws {
        try database.execute(
            sql: """
                UPDATE asset SET deferred = NULL, modificationDate = ?, pixelWidth = coalesce(?, pixelWidth),
                    pixelHeight = coalesce(?, pixelHeight) WHERE uuid = ?
                """,
            arguments: [date.timeIntervalSince1970, facts?.pixelWidth, facts?.pixelHeight, uuid])
        try database.execute(
            sql: """
                UPDATE resource SET type = ?, filename = coalesce(?, filename),
                    uniformTypeIdentifier = coalesce(?, uniformTypeIdentifier)
                    WHERE type = ? AND asset = (SELECT id FROM asset WHERE uuid = ?)
                """,
            arguments: [
                PHAssetResourceType.photo.rawValue, filename, facts?.format.uniformTypeIdentifier,
                PHAssetResourceType.photoProxy.rawValue, uuid,
            ])
    }

    // MARK: Changes of what is known

    /// - Returns: `false` if there is no such asset.
    func apply(_ edits: AssetEdits, to uuid: String, at date: Date) throws -> Bool {
        let sql = """
            UPDATE asset SET creationDate = coalesce(?, creationDate), isFavorite = coalesce(?, isFavorite),
                isHidden = coalesce(?, isHidden), modificationDate = ? WHERE uuid = ?
            """
        if let place = edits.place { try setPlace(place, of: uuid) }
        try database.execute(
            sql: sql,
            arguments: [
                edits.creationDate.map(AssetRecord.seconds), edits.isFavorite, edits.isHidden,
                date.timeIntervalSince1970, uuid,
            ])
        return database.changesCount > 0
    }

    private func setPlace(_ place: AssetRecord.Place?, of uuid: String) throws {
        let sql = """
            UPDATE asset SET latitude = ?, longitude = ?, altitude = ?, verticalAccuracy = ?, horizontalAccuracy = ?
                WHERE uuid = ?
            """
        try database.execute(
            sql: sql,
            arguments: [
                place?.latitude, place?.longitude, place?.altitude, place?.verticalAccuracy,
                place?.horizontalAccuracy, uuid,
            ])
    }

    func delete(uuid: String) throws {
        try database.execute(sql: "DELETE FROM asset WHERE uuid = ?", arguments: [uuid])
    }

    // MARK: Files

    /// Every file name that belongs to an asset, with the asset's identifier.
    func filenames() throws -> [FileName: String] {
        let sql = "SELECT filename, uuid FROM resource NOT INDEXED JOIN asset ON asset.id = resource.asset"
        var names: [FileName: String] = [:]
        let rows = try Row.fetchCursor(database, sql: sql)
        while let row = try rows.next() {
            let name = FileName(try row.decode(String.self, atIndex: 0))
            guard names.updateValue(try row.decode(String.self, atIndex: 1), forKey: name) == nil else {
                throw CatalogueNonsense("two files are called \(name.text)")
            }
        }
        return names
    }

    /// The identifier of the asset that has a file; `nil` if none has.
    func owner(of name: FileName) throws -> String? {
        let sql = "SELECT uuid FROM resource JOIN asset ON asset.id = resource.asset WHERE filename = ?"
        return try String.fetchOne(database.cachedStatement(sql: sql), arguments: [name.text])
    }

    /// The fingerprints of all file names, added up.
    ///
    /// - Throws: ``CatalogueNonsense`` if assets, their order and their files do not belong together.
    func fingerprint() throws -> UInt64 {
        var (sum, count, ids, last) = (UInt64(0), 0, Int64(0), Int64?.none)
        let rows = try Row.fetchCursor(database, sql: "SELECT asset, filename FROM resource ORDER BY asset, type")
        while let row = try rows.next() {
            let asset = try row.decode(Int64.self, atIndex: 0)
            if asset != last { (count, ids, last) = (count + 1, ids &+ asset, asset) }
            sum &+= FileName(try row.decode(String.self, atIndex: 1)).fingerprint
        }
        guard try fingerprintOfIndex() == sum else { throw CatalogueNonsense("files and their names differ") }
        for source in ["NOT INDEXED", "INDEXED BY assetByDate"] {
            let sql = "SELECT count(*), total(id) FROM asset \(source)"
            let row = try Row.fetchOne(database, sql: sql)
            guard try row?.decode(Int.self, atIndex: 0) == count,
                try row?.decode(Double.self, atIndex: 1) == Double(ids)
            else { throw CatalogueNonsense("assets and files do not belong together") }
        }
        return sum
    }

    /// By the names by which files are found.
    private func fingerprintOfIndex() throws -> UInt64 {
        var sum: UInt64 = 0
        let names = try String.fetchCursor(database, sql: "SELECT filename FROM resource ORDER BY filename")
        while let name = try names.next() { sum &+= FileName(name).fingerprint }
        return sum
    }

    /// The number for the next new file name, different on each call.
    func takeNumber() throws -> Int {
        let number = try Int.fetchOne(database.cachedStatement(sql: "SELECT nextNumber FROM folder"))
        guard let number, (1...Self.numbers).contains(number) else {
            throw CatalogueNonsense("the next number is \(number ?? 0)")
        }
        try database.cachedStatement(sql: "UPDATE folder SET nextNumber = ?").execute(arguments: [number + 1])
        return number
    }

    /// Ensures that no number up to this one is used.
    func skipNumbers(through number: Int) throws {
        let sql = "UPDATE folder SET nextNumber = ? WHERE nextNumber < ?"
        try database.cachedStatement(sql: sql).execute(arguments: [number + 1, number + 1])
    }

    /// The modification time of the library's folder when the catalogue last agreed with it.
    func seenTime() throws -> Int64 {
        guard let time = try Int64.fetchOne(database.cachedStatement(sql: "SELECT seen FROM folder")) else {
            throw CatalogueNonsense("it does not say which folder it is of")
        }
        return time
    }

    func setSeenTime(_ time: Int64) throws {
        try database.cachedStatement(sql: "UPDATE folder SET seen = ?").execute(arguments: [time])
    }
}

/// An asset's place in the order of the assets: after it come those with a later date, or a larger number.
struct AssetPlace: Sendable {
    var creationDate = -Double.infinity
    var id = Int64.min
}
