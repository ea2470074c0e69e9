import Foundation
import GRDB

/// The catalogue's statements, inside one transaction.
struct CatalogueAccess {
    let database: Database

    // MARK: Assets

    /// The assets, oldest first.
    func assets(where condition: String = "1", _ arguments: StatementArguments = [], limit: Int = 0) throws
        -> [AssetRecord]
    {
        let sql = "SELECT * FROM asset WHERE \(condition) ORDER BY creationDate, id LIMIT ?"
        // A negative limit is none. Source: SQLite, SELECT.
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: sql), arguments: arguments + [limit > 0 ? limit : -1])
        return rows.map(AssetRecord.init(row:))
    }

    func assets(uuids: [String]) throws -> [AssetRecord] {
        try uuids.flatMap { try assets(where: "uuid = ?", [$0]) }
    }

    func resources(of uuid: String) throws -> [ResourceRecord] {
        let sql = "SELECT * FROM resource WHERE asset = (SELECT id FROM asset WHERE uuid = ?) ORDER BY type"
        return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [uuid]).map(ResourceRecord.init(row:))
    }

    func insert(_ asset: AssetRecord) throws {
        let sql = """
            INSERT INTO asset (uuid, mediaType, mediaSubtypes, pixelWidth, pixelHeight, duration, creationDate,
                modificationDate, isFavorite, isHidden) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try database.cachedStatement(sql: sql).execute(arguments: [
            asset.uuid, asset.mediaType.rawValue, Int(bitPattern: asset.mediaSubtypes.rawValue), asset.pixelWidth,
            asset.pixelHeight, asset.duration, asset.creationDate.timeIntervalSince1970,
            asset.modificationDate.timeIntervalSince1970, asset.isFavorite, asset.isHidden,
        ])
        let id = database.lastInsertedRowID
        for resource in asset.resources {
            try database.cachedStatement(sql: "INSERT INTO resource VALUES (?, ?, ?, ?, ?)").execute(arguments: [
                id, resource.type.rawValue, resource.filename, resource.originalFilename,
                resource.uniformTypeIdentifier,
            ])
        }
    }

    /// - Returns: `false` when there is no such asset.
    func apply(_ edits: AssetEdits, to uuid: String, at date: Date) throws -> Bool {
        let sql = """
            UPDATE asset SET creationDate = coalesce(?, creationDate), isFavorite = coalesce(?, isFavorite),
                isHidden = coalesce(?, isHidden), modificationDate = ? WHERE uuid = ?
            """
        try database.execute(
            sql: sql,
            arguments: [
                edits.creationDate?.timeIntervalSince1970, edits.isFavorite, edits.isHidden,
                date.timeIntervalSince1970, uuid,
            ])
        return database.changesCount > 0
    }

    func delete(uuid: String) throws {
        try database.execute(sql: "DELETE FROM asset WHERE uuid = ?", arguments: [uuid])
    }

    // MARK: Files

    /// Every file name that belongs to an asset, with the asset's identifier.
    func filenames() throws -> [String: String] {
        let sql = "SELECT filename, uuid FROM resource JOIN asset ON asset.id = resource.asset"
        return try Dictionary(
            uniqueKeysWithValues: Row.fetchAll(database, sql: sql).map { ($0["filename"], $0["uuid"]) })
    }

    /// The number for the next new file name; every call gives another one.
    func takeNumber() throws -> Int {
        let number = try Int.fetchOne(database.cachedStatement(sql: "SELECT nextNumber FROM folder")) ?? 1
        try database.cachedStatement(sql: "UPDATE folder SET nextNumber = ?").execute(arguments: [number + 1])
        return number
    }

    /// Makes sure that no number up to this one is given out.
    func skipNumbers(through number: Int) throws {
        try database.execute(
            sql: "UPDATE folder SET nextNumber = max(nextNumber, ?)", arguments: [number + 1])
    }

    /// The modification time that the library's folder had when the catalogue last agreed with it.
    func seenTime() throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT seen FROM folder")) ?? 0
    }

    func setSeenTime(_ time: Int64) throws {
        try database.cachedStatement(sql: "UPDATE folder SET seen = ?").execute(arguments: [time])
    }
}

extension AssetRecord {
    fileprivate init(row: Row) {
        self.init(
            uuid: row["uuid"], mediaType: PHAssetMediaType(rawValue: row["mediaType"]) ?? .unknown,
            mediaSubtypes: PHAssetMediaSubtype(rawValue: UInt(bitPattern: row["mediaSubtypes"] as Int)),
            pixelWidth: row["pixelWidth"], pixelHeight: row["pixelHeight"], duration: row["duration"],
            creationDate: Date(timeIntervalSince1970: row["creationDate"]),
            modificationDate: Date(timeIntervalSince1970: row["modificationDate"]),
            isFavorite: row["isFavorite"], isHidden: row["isHidden"])
    }
}

extension ResourceRecord {
    fileprivate init(row: Row) {
        self.init(
            type: PHAssetResourceType(rawValue: row["type"]) ?? .photo, filename: row["filename"],
            originalFilename: row["originalFilename"], uniformTypeIdentifier: row["uniformTypeIdentifier"])
    }
}
