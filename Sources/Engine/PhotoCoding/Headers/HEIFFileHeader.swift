import PixelCoding

/// Size and description of a HEIF file.
///
/// Source: ISO/IEC 14496-12, 8.11 (meta box); ISO/IEC 23008-12, 6.5 (image properties), annex A (EXIF).
struct HEIFFileHeader {
    private(set) var facts = PictureFacts()
    /// The picture's size before it is turned.
    private(set) var storedSize = (width: 0, height: 0)
    /// How the stored picture is turned upright.
    private(set) var orientation = ExifOrientation.up
    /// Of each sample.
    private(set) var bits = 8
    /// Where the EXIF block begins in the file: a TIFF structure.
    private(set) var exifOffset: Int?

    /// A property of a picture.
    private enum Property {
        case size(width: Int, height: Int)
        /// The part of it that is shown.
        case crop(width: Int, height: Int)
        /// In quarter turns, counterclockwise.
        case rotation(Int)
        /// Exchanges left and right, or top and bottom.
        case mirror(leftRight: Bool)
        case bits(Int)
        /// The purpose of an auxiliary picture.
        case auxiliary(String)
        case other
    }

    private var properties: [Property] = []
    /// The properties of each picture, numbered from 1.
    private var associations: [Int: [Int]] = [:]
    private var exifItem: Int?
    private var primaryItem: Int?
    /// Where each item's bytes begin in the file.
    private var places: [Int: Int] = [:]

