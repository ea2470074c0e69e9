import SQLite

/// The tables of a catalogue, version by version.
enum CatalogueTables {
    /// The version of the tables, as `PRAGMA user_version`.
    static let version = steps.count

    /// The steps from each version to the next.
    private static let steps = [assets, placesAndBursts, deferredStores, versionOfFolder, albums, edits]

    /// Upgrades tables of an older version, or creates them.
    ///
    /// - Throws: `PHPhotosError` for tables of a newer version.
    static func prepare(_ connection: Connection, path: String) throws {
        let found = try connection.value(Int.self, "PRAGMA user_version") ?? 0
        if found == version { return }
        if (0..<version).contains(found) { return try upgrade(connection) }
        guard try areNewer(connection) else { throw CatalogueNonsense("its version is \(found)") }
        throw PHPhotosError(.internalError, "\(path) was made by a newer version of this program; update this one.")
    }

    /// Whether tables are of a newer version, which has its number in both places; damage is in one.
    static func areNewer(_ connection: Connection) throws -> Bool {
        let found = try connection.value(Int.self, "PRAGMA user_version") ?? 0
        return try found > version && connection.value(Int.self, "SELECT version FROM folder") == found
    }

    private static func upgrade(_ connection: Connection) throws {
        try connection.write {
            // Another process may have been faster.
            let old = try connection.value(Int.self, "PRAGMA user_version") ?? 0
            for step in steps.dropFirst(old) { try connection.runAll(step) }
            if old < version {
                try connection.run("UPDATE folder SET version = \(version)")
                try connection.run("PRAGMA user_version = \(version)")
            }
        }
    }

    /// Version 1: assets and their files.
    private static let assets = """
        CREATE TABLE asset (
            id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, mediaType INTEGER NOT NULL,
            mediaSubtypes INTEGER NOT NULL, pixelWidth INTEGER NOT NULL, pixelHeight INTEGER NOT NULL,
            duration REAL NOT NULL, creationDate REAL NOT NULL, modificationDate REAL NOT NULL,
            isFavorite INTEGER NOT NULL, isHidden INTEGER NOT NULL);
        CREATE INDEX assetByDate ON asset (creationDate, id);
        CREATE TABLE resource (
            asset INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE, type INTEGER NOT NULL,
            filename TEXT NOT NULL UNIQUE, originalFilename TEXT NOT NULL,
            uniformTypeIdentifier TEXT NOT NULL, PRIMARY KEY (asset, type)) WITHOUT ROWID;
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY CHECK (id = 1), nextNumber INTEGER NOT NULL, seen INTEGER NOT NULL);
        INSERT INTO folder VALUES (1, 1, 0);
        """

    /// Version 2 adds places, bursts and photos that are processed later.
    private static let placesAndBursts = """
        ALTER TABLE asset ADD COLUMN latitude REAL;
        ALTER TABLE asset ADD COLUMN longitude REAL;
        ALTER TABLE asset ADD COLUMN altitude REAL;
        ALTER TABLE asset ADD COLUMN verticalAccuracy REAL;
        ALTER TABLE asset ADD COLUMN horizontalAccuracy REAL;
        ALTER TABLE asset ADD COLUMN burstIdentifier TEXT;
        ALTER TABLE asset ADD COLUMN deferred TEXT;
        CREATE INDEX assetByDeferred ON asset (deferred) WHERE deferred IS NOT NULL;
        CREATE INDEX assetByBurst ON asset (burstIdentifier) WHERE burstIdentifier IS NOT NULL;
        """

    /// Version 3 adds where the frames of a proxy are, and which frames are no longer needed.
    private static let deferredStores = """
        ALTER TABLE asset ADD COLUMN deferredStore TEXT;
        CREATE TABLE ended (deferred TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TRIGGER assetWasFinished AFTER UPDATE OF deferred ON asset
            WHEN OLD.deferred IS NOT NULL AND NEW.deferred IS NULL
            BEGIN INSERT OR IGNORE INTO ended VALUES (OLD.deferred); END;
        CREATE TRIGGER assetWasDeleted AFTER DELETE ON asset WHEN OLD.deferred IS NOT NULL
            BEGIN INSERT OR IGNORE INTO ended VALUES (OLD.deferred); END;
        """

    /// Version 4 adds the number of the version, which an older program compares with that in the file's header.
    private static let versionOfFolder = "ALTER TABLE folder ADD COLUMN version INTEGER NOT NULL DEFAULT 4;"

    /// Version 5 adds albums. What is in them is named by its identifier, because an asset that loses one of its files gets
    /// another number.
    private static let albums = """
        CREATE TABLE album (
            id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, title TEXT NOT NULL, revision INTEGER NOT NULL);
        CREATE TABLE member (
            album INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE, asset TEXT NOT NULL,
            place INTEGER NOT NULL, filename TEXT, PRIMARY KEY (album, asset)) WITHOUT ROWID;
        CREATE INDEX memberByPlace ON member (album, place);
        CREATE INDEX memberByAsset ON member (asset);
        CREATE INDEX memberByFile ON member (filename) WHERE filename IS NOT NULL;
        CREATE TABLE deletedAlbum (uuid TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TRIGGER memberWasDeleted BEFORE DELETE ON asset
            BEGIN
                UPDATE album SET revision = revision + 1 WHERE id IN (SELECT album FROM member WHERE asset = OLD.uuid);
                DELETE FROM member WHERE asset = OLD.uuid;
            END;
        """

    /// Version 6 adds whether an asset shows an edited version. Its files are resources of types that older programs take
    /// for damage.
    private static let edits = "ALTER TABLE asset ADD COLUMN isEdited INTEGER NOT NULL DEFAULT 0;"
}
