import Foundation
import SQLite

/// The catalogue's statements about albums.
///
/// An entry of an album names its asset by the identifier. One that came from an album's file, and whose asset is not in
/// the catalogue yet, has the name of the asset's file too, until the file is adopted.
extension CatalogueAccess {
    /// Whether an asset is in an album, whose identifier is the argument.
    static let isInAlbum = """
        asset.uuid IN (SELECT member.asset FROM member JOIN album ON album.id = member.album WHERE album.uuid = ?)
        """

    /// An asset's place in the album whose identifier is the argument.
    static let placeInAlbum = """
        (SELECT place FROM member JOIN album ON album.id = member.album
            WHERE album.uuid = ? AND member.asset = asset.uuid)
        """

    /// The condition of all albums.
    static let all = "1"

    /// The albums, in the order in which they were made.
    ///
    /// - Throws: ``CatalogueNonsense`` or `SQLiteError`.
    func albums(where condition: String = all, _ arguments: [any ValueConvertible] = []) throws -> [AlbumRecord] {
        let sql = """
            SELECT album.uuid, title, revision, count(asset.id), min(creationDate), max(creationDate)
                FROM album LEFT JOIN member ON member.album = album.id
                LEFT JOIN asset ON asset.uuid = member.asset AND isHidden IS NOT 1
                    AND (burstIdentifier IS NULL OR \(Self.representsBurst))
                WHERE \(condition) GROUP BY album.id ORDER BY album.id
            """
        // All entries are read anyway.
        if condition == Self.all { try checkMembers() }
        return try connection.rows(sql, arguments).map { row in
            let uuid = try row.value(String.self, at: 0)
            guard AssetRecord.isIdentifier(uuid) else {
                throw CatalogueNonsense("an album has the identifier \(uuid)")
            }
            return AlbumRecord(
                uuid: uuid, title: try row.value(String.self, at: 1), revision: try row.value(Int.self, at: 2),
                count: try row.value(Int.self, at: 3),
                startDate: try row.value(Double?.self, at: 4).map { Date(timeIntervalSince1970: $0) },
                endDate: try row.value(Double?.self, at: 5).map { Date(timeIntervalSince1970: $0) })
        }
    }

    /// The identifier of the oldest album of this title; `nil` if there is none.
    func album(titled title: String) throws -> String? {
        var album = try connection.rows("SELECT uuid, title FROM album ORDER BY id")
        while try album.next() {
            // Not by the database, for which equal titles can have different bytes.
            if try album.value(String.self, at: 1) == title { return try album.value(String.self, at: 0) }
        }
        return nil
    }

    /// The revisions of all albums, by their identifiers.
    func albumRevisions() throws -> [String: Int] {
        var revisions: [String: Int] = [:]
        var row = try connection.rows("SELECT uuid, revision FROM album")
        while try row.next() { revisions[try row.value(String.self, at: 0)] = try row.value(Int.self, at: 1) }
        return revisions
    }

    /// Finds damage that SQLite does not see: a page of another table, or of an older time, where the entries of the albums
    /// were. Reads all of them, in each of their orders.
    ///
    /// - Throws: ``CatalogueNonsense``.
    func checkMembers() throws {
        let isKnown = "asset IN (SELECT uuid FROM asset)"
        let entries = try totals(
            of: [
                "1", "place", "album", isKnown, "filename IS NOT NULL OR \(isKnown)", "album IN (SELECT id FROM album)",
            ],
            "member NOT INDEXED")
        // With these conditions, which are always met, an order is read and not the table.
        let places = try totals(of: ["1", "place", isKnown], "member INDEXED BY memberByPlace WHERE album > -1")
        let assets = try totals(of: ["1", "album", isKnown], "member INDEXED BY memberByAsset WHERE asset > ''")
        let (count, known) = (entries[0], entries[3])
        guard entries[4...] == [count, count], places == [count, entries[1], known],
            assets == [count, entries[2], known]
        else { throw CatalogueNonsense("albums and their entries do not belong together") }
    }

    /// Of expressions, added up over all rows.
    private func totals(of expressions: [String], _ rows: String) throws -> [Double] {
        let columns = expressions.map { "total(\($0))" }.joined(separator: ", ")
        var row = try connection.rows("SELECT \(columns) FROM \(rows)")
        guard try row.next() else { return [] }
        return try expressions.indices.map { try row.value(Double.self, at: $0) }
    }

