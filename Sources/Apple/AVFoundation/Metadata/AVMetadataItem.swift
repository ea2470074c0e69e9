import Foundation
import Locking

/// One piece of a file's metadata. Source: Apple, AVMetadataItem.
///
/// Values are Foundation's objects: `NSString`, `NSNumber`, `NSDate`, `NSData`.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {  // `values` is a Mutex
    struct Values: @unchecked Sendable {  // objects of Foundation that nobody changes
        var identifier: AVMetadataIdentifier?
        var key: (any NSCopying & NSObjectProtocol)?
        var keySpace: AVMetadataKeySpace?
        var value: (any NSCopying & NSObjectProtocol)?
        var dataType: String?
        var languageTag: String?
        var locale: Locale?
        var time = CMTime.invalid
        var duration = CMTime.invalid
        var startDate: Date?
        var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    }

    let values: Mutex<Values>

    /// An item that is empty and stays so; use ``AVMutableMetadataItem`` for one that can be changed.
    public override init() {
        values = Mutex(Values())
    }

    init(_ values: Values) {
        self.values = Mutex(values)
    }

    /// What the item is about: ``keySpace`` and ``key`` in one value.
    open var identifier: AVMetadataIdentifier? {
        let values = values.withLock { $0 }
        if let identifier = values.identifier { return identifier }
        guard let key = values.key, let keySpace = values.keySpace else { return nil }
        return Self.identifier(forKey: key, keySpace: keySpace)
    }

    /// The name within ``keySpace``.
    open var key: (any NSCopying & NSObjectProtocol)? {
        let values = values.withLock { $0 }
        return values.key ?? values.identifier.flatMap(Self.key(forIdentifier:))
    }

    /// The key space that ``key`` belongs to.
    open var keySpace: AVMetadataKeySpace? {
        let values = values.withLock { $0 }
        return values.keySpace ?? values.identifier.flatMap(Self.keySpace(forIdentifier:))
    }

    /// The name that means the same in every key space; `nil` when there is none.
    open var commonKey: AVMetadataKey? {
        identifier.flatMap { MetadataNames.commonName(of: $0) }.map(AVMetadataKey.init(rawValue:))
    }

    open var value: (any NSCopying & NSObjectProtocol)? { values.withLock { $0 }.value }

    /// The type of the value as a uniform type identifier; `nil` when it was not set.
    open var dataType: String? { values.withLock { $0.dataType } }

    /// The value's language, in BCP 47.
    open var extendedLanguageTag: String? { values.withLock { $0.languageTag } }

    open var locale: Locale? { values.withLock { $0.locale } }

    /// From when the item applies, from the start of the media; `.invalid` for always.
    open var time: CMTime { values.withLock { $0.time } }

    /// How long the item applies.
    open var duration: CMTime { values.withLock { $0.duration } }

    open var startDate: Date? { values.withLock { $0.startDate } }

    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { values.withLock { $0 }.extraAttributes }

    /// A copy that cannot be changed.
    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(values.withLock { $0 }) }

    /// An ``AVMutableMetadataItem`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(values.withLock { $0 }) }
}

/// The name of an extra attribute of a metadata item. Source: Apple, AVMetadataExtraAttributeKey.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A metadata item to be written. Source: Apple, AVMutableMetadataItem.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {  // as its superclass
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set {
            values.withLock { values in
                values.identifier = newValue
                values.key = nil
                values.keySpace = nil
            }
        }
    }

    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set { separate { $0.key = newValue } }
    }

    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { separate { $0.keySpace = newValue } }
    }

    /// Changes the key or the key space, one half of the identifier.
    private func separate(_ change: (inout Values) -> Void) {
        let (key, keySpace) = (super.key, super.keySpace)
        values.withLock { values in
            values.identifier = nil
            values.key = key
            values.keySpace = keySpace
            change(&values)
        }
    }

    /// `NSString`, `NSNumber`, `NSDate` or `NSData`.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { super.value }
        set { values.withLock { $0.value = newValue } }
    }

    open override var dataType: String? {
        get { super.dataType }
        set { values.withLock { $0.dataType = newValue } }
    }

    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { values.withLock { $0.languageTag = newValue } }
    }

    open override var locale: Locale? {
        get { super.locale }
        set { values.withLock { $0.locale = newValue } }
    }

    open override var time: CMTime {
        get { super.time }
        set { values.withLock { $0.time = newValue } }
    }

    open override var duration: CMTime {
        get { super.duration }
        set { values.withLock { $0.duration = newValue } }
    }

    open override var startDate: Date? {
        get { super.startDate }
        set { values.withLock { $0.startDate = newValue } }
    }

    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set { values.withLock { $0.extraAttributes = newValue } }
    }
}
