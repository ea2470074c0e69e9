import Foundation

// The keys that a fetch's predicate can use. Source: Apple, PHFetchOptions, "Supported Predicate and Sort Descriptor
// Keys".

extension PHAsset: PredicateSubject {
    static let predicateKeys: Set<String> = [
        "localIdentifier", "creationDate", "modificationDate", "mediaType", "mediaSubtypes", "mediaSubtype", "duration",
        "pixelWidth", "pixelHeight", "favorite", "isFavorite", "hidden", "isHidden", "burstIdentifier",
        "representsBurst", "burstSelectionTypes",
    ]

    func value(ofPredicateKey key: String) -> PredicateValue? {
        switch key {
        case "localIdentifier": .text(localIdentifier)
        case "creationDate": .date(record.creationDate)
        case "modificationDate": .date(record.modificationDate)
        case "mediaType": PredicateValue(mediaType.rawValue)
        case "mediaSubtypes", "mediaSubtype": PredicateValue(mediaSubtypes.rawValue)
        case "duration": .real(duration)
        case "pixelWidth": PredicateValue(pixelWidth)
        case "pixelHeight": PredicateValue(pixelHeight)
        case "favorite", "isFavorite": PredicateValue(isFavorite)
        case "hidden", "isHidden": PredicateValue(isHidden)
        case "burstIdentifier": PredicateValue(burstIdentifier)
        case "representsBurst": PredicateValue(representsBurst)
        // Nobody has picked any, neither the camera nor the user.
        case "burstSelectionTypes": .integer(0)
        default: nil
        }
    }
}

extension PHCollection: PredicateSubject {
    static let predicateKeys: Set<String> = [
        "localIdentifier", "localizedTitle", "title", "startDate", "endDate", "estimatedAssetCount",
    ]

    func value(ofPredicateKey key: String) -> PredicateValue? {
        let collection = self as? PHAssetCollection
        return switch key {
        case "localIdentifier": .text(localIdentifier)
        case "localizedTitle", "title": PredicateValue(localizedTitle)
        case "startDate": PredicateValue(collection?.startDate)
        case "endDate": PredicateValue(collection?.endDate)
        case "estimatedAssetCount": PredicateValue(collection?.estimatedAssetCount)
        default: nil
        }
    }
}

extension PHFetchOptions {
    /// Stops the program if the predicate looks at something that is not one of `keys`.
    func checkPredicate(_ keys: Set<String>) {
        guard let predicate, !predicate.expression.keys.isSubset(of: keys) else { return }
        raiseException("Unsupported predicate in fetch options: \(predicate.expression)")
    }
}