    /// The identifiers of an album's assets, hidden ones too, in its order.
    func members(ofAlbum uuid: String) throws -> [String] {
        let sql = "SELECT asset FROM member WHERE album = (SELECT id FROM album WHERE uuid = ?) ORDER BY place"
        return try connection.rows(sql, [uuid]).map { try $0.value(String.self, at: 0) }
    }

    /// An album as it is kept outside of the catalogue; `nil` if there is none.
    func contents(ofAlbum uuid: String) throws -> AlbumContents? {
        var album = try connection.rows("SELECT title, id FROM album WHERE uuid = ?", [uuid])
        guard try album.next() else { return nil }
        let (title, order) = (try album.value(String.self, at: 0), try album.value(Int64.self, at: 1))
        let primary = PHAssetResourceType.supported.filter(\.isPrimary).map { "\($0.rawValue)" }
        let sql = """
            SELECT member.asset, coalesce(member.filename, (SELECT filename FROM resource
                WHERE resource.asset = asset.id
                ORDER BY type NOT IN (\(primary.joined(separator: ", "))) LIMIT 1))
                FROM member LEFT JOIN asset ON asset.uuid = member.asset
                WHERE album = (SELECT id FROM album WHERE uuid = ?) ORDER BY place
            """
        let entries = try connection.rows(sql, [uuid]).map { row in
            AlbumContents.Entry(identifier: try row.value(String.self, at: 0), file: try row.value(String?.self, at: 1))
        }
        return AlbumContents(title: title, order: order, assets: entries)
    }

    // MARK: Changes

    func insertAlbum(_ uuid: String, title: String) throws {
        try connection.run("INSERT INTO album (uuid, title, revision) VALUES (?, ?, 1)", [uuid, title])
    }

    /// - Parameter title: `nil` leaves it unchanged.
    /// - Returns: `false` if there is no such album.
    func changeAlbum(_ uuid: String, title: String?, edits: [AlbumEdit]) throws -> Bool {
        let sql = "UPDATE album SET title = coalesce(?, title), revision = revision + 1 WHERE uuid = ?"
        try connection.run(sql, [title, uuid])
        guard connection.changesCount > 0 else { return false }
        if edits.isEmpty { return true }
        let before = try members(ofAlbum: uuid)
        let after = edits.reduce(before) { $1.apply(to: $0) }
        if after.starts(with: before) {
            // The usual photo at the end must not write a large album again.
            try append(Array(after[before.count...]), toAlbum: uuid)
        } else if after != before {
            try setMembers(after, ofAlbum: uuid)
        }
        return true
    }

    private func append(_ assets: [String], toAlbum uuid: String) throws {
        let sql = """
            INSERT INTO member (album, asset, place) SELECT id, ?,
                (SELECT coalesce(max(place), 0) + 1 FROM member WHERE album = album.id) FROM album WHERE uuid = ?
            """
        for asset in assets { try connection.run(sql, [asset, uuid]) }
    }

    private func setMembers(_ assets: [String], ofAlbum uuid: String) throws {
        let files = try pendingFiles(ofAlbum: uuid)
        try connection.run("DELETE FROM member WHERE album = (SELECT id FROM album WHERE uuid = ?)", [uuid])
        for (place, asset) in assets.enumerated() {
            try connection.run(
                "INSERT INTO member (album, asset, place, filename) SELECT id, ?, ?, ? FROM album WHERE uuid = ?",
                [asset, place + 1, files[asset], uuid])
        }
    }

    private func pendingFiles(ofAlbum uuid: String) throws -> [String: String] {
        let sql = """
            SELECT asset, filename FROM member
                WHERE filename IS NOT NULL AND album = (SELECT id FROM album WHERE uuid = ?)
            """
        var files: [String: String] = [:]
        var row = try connection.rows(sql, [uuid])
        while try row.next() { files[try row.value(String.self, at: 0)] = try row.value(String.self, at: 1) }
        return files
    }

