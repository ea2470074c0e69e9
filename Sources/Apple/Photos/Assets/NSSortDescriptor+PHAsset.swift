import Foundation

extension NSSortDescriptor {
    /// Sorts assets or collections by the property of this name.
    ///
    /// Linux: Foundation cannot find a property by its name, so the sortable properties are listed here.
    ///
    /// - Parameter key: `creationDate`, `modificationDate`, `mediaType`, `duration`, `pixelWidth`, `pixelHeight`,
    ///   `isFavorite`, `isHidden` or `localIdentifier`; of collections, `localizedTitle` or `title`, `startDate`, `endDate`,
    ///   `estimatedAssetCount` or `localIdentifier`.
    ///
    /// Source: Apple, NSSortDescriptor.init(key:ascending:); PHFetchOptions, "Supported Predicate and Sort Descriptor
    /// Keys".
    public convenience init(key: String?, ascending: Bool) {
        guard let key, Self.comparisons[key] != nil || PHCollection.predicateKeys.contains(key) else {
            let order = ascending ? "ascending" : "descending"
            raiseException("Unsupported sort descriptor in fetch options: (\(key ?? "(null)"), \(order), compare:)")
        }
        let compare = Self.comparisons[key]
        self.init(keyPath: \PHObject.self, ascending: ascending) { first, second in
            if let first = first as? PHAsset, let second = second as? PHAsset {
                return compare?(first, second) ?? .orderedSame
            }
            guard let first = first as? PHCollection, let second = second as? PHCollection else { return .orderedSame }
            return Self.order(first.value(ofPredicateKey: key), second.value(ofPredicateKey: key))
        }
    }

    private static let comparisons: [String: @Sendable (PHAsset, PHAsset) -> ComparisonResult] = [
        "creationDate": { order($0.record.creationDate, $1.record.creationDate) },
        "modificationDate": { order($0.record.modificationDate, $1.record.modificationDate) },
        "mediaType": { order($0.mediaType.rawValue, $1.mediaType.rawValue) },
        "duration": { order($0.duration, $1.duration) },
        "pixelWidth": { order($0.pixelWidth, $1.pixelWidth) },
        "pixelHeight": { order($0.pixelHeight, $1.pixelHeight) },
        "isFavorite": { order($0.isFavorite ? 1 : 0, $1.isFavorite ? 1 : 0) },
        "isHidden": { order($0.isHidden ? 1 : 0, $1.isHidden ? 1 : 0) },
        "localIdentifier": { order($0.localIdentifier, $1.localIdentifier) },
    ]

    /// What has no value comes first.
    private static func order(_ first: PredicateValue?, _ second: PredicateValue?) -> ComparisonResult {
        switch (first ?? .null, second ?? .null) {
        case (.null, .null): .orderedSame
        case (.null, _): .orderedAscending
        case (_, .null): .orderedDescending
        case (let first, let second): first.order(second) ?? .orderedSame
        }
    }

    private static func order<Value: Comparable>(_ first: Value, _ second: Value) -> ComparisonResult {
        first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }
}
