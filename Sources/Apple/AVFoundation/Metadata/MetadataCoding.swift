import CoreMedia
import Foundation

/// How items of timed metadata are stored.
enum MetadataCoding {
    /// - Returns: `nil` without an identifier or a data type.
    static func key(of item: AVMetadataItem, number: UInt32) -> BoxedMetadataKey? {
        guard let identifier = item.identifier, let (space, name) = MetadataNames.parts(of: identifier),
            space.utf8.count == 4, let dataType = item.dataType
        else { return nil }
        return BoxedMetadataKey(
            number: number, space: space, key: MetadataNames.unescaped(name), dataType: dataType,
            language: item.extendedLanguageTag)
    }

    /// Why items cannot be stored in a format.
    enum Mistake: Error {
        /// Its identifier, data type and language are not in the format.
        case notInFormat(String)
        /// Its value is not of its data type.
        case wrongValue(String)

        /// Said of a format.
        func words(_ format: String) -> String {
            switch self {
            case .notInFormat(let item): "\(item) is not in the \(format)"
            case .wrongValue(let item): "The value of \(item) is not of its data type"
            }
        }
    }

    /// The values of items, with the numbers of their keys.
    static func values(
        of items: [AVMetadataItem], in keys: [BoxedMetadataKey]
    ) throws(Mistake) -> [(number: UInt32, bytes: [UInt8])] {
        var values: [(number: UInt32, bytes: [UInt8])] = []
        for item in items {
            guard let wanted = key(of: item, number: 0), let key = keys.first(where: { isSame($0, wanted) }) else {
                throw .notInFormat(item.identifier?.rawValue ?? "An item")
            }
            guard let bytes = bytes(of: item) else { throw .wrongValue(key.identifier) }
            values.append((key.number, bytes))
        }
        return values
    }

    /// Whether two keys are the same but for their number.
    static func isSame(_ one: BoxedMetadataKey, _ other: BoxedMetadataKey) -> Bool {
        one.space == other.space && one.key == other.key && one.dataType == other.dataType
            && one.language == other.language
    }

    /// The bytes of an item's value.
    ///
    /// - Returns: `nil` if a number or text is not of the item's data type; data is taken as it is.
    static func bytes(of item: AVMetadataItem) -> [UInt8]? {
        let dataType = item.dataType ?? ""
        if let number = item.value as? NSNumber, let bytes = bytes(of: number, dataType) { return bytes }
        if item.value is NSData { return item.dataValue.map { Array($0) } }
        guard let text = item.value is NSString ? item.stringValue : nil else { return nil }
        switch dataType {
        case kCMMetadataBaseDataType_UTF16: return text.utf16.flatMap { big($0) }
        case kCMMetadataBaseDataType_UTF8, kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709:
            return Array(text.utf8)
        default: return nil
        }
    }

    private static func bytes(of number: NSNumber, _ dataType: String) -> [UInt8]? {
        switch dataType {
        case kCMMetadataBaseDataType_Float32: big(number.floatValue.bitPattern)
        case kCMMetadataBaseDataType_Float64: big(number.doubleValue.bitPattern)
        case kCMMetadataBaseDataType_SInt8: big(number.int8Value)
        case kCMMetadataBaseDataType_SInt16: big(number.int16Value)
        case kCMMetadataBaseDataType_SInt32: big(number.int32Value)
        case kCMMetadataBaseDataType_SInt64: big(number.int64Value)
        case kCMMetadataBaseDataType_UInt8: big(number.uint8Value)
        case kCMMetadataBaseDataType_UInt16: big(number.uint16Value)
        case kCMMetadataBaseDataType_UInt32: big(number.uint32Value)
        case kCMMetadataBaseDataType_UInt64: big(number.uint64Value)
        default: nil
        }
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// The item that a sample holds.
    static func item(_ key: BoxedMetadataKey, _ bytes: [UInt8], _ range: CMTimeRange) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataItem.identifier(forKey: key.key, keySpace: AVMetadataKeySpace(key.space))
        item.dataType = key.dataType
        item.extendedLanguageTag = key.language
        (item.time, item.duration) = (range.start, range.duration)
        item.value = value(bytes, key.dataType)
        return item.copy() as? AVMetadataItem ?? item
    }

    private static func value(_ bytes: [UInt8], _ dataType: String) -> any NSCopying & NSObjectProtocol {
        let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch (dataType, bytes.count) {
        case (kCMMetadataBaseDataType_UTF8, _), (kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709, _):
            return NSString(string: String(decoding: bytes, as: UTF8.self))
        case (kCMMetadataBaseDataType_UTF16, _):
            let words = stride(from: 0, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return NSString(string: String(decoding: words, as: UTF16.self))
        case (kCMMetadataBaseDataType_Float32, 4): return NSNumber(value: Float(bitPattern: UInt32(bits)))
        case (kCMMetadataBaseDataType_Float64, 8): return NSNumber(value: Double(bitPattern: bits))
        case (kCMMetadataBaseDataType_SInt8, 1): return NSNumber(value: Int8(truncatingIfNeeded: bits))
        case (kCMMetadataBaseDataType_SInt16, 2): return NSNumber(value: Int16(truncatingIfNeeded: bits))
        case (kCMMetadataBaseDataType_SInt32, 4): return NSNumber(value: Int32(truncatingIfNeeded: bits))
        case (kCMMetadataBaseDataType_SInt64, 8): return NSNumber(value: Int64(bitPattern: bits))
        case (kCMMetadataBaseDataType_UInt8, 1), (kCMMetadataBaseDataType_UInt16, 2),
            (kCMMetadataBaseDataType_UInt32, 4), (kCMMetadataBaseDataType_UInt64, 8):
            return NSNumber(value: bits)
        default: return NSData(data: Data(bytes))
        }
    }
}
