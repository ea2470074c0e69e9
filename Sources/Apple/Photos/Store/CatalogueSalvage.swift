import PhotoCoding
import SQLite

/// What can still be read of a damaged catalogue.
struct CatalogueSalvage {
    /// One asset, perhaps not all of it.
    struct Asset {
        var uuid: String
        /// Without files; `nil` if only the identifier could be read.
        var record: AssetRecord?
        var resources: [ResourceRecord] = []
    }

    private var found = FoundAssets()
    private(set) var nextNumber = 1
    private(set) var ended: [DeferredPhotoID] = []
    /// With as many of their entries as can be read.
    private(set) var albums: [SavedAlbum] = []
    private(set) var deletedAlbums: [String] = []

    /// How far behind the last asset that can be read others are looked for, one by one.
    private static let gap: Int64 = 10_000

    /// Nothing is salvaged from a file that is no database at all.
    ///
    /// - Parameter path: `nil` if there is no file.
    init(path: String?) {
        guard let path else { return }
        // A table can be read whose neighbors are described wrongly.
        let settings = "PRAGMA writable_schema = ON"
        guard let database = try? Database(path: path, isReadOnly: true, timeout: .seconds(1), settings: settings)
        else { return }
        try? database.access { read($0) }
    }

    private mutating func read(_ connection: Connection) {
        found.reserve((try? connection.value(Int.self, "SELECT count(*) FROM asset")) ?? 0)
        Self.forEachRow(of: "SELECT id, uuid FROM asset", by: "uuid", in: connection) { row in
            let (id, uuid) = (try row.value(Int64.self, at: 0), try row.value(String.self, at: 1))
            if AssetRecord.isIdentifier(uuid) { found.set(Asset(uuid: uuid), of: id) }
        }
        Self.forEachAsset(in: connection, last: found.lastID) { id, record in
            found.set(Asset(uuid: record.uuid, record: record), of: id)
        }
        readResources(connection)
        let number = try? connection.value(Int.self, "SELECT nextNumber FROM folder")
        nextNumber = number.map { (1...CatalogueAccess.numbers).contains($0) ? $0 : 1 } ?? 1
        Self.forEachRow(of: "SELECT deferred FROM ended", by: "deferred", in: connection) { row in
            if let id = DeferredPhotoID(try row.value(String.self, at: 0)) { ended.append(id) }
        }
        readAlbums(connection)
    }

    /// After the assets, whose files the entries have.
    private mutating func readAlbums(_ connection: Connection) {
        var found: [Int64: SavedAlbum] = [:]
        Self.forEachRow(of: "SELECT id, uuid, title, revision FROM album", by: "id", in: connection) { row in
            let (id, uuid) = (try row.value(Int64.self, at: 0), try row.value(String.self, at: 1))
            let contents = AlbumContents(title: try row.value(String.self, at: 2), order: id, assets: [])
            let revision = try row.value(Int.self, at: 3)
            guard AssetRecord.isIdentifier(uuid), (1...CatalogueAccess.numbers).contains(revision) else { return }
            found[id] = SavedAlbum(uuid: uuid, revision: revision, contents: contents)
        }
        let files = filesOfMembers(connection)
        var entries: [Int64: [(place: Int, entry: AlbumContents.Entry)]] = [:]
        let sql = "SELECT album, asset, place, filename FROM member"
        Self.forEachRow(of: sql, by: "album, asset", in: connection) { row in
            let asset = try row.value(String.self, at: 1)
            let file = try row.value(String?.self, at: 3) ?? files[asset] ?? nil
            entries[try row.value(Int64.self, at: 0), default: []].append(
                (try row.value(Int.self, at: 2), AlbumContents.Entry(identifier: asset, file: file)))
        }
        for (id, entries) in entries {
            found[id]?.contents.assets = entries.sorted { $0.place < $1.place }.map(\.entry)
        }
        albums = found.sorted { $0.key < $1.key }.map(\.value)
        Self.forEachRow(of: "SELECT uuid FROM deletedAlbum", by: "uuid", in: connection) { row in
            let uuid = try row.value(String.self, at: 0)
            if AssetRecord.isIdentifier(uuid) { deletedAlbums.append(uuid) }
        }
    }

    /// The main files of the assets that are in albums, by their identifiers.
    private func filesOfMembers(_ connection: Connection) -> [String: String?] {
        var members: Set<String> = []
        Self.forEachRow(of: "SELECT album, asset FROM member", by: "album, asset", in: connection) { row in
            members.insert(try row.value(String.self, at: 1))
        }
        var files: [String: String?] = [:]
        if members.isEmpty { return files }
        forEachAsset { asset in
            guard members.contains(asset.uuid), files[asset.uuid] == nil else { return }
            files[asset.uuid] = (asset.resources.first { $0.type.isPrimary } ?? asset.resources.first)?.filename
        }
        return files
    }

    /// Calls `body` with each asset, in the order in which they came into the catalogue.
    func forEachAsset(_ body: (Asset) throws -> Void) rethrows {
        // One of two with the same identifier has another's row.
        var known: Set<String> = []
        for asset in found.inOrder where known.insert(asset.uuid).inserted { try body(asset) }
    }

