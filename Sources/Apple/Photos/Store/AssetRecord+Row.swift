import Foundation
import PhotoCoding
import SQLite

// A damaged page may hold anything, so every value is decoded by what can fail, and checked.

extension AssetRecord {
    /// In the order of ``init(row:)``.
    static let columns = """
        asset.id, uuid, mediaType, mediaSubtypes, pixelWidth, pixelHeight, duration, creationDate, modificationDate,
        isFavorite, isHidden, latitude, longitude, altitude, verticalAccuracy, horizontalAccuracy, burstIdentifier,
        deferred, deferredStore, isEdited
        """

    /// What the catalogue can hold. Farther away, a date or duration is the nearest of these.
    private static let dates = -1e11...1e11
    private static let durations = 0...1e9

    /// - Throws: ``CatalogueNonsense`` or `SQLiteError`.
    init(row: borrowing Rows, representsBurst: Bool = false) throws {
        let uuid = try row.value(String.self, at: 1)
        guard let type = PHAssetMediaType(rawValue: try row.value(Int.self, at: 2)), Self.isIdentifier(uuid)
        else { throw CatalogueNonsense("an asset has the identifier \(uuid)") }
        let sizes = (try row.value(Int.self, at: 4), try row.value(Int.self, at: 5))
        let duration = try row.value(Double.self, at: 6)
        let dates = (try row.value(Double.self, at: 7), try row.value(Double.self, at: 8))
        let range = 0...Int(UInt32.max)
        guard range.contains(sizes.0), range.contains(sizes.1), Self.durations.contains(duration),
            Self.dates.contains(dates.0), Self.dates.contains(dates.1)
        else { throw CatalogueNonsense("the asset \(uuid) has an impossible size, duration or date") }
        self.init(
            uuid: uuid, mediaType: type,
            mediaSubtypes: PHAssetMediaSubtype(rawValue: UInt(bitPattern: try row.value(Int.self, at: 3))),
            pixelWidth: sizes.0, pixelHeight: sizes.1, duration: duration,
            creationDate: Date(timeIntervalSince1970: dates.0),
            modificationDate: Date(timeIntervalSince1970: dates.1),
            isFavorite: try row.value(Bool.self, at: 9), isHidden: try row.value(Bool.self, at: 10),
            isEdited: try row.value(Bool.self, at: 19),
            place: try Place(row: row), burstIdentifier: try row.value(String?.self, at: 16),
            representsBurst: representsBurst,
            deferredID: try row.value(String?.self, at: 17).flatMap { DeferredPhotoID($0) },
            deferredStore: try row.value(String?.self, at: 18))
    }

    /// Whether an asset can have this identifier.
    static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x2F }
    }

    /// The values of ``columns`` after the first, as they can be read again.
    var values: [any ValueConvertible] {
        [
            uuid, mediaType.rawValue, Int(bitPattern: mediaSubtypes.rawValue), pixelWidth, pixelHeight,
            duration.isNaN ? 0 : min(max(duration, Self.durations.lowerBound), Self.durations.upperBound),
            Self.seconds(creationDate), Self.seconds(modificationDate), isFavorite, isHidden,
            place?.latitude, place?.longitude, place?.altitude, place?.verticalAccuracy,
            place?.horizontalAccuracy, burstIdentifier, deferredID?.description, deferredStore, isEdited,
        ]
    }

    /// A date as the catalogue has it.
    static func seconds(_ date: Date) -> Double {
        let seconds = date.timeIntervalSince1970
        return seconds.isNaN ? 0 : min(max(seconds, dates.lowerBound), dates.upperBound)
    }
}

extension AssetRecord.Place {
    fileprivate init?(row: borrowing Rows) throws {
        guard let latitude = try row.value(Double?.self, at: 11),
            let longitude = try row.value(Double?.self, at: 12)
        else { return nil }
        self.init(
            latitude: latitude, longitude: longitude, altitude: try row.value(Double?.self, at: 13) ?? 0,
            verticalAccuracy: try row.value(Double?.self, at: 14) ?? -1,
            horizontalAccuracy: try row.value(Double?.self, at: 15) ?? 0)
    }
}

extension ResourceRecord {
    /// In the order of ``init(row:at:)``.
    static let columns = "type, filename, originalFilename, uniformTypeIdentifier"

    /// - Parameter first: the index of the first of ``columns``.
    /// - Throws: ``CatalogueNonsense`` or `SQLiteError`.
    init(row: borrowing Rows, at first: Int = 0) throws {
        let filename = try row.value(String.self, at: first + 1)
        guard let type = PHAssetResourceType(rawValue: try row.value(Int.self, at: first)),
            PHAssetResourceType.kept.contains(type), FileName(filename).isPossible
        else { throw CatalogueNonsense("a file is called \"\(filename)\"") }
        self.init(
            type: type, filename: filename, originalFilename: try row.value(String.self, at: first + 2),
            uniformTypeIdentifier: try row.value(String.self, at: first + 3))
    }
}
