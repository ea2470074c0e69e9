import Foundation

extension NSSortDescriptor {
    /// Sorts assets by the property of this name.
    ///
    /// Linux: Foundation cannot find a property by its name, so the sortable properties are listed here.
    ///
    /// - Parameter key: `creationDate`, `modificationDate`, `mediaType`, `duration`, `pixelWidth`, `pixelHeight`,
    ///   `isFavorite`, `isHidden` or `localIdentifier`.
    ///
    /// Source: Apple, NSSortDescriptor.init(key:ascending:); PHFetchOptions, "Supported Predicate and Sort Descriptor
    /// Keys".
    public convenience init(key: String?, ascending: Bool) {
        guard let key, let compare = Self.comparisons[key] else {
            let order = ascending ? "ascending" : "descending"
            raiseException("Unsupported sort descriptor in fetch options: (\(key ?? "(null)"), \(order), compare:)")
        }
        self.init(keyPath: \PHAsset.self, ascending: ascending) { first, second in
            guard let first = first as? PHAsset, let second = second as? PHAsset else { return .orderedSame }
            return compare(first, second)
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

    private static func order<Value: Comparable>(_ first: Value, _ second: Value) -> ComparisonResult {
        first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }
}
