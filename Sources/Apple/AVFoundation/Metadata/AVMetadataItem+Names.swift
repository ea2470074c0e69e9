import Foundation

extension AVMetadataItem {
    /// The identifier of a key in a key space: `mdta/com.apple.quicktime.make`. Characters that are not plain are
    /// escaped: `udta/%A9nam`.
    public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        guard let name = MetadataNames.text(key) else { return nil }
        let prefix = keySpace == .common ? "common" : keySpace.rawValue
        return AVMetadataIdentifier("\(prefix)/\(MetadataNames.escaped(name))")
    }

    /// The key space in an identifier; `nil` when it has no slash.
    public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        guard let (space, _) = MetadataNames.parts(of: identifier) else { return nil }
        return space == "common" ? .common : AVMetadataKeySpace(space)
    }

    /// The key in an identifier, without escapes; `nil` when it has no slash.
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> (any NSCopying & NSObjectProtocol)? {
        MetadataNames.parts(of: identifier).map { NSString(string: MetadataNames.unescaped($0.name)) }
    }

    /// The items with an identifier.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { $0.identifier == identifier }
    }

    /// The items with a key and in a key space, of which `nil` stands for any. In the common key space, the items whose
    /// ``commonKey`` it is.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let name = key.flatMap(MetadataNames.text)
        if key != nil, name == nil { return [] }
        return metadataItems.filter { item in
            if keySpace == .common {
                guard let common = item.commonKey else { return false }
                return name == nil || common.rawValue == name
            }
            guard keySpace == nil || item.keySpace == keySpace else { return false }
            return name == nil || item.key.flatMap(MetadataNames.text) == name
        }
    }
}

// MARK: The value

extension AVMetadataItem {
    /// The value as text; a number in digits.
    public var stringValue: String? {
        switch value {
        case let text as NSString: text._bridgeToSwift()
        case let number as NSNumber: number.stringValue
        case let date as NSDate: MovieMetadata.creationDate(date._bridgeToSwift())
        default: nil
        }
    }

    /// The value as a number, also when it is text in digits.
    public var numberValue: NSNumber? {
        switch value {
        case let number as NSNumber: number
        case let text as NSString: Double(text._bridgeToSwift()).map { NSNumber(value: $0) }
        default: nil
        }
    }

    /// The value as a date, also when it is text in ISO 8601.
    public var dateValue: Date? {
        switch value {
        case let date as NSDate: date._bridgeToSwift()
        case let text as NSString: try? Date(text._bridgeToSwift(), strategy: .iso8601)
        default: nil
        }
    }

    /// The value as bytes.
    public var dataValue: Data? { (value as? NSData)?._bridgeToSwift() }
}

extension NSString {
    fileprivate func _bridgeToSwift() -> String { String._unconditionallyBridgeFromObjectiveC(self) }
}

extension NSDate {
    fileprivate func _bridgeToSwift() -> Date { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }
}

extension NSData {
    fileprivate func _bridgeToSwift() -> Data { Data(referencing: self) }
}