    /// - Returns: `nil` if there is no main picture with a size.
    init?(_ source: some ByteSource) {
        guard let meta = Box.children(of: source, in: 0..<source.count).first(where: { $0.type == "meta" }) else {
            return nil
        }
        // Version and flags come before the children.
        guard meta.content.count > 4 else { return nil }
        for box in Box.children(of: source, in: meta.content.lowerBound + 4..<meta.content.upperBound) {
            switch box.type {
            case "pitm":
                var fields = Fields(source, box)
                primaryItem = fields.next(Fields.version(source, box) == 0 ? 2 : 4)
            case "iinf": readItems(source, box)
            case "iloc": readPlaces(source, box)
            case "iprp": readProperties(source, box)
            default: break
            }
        }
        guard let primaryItem, let applied = associations[primaryItem] else { return nil }
        if let exifItem, let place = places[exifItem], let skipped = source.integer(at: place, width: 4),
            let tags = TIFFTags(source, at: place + 4 + skipped)
        {
            exifOffset = place + 4 + skipped
            facts.read(tags, turns: false)
        }
        setSize(applied.compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil })
        facts.hasDepth = properties.contains {
            guard case .auxiliary(let name) = $0 else { return false }
            return name.hasSuffix(":depth") || name.hasSuffix(":disparity") || name.hasSuffix("auxid:2")
        }
        if facts.width == 0 { return nil }
    }

    private mutating func setSize(_ properties: [Property]) {
        var (rotation, isMirrored) = (0, false)
        for property in properties {
            switch property {
            case .size(let width, let height), .crop(let width, let height): storedSize = (width, height)
            // After mirroring, a turn is one in the other direction before it.
            case .rotation(let quarters): rotation += (isMirrored ? 90 : -90) * quarters
            case .mirror(let leftRight):
                isMirrored.toggle()
                if !leftRight { rotation += 180 }
            case .bits(let count): bits = count
            case .auxiliary, .other: break
            }
        }
        orientation = ExifOrientation(rotation: rotation, isMirrored: isMirrored)
        let isTurned = orientation.rotation % 180 == 90
        facts.setSize(
            isTurned ? storedSize.height : storedSize.width, isTurned ? storedSize.width : storedSize.height)
    }

    private mutating func readItems(_ source: some ByteSource, _ box: Box) {
        let header = Fields.version(source, box) == 0 ? 6 : 8
        guard box.content.count > header else { return }
        for entry in Box.children(of: source, in: box.content.lowerBound + header..<box.content.upperBound) {
            var fields = Fields(source, entry)
            guard let item = fields.next(Fields.version(source, entry) == 2 ? 2 : 4), fields.next(2) != nil else {
                continue
            }
            if source.bytes(at: fields.offset, count: 4) == Array("Exif".utf8) { exifItem = item }
        }
    }

    private mutating func readPlaces(_ source: some ByteSource, _ box: Box) {
        let version = Fields.version(source, box)
        var fields = Fields(source, box)
        guard let widths = fields.next(2), let count = fields.next(version < 2 ? 2 : 4) else { return }
        let (offset, length, base) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
        let index = version == 0 ? 0 : widths & 15
        for _ in 0..<count {
            guard let item = fields.next(version < 2 ? 2 : 4) else { return }
            let method = version == 0 ? 0 : fields.next(2) ?? 0
            guard fields.next(2) != nil, let start = fields.next(base), let extents = fields.next(2) else { return }
            for extent in 0..<extents {
                guard fields.next(index) != nil, let place = fields.next(offset), fields.next(length) != nil else {
                    return
                }
                // Other methods use offsets that are not relative to the start of the file.
                if extent == 0 && method & 15 == 0 { places[item] = start + place }
            }
        }
    }

    private mutating func readProperties(_ source: some ByteSource, _ box: Box) {
        for part in Box.children(of: source, in: box.content) {
            if part.type == "ipco" {
                properties = Box.children(of: source, in: part.content).map { Self.property(source, $0) }
            } else if part.type == "ipma" {
                readAssociations(source, part)
            }
        }
    }

    private static func property(_ source: some ByteSource, _ box: Box) -> Property {
        var fields = Fields(source, box)
        switch box.type {
        case "ispe":
            guard let width = fields.next(4), let height = fields.next(4) else { return .other }
            return .size(width: width, height: height)
        case "clap":
            func number(_ index: Int) -> Int? { source.integer(at: box.content.lowerBound + 4 * index, width: 4) }
            guard let width = number(0), let widthUnit = number(1), let height = number(2), let heightUnit = number(3),
                widthUnit > 0, heightUnit > 0, width >= widthUnit, height >= heightUnit
            else { return .other }
            return .crop(width: width / widthUnit, height: height / heightUnit)
        case "irot": return .rotation((source.integer(at: box.content.lowerBound, width: 1) ?? 0) & 3)
        case "imir": return .mirror(leftRight: (source.integer(at: box.content.lowerBound, width: 1) ?? 0) & 1 == 1)
        case "pixi":
            guard fields.next(1) != nil, let bits = fields.next(1) else { return .other }
            return .bits(bits)
        case "auxC":
            let name = source.bytes(at: fields.offset, count: Swift.min(box.content.upperBound - fields.offset, 256))
            return .auxiliary(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        default: return .other
        }
    }

    private mutating func readAssociations(_ source: some ByteSource, _ box: Box) {
        let version = Fields.version(source, box)
        let isWide = (source.integer(at: box.content.lowerBound + 3, width: 1) ?? 0) & 1 == 1
        var fields = Fields(source, box)
        guard let count = fields.next(4) else { return }
        for _ in 0..<count {
            guard let item = fields.next(version < 1 ? 2 : 4), let entries = fields.next(1) else { return }
            for _ in 0..<entries {
                guard let entry = fields.next(isWide ? 2 : 1) else { return }
                // The highest bit says whether a reader must know the property.
                associations[item, default: []].append(entry & (isWide ? 0x7FFF : 0x7F))
            }
        }
    }
}

/// Consecutive numbers in a box that begins with a version and flags.
private struct Fields {
    private(set) var offset: Int
    private let end: Int
    private let source: any ByteSource

    init(_ source: some ByteSource, _ box: Box) {
        self.source = source
        offset = box.content.lowerBound + 4
        end = box.content.upperBound
    }

    /// The next number; 0 if it has no width, `nil` beyond the end.
    mutating func next(_ width: Int) -> Int? {
        if width == 0 { return 0 }
        guard offset + width <= end, let value = source.integer(at: offset, width: width), value >= 0 else {
            return nil
        }
        offset += width
        return value
    }

    static func version(_ source: some ByteSource, _ box: Box) -> Int {
        source.integer(at: box.content.lowerBound, width: 1) ?? 0
    }
}