    /// Deletes an album, and remembers that until its file is gone.
    func deleteAlbum(_ uuid: String) throws {
        try connection.run("DELETE FROM album WHERE uuid = ?", [uuid])
        if connection.changesCount > 0 {
            try connection.run("INSERT OR IGNORE INTO deletedAlbum VALUES (?)", [uuid])
        }
    }

    /// The albums whose files may not be gone yet.
    func deletedAlbums() throws -> Set<String> {
        Set(try connection.rows("SELECT uuid FROM deletedAlbum").map { try $0.value(String.self, at: 0) })
    }

    func forgetDeletedAlbum(_ uuid: String) throws {
        try connection.run("DELETE FROM deletedAlbum WHERE uuid = ?", [uuid])
    }

    // MARK: Assets that come and go

    /// An asset's places in albums.
    func memberships(of uuid: String) throws -> [AlbumPlace] {
        try connection.rows("SELECT album, place FROM member WHERE asset = ?", [uuid]).map { row in
            AlbumPlace(album: try row.value(Int64.self, at: 0), place: try row.value(Int.self, at: 1))
        }
    }

    /// Puts an asset that was replaced back to its places in albums.
    func restore(_ places: [AlbumPlace], of uuid: String) throws {
        for place in places {
            try connection.run(
                "INSERT OR IGNORE INTO member (album, asset, place) VALUES (?, ?, ?)",
                [place.album, uuid, place.place])
        }
    }

    /// Gives a new asset the entries that waited for its file.
    func takePendingMemberships(_ asset: AssetRecord) throws {
        for resource in asset.resources {
            let albums = "SELECT album FROM member WHERE filename = ?"
            try connection.run(
                "UPDATE album SET revision = revision + 1 WHERE id IN (\(albums))", [resource.filename])
            if connection.changesCount == 0 { continue }
            try connection.run(
                "UPDATE OR REPLACE member SET asset = ?, filename = NULL WHERE filename = ?",
                [asset.uuid, resource.filename])
        }
    }

    /// Has the files of the albums with this asset written again, as its own file has another name.
    func noteRenamed(_ uuid: String) throws {
        try connection.run(
            "UPDATE album SET revision = revision + 1 WHERE id IN (SELECT album FROM member WHERE asset = ?)", [uuid])
    }

    /// Replaces an album by what was kept of it outside of the catalogue.
    ///
    /// - Parameter exists: whether a file is in the library's folder. Entries of others are left out.
    func importAlbum(
        _ uuid: String, revision: Int, _ contents: AlbumContents, exists: (String) -> Bool
    ) throws {
        try connection.run(
            """
            INSERT INTO album (uuid, title, revision) VALUES (?, ?, ?)
                ON CONFLICT (uuid) DO UPDATE SET title = excluded.title, revision = excluded.revision
            """, [uuid, contents.title, revision])
        guard let album = try connection.value(Int64.self, "SELECT id FROM album WHERE uuid = ?", [uuid]) else {
            return
        }
        try connection.run("DELETE FROM member WHERE album = ?", [album])
        var isChanged = false
        for (place, entry) in contents.assets.enumerated() {
            guard let (asset, file) = try find(entry, exists: exists) else {
                isChanged = true
                continue
            }
            if asset != entry.identifier { isChanged = true }
            try connection.run(
                "INSERT OR IGNORE INTO member (album, asset, place, filename) VALUES (?, ?, ?, ?)",
                [album, asset, place + 1, file])
        }
        if isChanged { try connection.run("UPDATE album SET revision = revision + 1 WHERE id = ?", [album]) }
    }

    func isAsset(_ uuid: String) throws -> Bool {
        try connection.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM asset WHERE uuid = ?)", [uuid]) ?? false
    }

    /// The asset of an entry, and the file to wait for if it is not in the catalogue yet.
    private func find(_ entry: AlbumContents.Entry, exists: (String) -> Bool) throws -> (String, String?)? {
        if try isAsset(entry.identifier) { return (entry.identifier, nil) }
        guard let file = entry.file, FileName(file).isPossible, AssetRecord.isIdentifier(entry.identifier) else {
            return nil
        }
        if let owner = try owner(of: FileName(file)) { return (owner, nil) }
        return exists(file) ? (entry.identifier, file) : nil
    }
}

/// An asset's place in an album.
struct AlbumPlace: Sendable {
    var album: Int64
    var place: Int
}
