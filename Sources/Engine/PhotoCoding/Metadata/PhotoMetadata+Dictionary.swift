import Foundation
import ImageProperties
import MissingFoundation

extension PhotoMetadata {
    /// The metadata in ImageIO's form: groups `{TIFF}`, `{Exif}`, `{GPS}`, `{MakerApple}`, and outside them orientation
    /// and size.
    ///
    /// Numbers are `NSNumber`, because programs cast them to any type (`as? UInt32`, `as? Double`).
    package var dictionary: [String: Any] {
        var groups: [String: [String: Any]] = [:]
        for (tag, value) in fields { groups[tag.group.key, default: [:]][tag.key] = tag.form.imageIOValue(of: value) }
        var dictionary: [String: Any] = groups
        dictionary[kCGImagePropertyOrientation] =
            fields[.orientation] == nil ? nil : NSNumber(value: orientation.rawValue)
        dictionary[kCGImagePropertyPixelWidth] = pixelWidth.map { NSNumber(value: $0) }
        dictionary[kCGImagePropertyPixelHeight] = pixelHeight.map { NSNumber(value: $0) }
        var apple: [String: Any] = [:]
        apple[Self.burstIdentifierKey] = burstIdentifier
        apple[Self.contentIdentifierKey] = contentIdentifier
        if !apple.isEmpty { dictionary[kCGImagePropertyMakerAppleDictionary] = apple }
        return dictionary
    }

    /// Adds a dictionary in ImageIO's form; its values replace existing ones. Like ImageIO, it ignores unknown keys and
    /// values of the wrong type. A null removes what there is, also a whole group.
    package mutating func merge(_ dictionary: [String: Any]) {
        for group in ExifTag.Group.allCases {
            if dictionary[group.key] is NSNull { fields = fields.filter { $0.key.group != group } }
            guard let values = dictionary[group.key] as? [String: Any] else { continue }
            for (key, value) in values {
                guard let tag = ExifTag.named(key, in: group) else { continue }
                if value is NSNull {
                    fields[tag] = nil
                } else if let field = tag.form.field(from: value) {
                    fields[tag] = field
                }
            }
        }
        if dictionary[kCGImagePropertyMakerAppleDictionary] is NSNull {
            (burstIdentifier, contentIdentifier) = (nil, nil)
        }
        if let value = dictionary[kCGImagePropertyOrientation],
            let orientation = Orientation(rawValue: Int(ExifTag.Form.number(value) ?? 0))
        {
            self.orientation = orientation
        }
        let apple = dictionary[kCGImagePropertyMakerAppleDictionary] as? [String: Any]
        if let identifier = apple?[Self.burstIdentifierKey] as? String { burstIdentifier = identifier }
        if let identifier = apple?[Self.contentIdentifierKey] as? String { contentIdentifier = identifier }
    }

    /// In this group, ImageIO's keys are the tags' numbers.
    private static let burstIdentifierKey = "11"
    private static let contentIdentifierKey = "17"
}

extension ExifTag.Form {
    /// A field's value in ImageIO's form.
    func imageIOValue(of value: TIFFValue) -> Any {
        if case .text(let text) = value { return text }
        let numbers = value.numbers
        switch self {
        case .text: return ""
        case .byte where numbers.count > 1: return numbers.map { NSNumber(value: Int($0)) }
        case .short(isList: true), .bytes: return numbers.map { NSNumber(value: Int($0)) }
        case .byte, .short, .long, .code: return NSNumber(value: Int(numbers.first ?? 0))
        case .rational, .signedRational: return NSNumber(value: numbers.first ?? 0)
        case .rationals: return numbers.map { NSNumber(value: $0) }
        case .version: return numbers.map { NSNumber(value: Int($0) - 0x30) }
        case .degrees: return NSNumber(value: value.degrees ?? 0)
        case .timeOfDay: return numbers.map { $0 < 10 ? "0\(Int($0))" : "\(Int($0))" }.joined(separator: ":")
        case .comment: return Self.comment(value)
        }
    }

    /// A field from ImageIO's value; `nil` if it has the wrong type.
    func field(from value: Any) -> TIFFValue? {
        let numbers = Self.numbers(value)
        switch self {
        case .text: return (value as? String).map { .text($0) }
        case .comment: return (value as? String).map { Self.comment($0) }
        case .timeOfDay: return (value as? String).flatMap { Self.timeOfDay($0) }
        case _ where numbers.isEmpty: return nil
        case .byte: return .byte(numbers.map { UInt8(clamping: Int64($0)) })
        case .bytes, .code: return .undefined(numbers.map { UInt8(clamping: Int64($0)) })
        case .short: return .short(numbers.map { UInt16(clamping: Int64($0)) })
        case .long: return .long([UInt32(clamping: Int64(numbers[0]))])
        case .rational: return numbers[0] < 0 ? nil : .rational([TIFFRational(numbers[0])])
        case .signedRational: return .signedRational([TIFFRational(numbers[0])])
        case .rationals: return .rational(numbers.map { TIFFRational(max($0, 0)) })
        case .version: return .undefined(Self.version(numbers))
        case .degrees: return abs(numbers[0]) <= 180 ? .degrees(abs(numbers[0])) : nil
        }
    }

    /// A number of any type, within the range of `Int64`.
    static func number(_ value: Any) -> Double? {
        let number: Double? =
            switch value {
            case let value as any BinaryInteger: Double(value)
            case let value as any BinaryFloatingPoint: Double(value)
            case let value as NSNumber: value.doubleValue
            default: nil
            }
        guard let number, number.isFinite, abs(number) < 1e15 else { return nil }
        return number
    }

    private static func numbers(_ value: Any) -> [Double] {
        if let list = value as? [Any] {
            let numbers = list.compactMap { number($0) }
            return numbers.count == list.count ? numbers : []
        }
        if let data = value as? Data { return data.map { Double($0) } }
        return number(value).map { [$0] } ?? []
    }

    /// 2, 3, 2 is "0232" and 1, 0 is "0100": the major version in two digits, then one digit each.
    private static func version(_ numbers: [Double]) -> [UInt8] {
        let digits = numbers.count == 4 ? numbers : [0] + numbers
        let padded = (digits + [0, 0, 0]).prefix(4)
        return padded.map { UInt8(clamping: Int64($0) + 0x30) }
    }

    private static func timeOfDay(_ text: String) -> TIFFValue? {
        let parts = text.split(separator: ":").compactMap { Double($0) }
        guard parts.count == 3, parts.allSatisfy({ $0 >= 0 }) else { return nil }
        return .rational(parts.map { TIFFRational($0) })
    }

    /// Text after eight bytes that name its encoding. Source: EXIF 2.32, 4.6.5 "UserComment".
    private static func comment(_ text: String) -> TIFFValue {
        let ascii = Array("ASCII".utf8) + [0, 0, 0]
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return .undefined(ascii + Array(text.utf8)) }
        // In the byte order of the file.
        return .undefined(Array("UNICODE".utf8) + [0] + text.utf16.flatMap { TIFFByteOrder.littleEndian.bytes($0) })
    }

    private static func comment(_ value: TIFFValue) -> String {
        guard case .undefined(let bytes) = value, bytes.count >= 8 else { return "" }
        let text = bytes.dropFirst(8)
        guard bytes[0] == UInt8(ascii: "U") else { return String(decoding: text, as: UTF8.self) }
        let units = stride(from: 8, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units, as: UTF16.self)
    }
}
