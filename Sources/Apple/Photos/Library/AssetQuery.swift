import Foundation
import SQLite

/// Which assets a fetch covers, besides its options.
struct AssetQuery: Sendable {
    var mediaType: PHAssetMediaType?
    var identifiers: [String]?
    var burst: String?
    var condition: String?
    /// The identifier of the album in which they are.
    var album: String?

    /// Filters and sorts what the database cannot, and applies the limit.
    static func choose<Object: PHObject>(_ objects: [Object], _ options: PHFetchOptions?) -> [Object] {
        var objects = objects
        if let predicate = options?.predicate { objects.removeAll { !predicate.evaluate(with: $0) } }
        if let order = options?.sortDescriptors, !order.isEmpty { objects.sort { isBefore($0, $1, by: order) } }
        let limit = options?.fetchLimit ?? 0
        return limit > 0 ? Array(objects.prefix(limit)) : objects
    }

    private static func isBefore(_ first: PHObject, _ second: PHObject, by order: [NSSortDescriptor]) -> Bool {
        for descriptor in order {
            let result = descriptor.compare(first, to: second)
            if result != .orderedSame { return result == .orderedAscending }
        }
        return false
    }
}

extension LibraryStore {
    /// The assets that a fetch covers, oldest first; with identifiers, in their order, and in an album in its order.
    func assets(_ query: AssetQuery, _ options: PHFetchOptions?) throws(PHPhotosError) -> [AssetRecord] {
        if let identifiers = query.identifiers {
            let records = try assets(uuids: identifiers.map(PHObject.uuid(ofLocalIdentifier:)))
            return records.filter { query.mediaType == nil || $0.mediaType == query.mediaType }
        }
        var conditions = [query.condition ?? (options?.includeHiddenAssets == true ? "1" : "isHidden IS NOT 1")]
        var arguments: [any ValueConvertible] = []
        if let type = query.mediaType { conditions.append("mediaType = \(type.rawValue)") }
        if let burst = query.burst {
            conditions.append("burstIdentifier = ?")
            arguments = [burst]
        } else if options?.includeAllBurstAssets != true {
            conditions.append("(burstIdentifier IS NULL OR \(CatalogueAccess.representsBurst))")
        }
        if let album = query.album {
            conditions.append(CatalogueAccess.isInAlbum)
            arguments.append(album)
        }
        var isFiltered = true
        if let predicate = options?.predicate {
            let condition = PredicateCondition(predicate.expression)
            conditions.append(condition.sql)
            arguments += condition.arguments
            isFiltered = condition.isExact
        }
        // The database can stop early only if nothing is filtered or reordered afterwards.
        let isPlain = isFiltered && options?.sortDescriptors?.isEmpty ?? true
        return try assets(
            where: conditions.joined(separator: " AND "), arguments, album: query.album,
            limit: isPlain ? options?.fetchLimit ?? 0 : 0)
    }
}
