import CaptureEngine
import Foundation

/// The names of metadata items, and their names in a QuickTime movie.
enum MetadataNames {
    /// The key space and the escaped key of an identifier.
    static func parts(of identifier: AVMetadataIdentifier) -> (space: String, name: String)? {
        guard let slash = identifier.rawValue.firstIndex(of: "/") else { return nil }
        let name = identifier.rawValue[identifier.rawValue.index(after: slash)...]
        return (String(identifier.rawValue[..<slash]), String(name))
    }

    static func text(_ key: Any) -> String? {
        switch key {
        case let key as String: key
        case let key as NSString: String._unconditionallyBridgeFromObjectiveC(key)
        case let key as AVMetadataKey: key.rawValue
        default: nil
        }
    }

    static func escaped(_ name: String) -> String { BoxedMetadataKey.escaped(name) }

    static func unescaped(_ name: String) -> String { BoxedMetadataKey.unescaped(name) }

    /// The common name of an identifier: its own name, or that of QuickTime's key.
    static func commonName(of identifier: AVMetadataIdentifier) -> String? {
        guard let (space, name) = parts(of: identifier) else { return nil }
        if space == "common" { return name }
        if let common = otherNames[unescaped(name)], ["udta", "itsk"].contains(space) { return common }
        guard space == "mdta", name.hasPrefix(quickTimePrefix) else { return nil }
        let key = String(name.dropFirst(quickTimePrefix.count))
        return quickTimeNames.first { $0.value == key }?.key
    }

    private static let quickTimePrefix = "com.apple.quicktime."

    /// Common names, and what follows the prefix in QuickTime's names.
    private static let quickTimeNames = [
        "title": "title", "creator": "author", "subject": "keywords", "description": "description",
        "publisher": "publisher", "creationDate": "creationdate", "location": "location.ISO6709",
        "copyrights": "copyright", "albumName": "album", "author": "author", "artist": "artist", "artwork": "artwork",
        "make": "make", "model": "model", "software": "software", "identifier": "content.identifier",
    ]

    /// What QuickTime's user data and iTunes call them.
    private static let otherNames = [
        "©nam": "title", "©day": "creationDate", "©xyz": "location", "©mak": "make", "©mod": "model",
        "©swr": "software", "©too": "software", "©ART": "artist", "©alb": "albumName", "©aut": "author",
        "©cpy": "copyrights", "desc": "description", "covr": "artwork",
    ]

    /// The item that a movie stores.
    static func item(_ stored: MovieMetadataItem) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        let keySpace = AVMetadataKeySpace(stored.keySpace)
        item.identifier = AVMetadataItem.identifier(forKey: stored.key, keySpace: keySpace)
        switch stored.value {
        case .text(let text):
            item.value = NSString(string: text)
            item.dataType = kCMMetadataBaseDataType_UTF8 as String
        case .integer(let number):
            item.value = NSNumber(value: number)
            item.dataType = kCMMetadataBaseDataType_SInt64 as String
        case .real(let number):
            item.value = NSNumber(value: number)
            item.dataType = kCMMetadataBaseDataType_Float64 as String
        case .data(let data):
            item.value = NSData(data: data)
            item.dataType = kCMMetadataBaseDataType_RawData as String
        }
        return item.copy() as? AVMetadataItem ?? item
    }

    /// The form in which a movie stores an item; `nil` if it has no name there, or no value.
    static func movieItem(_ item: AVMetadataItem) -> MovieMetadataItem? {
        guard let identifier = item.identifier, let (space, name) = parts(of: identifier), let value = value(of: item)
        else { return nil }
        switch space {
        case "mdta", "udta": return MovieMetadataItem(unescaped(name), value, keySpace: space)
        case "common": return quickTimeNames[name].map { MovieMetadataItem(quickTimePrefix + $0, value) }
        default: return nil
        }
    }

    private static func value(of item: AVMetadataItem) -> MovieMetadataItem.Value? {
        switch item.value {
        case let number as NSNumber:
            // Objective-C's type codes of `float` and `double`.
            "fd".contains(String(cString: number.objCType)) ? .real(number.doubleValue) : .integer(number.int64Value)
        case is NSData: item.dataValue.map(MovieMetadataItem.Value.data)
        default: item.stringValue.map(MovieMetadataItem.Value.text)
        }
    }
}
