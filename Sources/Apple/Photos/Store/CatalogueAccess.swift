import Foundation
import GRDB
import PhotoCoding

/// The catalogue's statements, inside one transaction.
struct CatalogueAccess {
    let database: Database

    /// Whether an asset is the first of its burst.
    static let representsBurst = """
        (burstIdentifier IS NOT NULL AND id = (SELECT id FROM asset AS sister
            WHERE sister.burstIdentifier = asset.burstIdentifier ORDER BY creationDate, id LIMIT 1))
        """

    // MARK: Assets

    /// The assets, oldest first.
    func assets(where condition: String = "1", _ arguments: StatementArguments = [], limit: Int = 0) throws
        -> [AssetRecord]
    {
        let sql = """
            SELECT *, \(Self.representsBurst) AS representsBurst FROM asset WHERE \(condition)
                ORDER BY creationDate, id LIMIT ?
            """
        // A negative limit means no limit. Source: SQLite, SELECT.
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
                modificationDate, isFavorite, isHidden, latitude, longitude, altitude, verticalAccuracy,
                horizontalAccuracy, burstIdentifier, deferred, deferredStore)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try database.cachedStatement(sql: sql).execute(arguments: [
            asset.uuid, asset.mediaType.rawValue, Int(bitPattern: asset.mediaSubtypes.rawValue), asset.pixelWidth,
            asset.pixelHeight, asset.duration, asset.creationDate.timeIntervalSince1970,
            asset.modificationDate.timeIntervalSince1970, asset.isFavorite, asset.isHidden,
            asset.place?.latitude, asset.place?.longitude, asset.place?.altitude, asset.place?.verticalAccuracy,
            asset.place?.horizontalAccuracy, asset.burstIdentifier, asset.deferredID?.description,
            asset.deferredStore,
        ])
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
                edits.creationDate?.timeIntervalSince1970, edits.isFavorite, edits.isHidden,
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
    func filenames() throws -> [String: String] {
        let sql = "SELECT filename, uuid FROM resource JOIN asset ON asset.id = resource.asset"
        return try Dictionary(
            uniqueKeysWithValues: Row.fetchAll(database, sql: sql).map { ($0["filename"], $0["uuid"]) })
    }

    /// The number for the next new file name, different on each call.
    func takeNumber() throws -> Int {
        let number = try Int.fetchOne(database.cachedStatement(sql: "SELECT nextNumber FROM folder")) ?? 1
        try database.cachedStatement(sql: "UPDATE folder SET nextNumber = ?").execute(arguments: [number + 1])
        return number
    }

    /// Ensures that no number up to this one is used.
    func skipNumbers(through number: Int) throws {
        try database.execute(
            sql: "UPDATE folder SET nextNumber = ? WHERE nextNumber < ?", arguments: [number + 1, number + 1])
    }

    /// The modification time of the library's folder when the catalogue last agreed with it.
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
            isFavorite: row["isFavorite"], isHidden: row["isHidden"], place: Place(row: row),
            burstIdentifier: row["burstIdentifier"], representsBurst: row["representsBurst"],
            deferredID: (row["deferred"] as String?).flatMap { DeferredPhotoID($0) },
            deferredStore: row["deferredStore"])
    }
}

extension AssetRecord.Place {
    fileprivate init?(row: Row) {
        guard let latitude: Double = row["latitude"], let longitude: Double = row["longitude"] else { return nil }
        self.init(
            latitude: latitude, longitude: longitude, altitude: row["altitude"] ?? 0,
            verticalAccuracy: row["verticalAccuracy"] ?? -1, horizontalAccuracy: row["horizontalAccuracy"] ?? 0)
    }
}

extension ResourceRecord {
    fileprivate init(row: Row) {
        self.init(
            type: PHAssetResourceType(rawValue: row["type"]) ?? .photo, filename: row["filename"],
            originalFilename: row["originalFilename"], uniformTypeIdentifier: row["uniformTypeIdentifier"])
    }
}