    private mutating func readResources(_ connection: Connection) {
        var names: Set<FileName> = []
        func add(_ resource: ResourceRecord, to id: Int64) {
            found.change(id) { asset in
                guard !asset.resources.contains(where: { $0.type == resource.type }),
                    names.insert(FileName(resource.filename)).inserted
                else { return }
                asset.resources.append(resource)
            }
        }
        let columns = "asset, " + ResourceRecord.columns
        Self.forEachRow(of: "SELECT \(columns) FROM resource", by: "asset", in: connection) { row in
            add(try ResourceRecord(row: row, at: 1), to: try row.value(Int64.self, at: 0))
        }
        for id in found.idsWithoutFiles {
            Self.forEachRow(of: "SELECT \(columns) FROM resource WHERE asset = ?", [id], in: connection) { row in
                add(try ResourceRecord(row: row, at: 1), to: id)
            }
        }
        // The index of the names has the names alone.
        Self.forEachRow(of: "SELECT asset, type, filename FROM resource", by: "filename", in: connection) { row in
            let name = FileName(try row.value(String.self, at: 2))
            guard let type = PHAssetResourceType(rawValue: try row.value(Int.self, at: 1)),
                PHAssetResourceType.kept.contains(type), name.isPossible
            else { return }
            let asset = try row.value(Int64.self, at: 0)
            if name.isAdjustments { return add(.adjustments(name.text), to: asset) }
            guard let format = MediaFileFormat.all.format(ofName: name.text) else { return }
            let resource = ResourceRecord(
                type: type, filename: name.text, originalFilename: name.text,
                uniformTypeIdentifier: format.uniformTypeIdentifier)
            add(resource, to: asset)
        }
    }

    /// Every asset that can be read: from both ends to the damage, and what is between.
    ///
    /// - Parameter last: the largest number of an asset, if it is known.
    private static func forEachAsset(in connection: Connection, last: Int64?, _ body: (Int64, AssetRecord) -> Void) {
        // Older tables lack the last column.
        let isOlder = "SELECT count(*) = 0 FROM pragma_table_info('asset') WHERE name = 'isEdited'"
        let hasNoEdits = (try? connection.value(Bool.self, isOlder)) ?? false
        let columns = hasNoEdits ? AssetRecord.columns.replacing("isEdited", with: "0") : AssetRecord.columns
        let sql = "SELECT \(columns) FROM asset NOT INDEXED"
        var ends = (first: Int64.min, last: Int64.max)
        func take(_ row: borrowing Rows) throws -> Int64 {
            let id = try row.value(Int64.self, at: 0)
            if let record = try? AssetRecord(row: row) { body(id, record) }
            return id
        }
        let isWhole = forEachRow(of: sql + " ORDER BY id", in: connection) { ends.first = try take($0) }
        if isWhole { return }
        forEachRow(of: sql + " WHERE id > \(ends.first) ORDER BY id DESC", in: connection) { ends.last = try take($0) }
        let start = max(ends.first, 0)
        // A damaged number can be any: no search is longer than a million assets.
        let room = Int64.max - start
        let end = min(ends.last, last ?? start + min(gap, room), start + min(100 * gap, room))
        guard start < end else { return }
        for id in start...end {
            forEachRow(of: sql + " WHERE id = ?", [id], in: connection) { _ = try take($0) }
        }
    }

    private static func forEachRow(
        of sql: String, by order: String, in connection: Connection, _ body: (borrowing Rows) throws -> Void
    ) {
        if forEachRow(of: sql + " ORDER BY \(order)", in: connection, body) { return }
        forEachRow(of: sql + " ORDER BY \(order) DESC", in: connection, body)
    }

    /// Calls `body` with each row until one cannot be read; what `body` throws is of one row.
    ///
    /// - Returns: whether there was none.
    @discardableResult
    private static func forEachRow(
        of sql: String, _ arguments: [any ValueConvertible] = [], in connection: Connection,
        _ body: (borrowing Rows) throws -> Void
    ) -> Bool {
        do {
            var row = try connection.rows(sql, arguments)
            while try row.next() { try? body(row) }
            return true
        } catch {
            return false
        }
    }
}

/// Assets by their numbers in the catalogue, without more memory than they take: there may be hundreds of thousands.
private struct FoundAssets {
    private var places: [Int64: Int32] = [:]
    private var assets: [CatalogueSalvage.Asset] = []

    /// What a damaged catalogue says of its size is not believed beyond this.
    private static let mostReserved = 1_000_000

    mutating func reserve(_ count: Int) {
        guard (0...Self.mostReserved).contains(count) else { return }
        places.reserveCapacity(count)
        assets.reserveCapacity(count)
    }

    var lastID: Int64? { places.keys.max() }

    var idsWithoutFiles: [Int64] { places.filter { assets[Int($0.value)].resources.isEmpty }.map(\.key) }

    var inOrder: some Sequence<CatalogueSalvage.Asset> {
        places.sorted { $0.key < $1.key }.lazy.map { assets[Int($0.value)] }
    }

    mutating func set(_ asset: CatalogueSalvage.Asset, of id: Int64) {
        if let place = places[id] {
            assets[Int(place)] = asset
        } else {
            places[id] = Int32(assets.count)
            assets.append(asset)
        }
    }

    mutating func change(_ id: Int64, _ body: (inout CatalogueSalvage.Asset) -> Void) {
        if let place = places[id] { body(&assets[Int(place)]) }
    }
}
