import Foundation

/// What a GIF file says of its pictures. Source: CompuServe, GIF89a.
package struct GIFHeader: Sendable {
    package struct Frame: Sendable {
        /// In hundredths of a second.
        package var delay = 0
        package var hasTransparency = false
    }

    package let width: Int
    package let height: Int
    package let hasGlobalColorMap: Bool
    /// How many times the animation is repeated, 0 for endlessly; `nil` if the file does not say.
    package private(set) var loopCount: Int?
    package private(set) var frames: [Frame] = []

    /// - Returns: `nil` for anything but a GIF file with a picture.
    init?(_ data: Data) {
        let start = data.bytes(at: 0, count: 13)
        guard start.count == 13, [Array("GIF87a".utf8), Array("GIF89a".utf8)].contains(Array(start[..<6])) else {
            return nil
        }
        (width, height) = (Self.number(start, at: 6), Self.number(start, at: 8))
        hasGlobalColorMap = start[10] & 0x80 != 0
        guard width > 0, height > 0 else { return nil }
        readBlocks(data, from: 13 + Self.mapSize(start[10]))
        if frames.isEmpty { return nil }
    }

    private mutating func readBlocks(_ data: Data, from start: Int) {
        var offset = start
        var next = Frame()
        while let kind = data.bytes(at: offset, count: 1).first {
            switch kind {
            case 0x21:
                let label = data.bytes(at: offset + 1, count: 18)
                guard label.count > 6 else { return }
                if label[0] == 0xF9 {
                    next.delay = Self.number(label, at: 3)
                    next.hasTransparency = label[2] & 1 != 0
                } else if label[0] == 0xFF, label.count == 18, Array(label[2..<13]) == Array("NETSCAPE2.0".utf8) {
                    loopCount = Self.number(label, at: 15)
                }
                guard let end = Self.endOfSubblocks(data, from: offset + 2) else { return }
                offset = end
            case 0x2C:
                let image = data.bytes(at: offset, count: 10)
                guard image.count == 10 else { return }
                // A picture that breaks off still counts, as the file has its beginning.
                frames.append(next)
                next = Frame()
                // After the color map: the size of a code.
                let codes = offset + 10 + Self.mapSize(image[9]) + 1
                guard let end = Self.endOfSubblocks(data, from: codes) else { return }
                offset = end
            default: return
            }
        }
    }

    /// In bytes, of the color map that these flags announce.
    private static func mapSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8
    }

    private static func endOfSubblocks(_ data: Data, from start: Int) -> Int? {
        var offset = start
        while let count = data.bytes(at: offset, count: 1).first {
            offset += 1 + Int(count)
            if count == 0 { return offset }
        }
        return nil
    }
}
