import CaptureEngine
import Foundation
import YUV

/// Assembles the items of a photo's file; the picture itself comes first.
struct HEIFComposer {
    private let orientation: PhotoMetadata.Orientation
    private var items: [HEIFItem] = []
    private var brand = "heic"

    init(orientation: PhotoMetadata.Orientation) {
        self.orientation = orientation
    }

    mutating func addPrimary(_ still: HEVCStill) {
        if still.bitDepth > 8 { brand = "heix" }
        items.append(item(still))
    }

    mutating func addThumbnail(_ still: HEVCStill) {
        var item = item(still)
        item.references = [(.thumbnail, [0])]
        items.append(item)
    }

    mutating func add(_ auxiliary: AuxiliaryPicture, _ still: HEVCStill) {
        var item = item(still, auxiliary: auxiliary.urn)
        item.references = [(.auxiliary, [0])]
        items.append(item)
        guard let metadata = auxiliary.metadata else { return }
        addXMP(metadata, of: items.count - 1)
    }

    mutating func add(_ metadata: PhotoMetadata) {
        // The TIFF structure begins after these four bytes.
        let mark: [UInt8] = [0, 0, 0, 6] + Array("Exif".utf8) + [0, 0]
        let block = ExifWriter.block(metadata, thumbnail: nil)
        items.append(HEIFItem(type: "Exif", data: Data(mark + block), references: [(.describes, [0])]))
    }

    func file() throws(CaptureError) -> Data {
        try HEIFWriter(brand: brand, items: items).file()
    }

    private mutating func addXMP(_ text: String, of index: Int) {
        items.append(
            HEIFItem(
                type: "mime", contentType: "application/rdf+xml", data: Data(text.utf8),
                references: [(.describes, [index])]))
    }

    private func item(_ still: HEVCStill, auxiliary urn: String? = nil) -> HEIFItem {
        var properties: [HEIFProperty] = [
            .configuration(still), .extents(still.coded), .bits(still.bitDepth), .color(still.color),
        ]
        if let urn { properties.append(.auxiliary(urn)) }
        if still.coded != still.shown { properties.append(.crop(still.coded, to: still.shown)) }
        properties += HEIFProperty.orientation(orientation)
        return HEIFItem(type: "hvc1", data: still.data, properties: properties)
    }
}
