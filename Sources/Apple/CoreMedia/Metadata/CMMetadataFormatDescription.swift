import Foundation
import MissingFoundation

/// Describes timed metadata. Source: Apple, CMMetadataFormatDescription.
public typealias CMMetadataFormatDescription = CMFormatDescription

/// How timed metadata is stored. Source: Apple, CMMetadataFormatType.
public typealias CMMetadataFormatType = FourCharCode

/// `mebx`: each sample holds the values of some of the format's keys. Source: Apple, CMMetadataFormatType.
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6D65_6278

// The parts of a specification.

/// The key space and the key, such as `mdta/com.example.speed`.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "MetadataIdentifier"
/// The type of the values, such as ``kCMMetadataBaseDataType_Float32``.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "MetadataDataType"
/// The language of the values, in BCP 47.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
    "MetadataExtendedLanguageTag"

/// Describes boxed metadata by what its samples may hold. Source: Apple,
/// CMMetadataFormatDescriptionCreateWithMetadataSpecifications.
///
/// - metadataType: ``kCMMetadataFormatType_Boxed``.
/// - metadataSpecifications: dictionaries with an identifier, a data type and perhaps a language.
/// - Returns: `noErr`, or ``kCMFormatDescriptionError_InvalidParameter``.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
    allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = nil
    let keys = metadataSpecifications.enumerated().map { BoxedMetadataKey(number: $0 + 1, specification: $1) }
    guard metadataType == kCMMetadataFormatType_Boxed, !keys.isEmpty, !keys.contains(nil) else {
        return kCMFormatDescriptionError_InvalidParameter
    }
    formatDescriptionOut.pointee = .boxedMetadata(keys.compactMap { $0 })
    return noErr
}

/// What the samples of boxed metadata may hold; `nil` for another format. Source: Apple,
/// CMMetadataFormatDescriptionGetIdentifiers.
public func CMMetadataFormatDescriptionGetIdentifiers(_ desc: CMMetadataFormatDescription) -> CFArray? {
    let keys = desc.boxedMetadataKeys
    return keys.isEmpty ? nil : keys.map(\.identifier)
}

/// A key of boxed metadata, and the number that stands for it in samples.
package struct BoxedMetadataKey: Sendable, Equatable {
    /// From 1.
    package var number: UInt32
    /// Four characters.
    package var space: String
    package var key: String
    /// One of the constants of metadata values.
    package var dataType: String
    package var language: String?

    package init(number: UInt32, space: String, key: String, dataType: String, language: String? = nil) {
        (self.number, self.space, self.key) = (number, space, key)
        (self.dataType, self.language) = (dataType, language)
    }

    fileprivate init?(number: Int, specification: Any) {
        guard let parts = specification as? [String: Any],
            let identifier = Self.text(parts[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier]),
            let dataType = Self.text(parts[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType]),
            let slash = identifier.firstIndex(of: "/"), identifier[..<slash].utf8.count == 4
        else { return nil }
        self.init(
            number: UInt32(number), space: String(identifier[..<slash]),
            key: Self.unescaped(String(identifier[identifier.index(after: slash)...])), dataType: dataType,
            language: Self.text(parts[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag]))
    }

    /// A string, or a name that wraps one, such as an `AVMetadataIdentifier`.
    private static func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let text as NSString: String._unconditionallyBridgeFromObjectiveC(text)
        case let name as any RawRepresentable: name.rawValue as? String
        default: nil
        }
    }

    package var identifier: String { "\(space)/\(Self.escaped(key))" }
}

extension BoxedMetadataKey {
    /// Escapes each byte of Mac OS Roman that is not a plain character as `%` and two digits; of those only `©` occurs
    /// in keys.
    package static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && scalar.value > 32 && scalar.value < 127 && scalar != "%" && scalar != "/"
            if isPlain { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return scalar.value < 256 ? "%" + (digits.count == 1 ? "0" + digits : digits) : String(scalar)
        }.joined()
    }

    package static func unescaped(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        var rest = Array(name.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if scalar == "%", rest.count >= 2,
                let code = UInt8(String(String.UnicodeScalarView(rest.prefix(2))), radix: 16)
            {
                scalars.append(Unicode.Scalar(code))
                rest.removeFirst(2)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}

extension CMFormatDescription {
    private static let keyTable = "MetadataKeyTable"

    package static func boxedMetadata(_ keys: [BoxedMetadataKey]) -> CMFormatDescription {
        let table = keys.map { key -> [String: Any] in
            [
                "number": Int(key.number), "space": key.space, "key": key.key, "type": key.dataType,
                "language": key.language ?? "",
            ]
        }
        return CMFormatDescription(
            mediaType: .metadata, mediaSubType: MediaSubType(rawValue: kCMMetadataFormatType_Boxed),
            extensions: [keyTable: table])
    }

    /// Empty for other formats.
    package var boxedMetadataKeys: [BoxedMetadataKey] {
        let table = extensionValue(Self.keyTable) as? [[String: Any]] ?? []
        return table.compactMap { entry in
            guard let number = (entry["number"] as? Int).flatMap(UInt32.init(exactly:)),
                let space = entry["space"] as? String,
                let key = entry["key"] as? String, let type = entry["type"] as? String
            else { return nil }
            let language = entry["language"] as? String ?? ""
            return BoxedMetadataKey(
                number: number, space: space, key: key, dataType: type,
                language: language.isEmpty ? nil : language)
        }
    }
}
