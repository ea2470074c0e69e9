import CaptureEngine
import Foundation
import PixelCoding

/// A picture or its metadata in an HEIF file.
struct HEIFItem {
    enum Reference: String {
        /// This is a small version of the other.
        case thumbnail = "thmb"
        /// This belongs to the other: depth, a matte.
        case auxiliary = "auxl"
        /// This describes the other: EXIF, XMP.
        case describes = "cdsc"
        /// This is composed of the others.
        case derived = "dimg"
    }

    /// `hvc1`, `grid`, `Exif`, `mime`.
    var type: String
    /// For a `mime` item.
    var contentType: String?
    var data: Data
    /// Each is a whole box. Properties that rotate or crop the picture come after those that describe it.
    var properties: [HEIFProperty] = []
    /// References to other items, by their index in the list.
    var references: [(kind: Reference, items: [Int])] = []
    /// Whether it is shown only as a part of others.
    var isHidden = false
}

/// A property of pictures in a file.
struct HEIFProperty: Hashable {
    var box: [UInt8]
    /// Whether a reader that does not know it must not show the picture.
    var isEssential = false
}

/// Lays out HEIF files: a header, a table of items, and their data.
///
/// Sources: ISO/IEC 23008-12 (HEIF), 6 and 9; ISO/IEC 14496-12, 8.11.
struct HEIFWriter {
    /// The file's brand: `heic`, or `heix` for more than 8 bits.
    var brand: String
    /// The first one is the one to show.
    var items: [HEIFItem]

    private static let largestFile = Int(UInt32.max)

    /// - Throws: ``CaptureError`` `encodeFailed` if 32-bit offsets cannot reach the end.
    func file() throws(CaptureError) -> Data {
        let size = items.reduce(4096) { $0 + $1.data.count + $1.properties.reduce(0) { $0 + $1.box.count } }
        guard size < Self.largestFile, items.count < 0x7FFF else {
            throw CaptureError(.encodeFailed, "The photo is too large for an HEIF file")
        }
        let header = header()
        // Offsets have the same size whatever their values.
        let start = header.count + meta(offsets: items.map { _ in 0 }).count + 8
        var offsets: [Int] = []
        var end = start
        for item in items {
            offsets.append(end)
            end += item.data.count
        }
        var file = Data(capacity: end)
        file.append(contentsOf: header)
        file.append(contentsOf: meta(offsets: offsets))
        var mark = BoxWriter()
        mark.write(count: end - start + 8)
        mark.write("mdat")
        file.append(contentsOf: mark.bytes)
        for item in items { file.append(item.data) }
        return file
    }

    private func header() -> [UInt8] {
        var writer = BoxWriter()
        writer.box("ftyp") {
            $0.write(brand)
            $0.write(UInt32(0))
            for brand in ["mif1", brand] { $0.write(brand) }
        }
        return writer.bytes
    }

    private func meta(offsets: [Int]) -> [UInt8] {
        var writer = BoxWriter()
        writer.fullBox("meta") { meta in
            meta.fullBox("hdlr") {
                $0.writeZeros(4)
                $0.write("pict")
                $0.writeZeros(13)
            }
            meta.fullBox("pitm") { $0.write(UInt16(1)) }
            meta.fullBox("iinf") { writeDescriptions(to: &$0) }
            if items.contains(where: { !$0.references.isEmpty }) {
                meta.fullBox("iref") { writeReferences(to: &$0) }
            }
            meta.box("iprp") { writeProperties(to: &$0) }
            meta.fullBox("iloc") { writeLocations(offsets, to: &$0) }
        }
        return writer.bytes
    }

    /// Items are numbered from 1.
    private func identifier(_ index: Int) -> UInt16 { UInt16(index + 1) }

    private func writeDescriptions(to writer: inout BoxWriter) {
        writer.write(UInt16(items.count))
        for (index, item) in items.enumerated() {
            writer.fullBox("infe", version: 2, flags: item.isHidden ? 1 : 0) {
                $0.write(identifier(index))
                $0.write(UInt16(0))
                $0.write(item.type)
                $0.write(UInt8(0))  // no name
                if let contentType = item.contentType {
                    $0.write(contentType)
                    $0.write(UInt8(0))
                }
            }
        }
    }

    private func writeReferences(to writer: inout BoxWriter) {
        for (index, item) in items.enumerated() {
            for reference in item.references {
                writer.box(reference.kind.rawValue) {
                    $0.write(identifier(index))
                    $0.write(UInt16(reference.items.count))
                    for target in reference.items { $0.write(identifier(target)) }
                }
            }
        }
    }

    /// Each property once, then the properties of each item.
    private func writeProperties(to writer: inout BoxWriter) {
        var all: [[UInt8]] = []
        var places: [[UInt8]: Int] = [:]
        for property in items.flatMap(\.properties) where places[property.box] == nil {
            all.append(property.box)
            places[property.box] = all.count
        }
        writer.box("ipco") { for box in all { $0.write(contentsOf: box) } }
        let described = items.enumerated().filter { !$0.element.properties.isEmpty }
        writer.fullBox("ipma") {
            $0.write(count: described.count)
            for (index, item) in described {
                $0.write(identifier(index))
                $0.write(UInt8(item.properties.count))
                for property in item.properties {
                    $0.write(UInt8(places[property.box] ?? 0) | (property.isEssential ? 0x80 : 0))
                }
            }
        }
    }

    private func writeLocations(_ offsets: [Int], to writer: inout BoxWriter) {
        writer.write(UInt16(0x4400))  // offsets and lengths of 4 bytes, no base offset
        writer.write(UInt16(items.count))
        for (index, item) in items.enumerated() {
            writer.write(identifier(index))
            writer.write(UInt16(0))  // in this file
            writer.write(UInt16(1))
            writer.write(UInt32(offsets[index]))
            writer.write(UInt32(item.data.count))
        }
    }
}
