import Foundation

extension PHAsset {
    /// A property by its name, and with `filename` the name of its main file, which many apps read this way.
    ///
    /// Linux: the documented properties that predicates know, and `filename`; another key stops the program.
    ///
    /// Source: Apple, NSObject.value(forKey:).
    public func value(forKey key: String) -> Any? {
        switch key {
        case "filename": PHAssetResource.assetResources(for: self).first?.fileURL.lastPathComponent
        case "localIdentifier": localIdentifier
        case "creationDate": creationDate
        case "modificationDate": modificationDate
        case "mediaType": mediaType.rawValue
        case "mediaSubtypes": mediaSubtypes.rawValue
        case "sourceType": sourceType.rawValue
        case "duration": duration
        case "pixelWidth": pixelWidth
        case "pixelHeight": pixelHeight
        case "location": location
        case "favorite", "isFavorite": isFavorite
        case "hidden", "isHidden": isHidden
        case "burstIdentifier": burstIdentifier
        case "representsBurst": representsBurst
        case "hasAdjustments": hasAdjustments
        default:
            raiseException(
                "[<PHAsset \(localIdentifier)> valueForUndefinedKey:]: this class is not key value coding-compliant for "
                    + "the key \(key).")
        }
    }
}
