import CoreMedia
import PixelCoding

/// Timed metadata in `mebx` tracks: their keys in a sample description, their values in samples.
///
/// Source: Apple, QuickTime File Format, "Timed Metadata Media".
package enum BoxedMetadata {
    /// QuickTime's numbers of the types of values.
    ///
    /// Source: Apple, QuickTime File Format, "Well-known types".
    static let wellKnownTypes: [(number: UInt32, type: String)] = [
        (0, kCMMetadataBaseDataType_RawData), (1, kCMMetadataBaseDataType_UTF8), (2, kCMMetadataBaseDataType_UTF16),
        (13, kCMMetadataBaseDataType_JPEG), (14, kCMMetadataBaseDataType_PNG), (23, kCMMetadataBaseDataType_Float32),
        (24, kCMMetadataBaseDataType_Float64), (65, kCMMetadataBaseDataType_SInt8),
        (66, kCMMetadataBaseDataType_SInt16), (67, kCMMetadataBaseDataType_SInt32),
        (74, kCMMetadataBaseDataType_SInt64), (75, kCMMetadataBaseDataType_UInt8),
        (76, kCMMetadataBaseDataType_UInt16), (77, kCMMetadataBaseDataType_UInt32),
        (78, kCMMetadataBaseDataType_UInt64),
    ]

    /// A sample with the values of some keys. Without any, it holds one box with the number 0, which no key has.
    package static func sample(_ values: [(number: UInt32, bytes: [UInt8])]) -> [UInt8] {
        var writer = BoxWriter()
        for value in values.isEmpty ? [(number: 0, bytes: [])] : values {
            writer.box(value.number) { $0.write(contentsOf: value.bytes) }
        }
        return writer.bytes
    }

    /// The values in a sample, with the numbers of their keys.
    package static func values(in sample: [UInt8]) -> [(number: UInt32, bytes: [UInt8])] {
        ByteRange(sample).boxes.filter { $0.number != 0 }.map {
            (UInt32(truncatingIfNeeded: $0.number), $0.content.array)
        }
    }

    /// The keys in the content of a `keys` box.
    static func keys(_ table: ByteRange) -> [BoxedMetadataKey] {
        // No writer has more; a damaged table must not fill the memory.
        table.boxes.prefix(1024).compactMap { entry in
            var (space, key, type, language): (String?, String, String?, String?) = (nil, "", nil, nil)
            for box in entry.content.boxes {
                switch box.type {
                case "keyd":
                    let name = box.content.text(at: 0, count: 4)
                    // Anything else cannot be part of an identifier.
                    guard name.unicodeScalars.allSatisfy({ (33...126).contains($0.value) && $0 != "/" }) else { break }
                    space = name
                    key = String(decoding: box.content.part(from: 4).array, as: UTF8.self)
                case "dtyp": type = dataType(box.content)
                case "loca": language = String(decoding: box.content.array.prefix { $0 != 0 }, as: UTF8.self)
                default: break
                }
            }
            // The number 0 marks a key that is not used anymore.
            guard let space, let type, entry.number > 0 else { return nil }
            return BoxedMetadataKey(
                number: UInt32(entry.number), space: space, key: key, dataType: type, language: language)
        }
    }

    /// - Returns: `nil` for a number that has no name.
    private static func dataType(_ box: ByteRange) -> String? {
        guard box.integer(at: 0, width: 4) == 0 else {
            return String(decoding: box.part(from: 4).array, as: UTF8.self)
        }
        let number = box.integer(at: 4, width: 4)
        return wellKnownTypes.first { $0.number == number }?.type
    }
}

extension SampleDescription {
    /// Timed metadata in a `mebx` entry.
    static func timedMetadata(_ keys: [BoxedMetadataKey]) -> [UInt8] {
        entry("mebx") {
            $0.box("keys") { table in
                for key in keys {
                    table.box(key.number) { writer in
                        writer.box("keyd") {
                            $0.write(key.space)
                            $0.write(key.key)
                        }
                        writer.box("dtyp") {
                            if let known = BoxedMetadata.wellKnownTypes.first(where: { $0.type == key.dataType }) {
                                $0.write(UInt32(0))
                                $0.write(known.number)
                            } else {
                                $0.write(UInt32(1))
                                $0.write(key.dataType)
                            }
                        }
                        if let language = key.language {
                            writer.box("loca") {
                                $0.write(language)
                                $0.writeZeros(1)
                            }
                        }
                    }
                }
            }
        }
    }
}
