import Foundation
import Locking

/// One thing that a file says of itself. Source: Apple, AVMetadataItem.
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

    /// An item that says nothing, for good; ``AVMutableMetadataItem`` can be filled. Source: Apple, AVMetadataItem.init().
    public override init() {
        values = Mutex(Values())
    }

    init(_ values: Values) {
        self.values = Mutex(values)
    }

    /// What the item is about; it stands for ``keySpace`` and ``key`` together. Source: Apple,
    /// AVMetadataItem.identifier.
    open var identifier: AVMetadataIdentifier? {
        let values = values.withLock { $0 }
        if let identifier = values.identifier { return identifier }
        guard let key = values.key, let keySpace = values.keySpace else { return nil }
        return Self.identifier(forKey: key, keySpace: keySpace)
    }

    /// The name within ``keySpace``. Source: Apple, AVMetadataItem.key.
    open var key: (any NSCopying & NSObjectProtocol)? {
        let values = values.withLock { $0 }
        return values.key ?? values.identifier.flatMap(Self.key(forIdentifier:))
    }

    /// Where ``key`` comes from. Source: Apple, AVMetadataItem.keySpace.
    open var keySpace: AVMetadataKeySpace? {
        let values = values.withLock { $0 }
        return values.keySpace ?? values.identifier.flatMap(Self.keySpace(forIdentifier:))
    }

    /// The name that means the same in every key space; `nil` when there is none. Source: Apple,
    /// AVMetadataItem.commonKey.
    open var commonKey: AVMetadataKey? {
        identifier.flatMap { MetadataNames.commonName(of: $0) }.map(AVMetadataKey.init(rawValue:))
    }

    /// Source: Apple, AVMetadataItem.value.
    open var value: (any NSCopying & NSObjectProtocol)? { values.withLock { $0 }.value }

    /// The type of the value as a uniform type identifier; `nil` when nobody said. Source: Apple,
    /// AVMetadataItem.dataType.
    open var dataType: String? { values.withLock { $0.dataType } }

    /// The value's language, in BCP 47. Source: Apple, AVMetadataItem.extendedLanguageTag.
    open var extendedLanguageTag: String? { values.withLock { $0.languageTag } }

    /// Source: Apple, AVMetadataItem.locale.
    open var locale: Locale? { values.withLock { $0.locale } }

    /// When the item holds, from the start of the media; `.invalid` for always. Source: Apple, AVMetadataItem.time.
    open var time: CMTime { values.withLock { $0.time } }

    /// How long the item holds. Source: Apple, AVMetadataItem.duration.
    open var duration: CMTime { values.withLock { $0.duration } }

    /// Source: Apple, AVMetadataItem.startDate.
    open var startDate: Date? { values.withLock { $0.startDate } }

    /// Source: Apple, AVMetadataItem.extraAttributes.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { values.withLock { $0 }.extraAttributes }

    /// A copy that cannot be changed. Source: Apple, AVMetadataItem.copy(with:).
    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(values.withLock { $0 }) }

    /// An ``AVMutableMetadataItem`` that says the same. Source: Apple, AVMetadataItem.mutableCopy(with:).
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(values.withLock { $0 }) }
}

/// A name of a metadata item's further attribute. Source: Apple, AVMetadataExtraAttributeKey.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A metadata item to be written. Source: Apple, AVMutableMetadataItem.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {  // as its superclass
    /// Source: Apple, AVMutableMetadataItem.identifier.
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

    /// Source: Apple, AVMutableMetadataItem.key.
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set { separate { $0.key = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.keySpace.
    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { separate { $0.keySpace = newValue } }
    }

    /// Changes a half of what the identifier says.
    private func separate(_ change: (inout Values) -> Void) {
        let (key, keySpace) = (super.key, super.keySpace)
        values.withLock { values in
            values.identifier = nil
            values.key = key
            values.keySpace = keySpace
            change(&values)
        }
    }

    /// `NSString`, `NSNumber`, `NSDate` or `NSData`. Source: Apple, AVMutableMetadataItem.value.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { super.value }
        set { values.withLock { $0.value = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.dataType.
    open override var dataType: String? {
        get { super.dataType }
        set { values.withLock { $0.dataType = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.extendedLanguageTag.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { values.withLock { $0.languageTag = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.locale.
    open override var locale: Locale? {
        get { super.locale }
        set { values.withLock { $0.locale = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.time.
    open override var time: CMTime {
        get { super.time }
        set { values.withLock { $0.time = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.duration.
    open override var duration: CMTime {
        get { super.duration }
        set { values.withLock { $0.duration = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.startDate.
    open override var startDate: Date? {
        get { super.startDate }
        set { values.withLock { $0.startDate = newValue } }
    }

    /// Source: Apple, AVMutableMetadataItem.extraAttributes.
    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set { values.withLock { $0.extraAttributes = newValue } }
    }
}
