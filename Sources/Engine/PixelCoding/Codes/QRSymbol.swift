import CoreVideo
import Foundation
internal import ZXing

/// What a QR code consists of, beside its text: enough to draw the same code again.
///
/// Source: ISO/IEC 18004.
package struct QRSymbol: Sendable, Equatable {
    /// The data's codewords, corrected and padded; without those of the correction.
    package let codewords: [UInt8]
    /// 1 to 40: 21 to 177 modules on a side.
    package let version: Int
    /// Which of the eight masks was used, 0 to 7.
    package let mask: Int
    /// `L`, `M`, `Q` or `H`.
    package let correctionLevel: Character

    /// - Returns: `nil` unless such a code has exactly so many codewords.
    package init?(codewords: [UInt8], version: Int, mask: Int, correctionLevel: Character) {
        guard (0...7).contains(mask), let layout = QRLayout(version: version, correctionLevel: correctionLevel),
            layout.dataCount == codewords.count
        else { return nil }
        self.codewords = codewords
        self.version = version
        self.mask = mask
        self.correctionLevel = correctionLevel
    }

    /// - Returns: `nil` for another kind of code, and if the code's format cannot be read in the picture.
    init?(_ code: Code, in picture: LumaSamples) {
        guard code.kind == .qr, let level = code.correctionLevel,
            let version = QRLayout.version(dataCount: code.payload.count, correctionLevel: level),
            let mask = QRFormat.mask(of: code, size: QRLayout.size(version), level, in: picture)
        else { return nil }
        self.init(codewords: code.payload, version: version, mask: mask, correctionLevel: level)
    }
}

/// How many codewords a code has, and how they are divided. Source: ISO/IEC 18004, table 9.
struct QRLayout {
    let blockCount: Int
    /// Codewords of correction in each block.
    let correctionCount: Int
    /// All codewords.
    let count: Int

    var dataCount: Int { count - blockCount * correctionCount }

    init?(version: Int, correctionLevel: Character) {
        guard (1...40).contains(version), let corrections = Self.corrections[correctionLevel],
            let blocks = Self.blocks[correctionLevel]
        else { return nil }
        blockCount = blocks[version - 1]
        correctionCount = corrections[version - 1]
        // What finders, timing, alignment, format and version leave.
        var modules = (16 * version + 128) * version + 64
        if version >= 2 {
            let alignments = version / 7 + 2
            modules -= (25 * alignments - 10) * alignments - 55
            if version >= 7 { modules -= 36 }
        }
        count = modules / 8
    }

    /// Modules on a side.
    static func size(_ version: Int) -> Int { 4 * version + 17 }

    /// A larger version has more codewords.
    static func version(dataCount: Int, correctionLevel: Character) -> Int? {
        (1...40).first { QRLayout(version: $0, correctionLevel: correctionLevel)?.dataCount == dataCount }
    }

    private static let corrections: [Character: [Int]] = [
        "L": [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        "M": [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
            28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        "Q": [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        "H": [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    private static let blocks: [Character: [Int]] = [
        "L": [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
            19, 19, 20, 21, 22, 24, 25,
        ],
        "M": [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
            31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        "Q": [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
            43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        "H": [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
            48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}

/// The fifteen bits beside the finders that tell correction level and mask; a code has them twice.
///
/// Source: ISO/IEC 18004, 7.9.
enum QRFormat {
    static func bits(mask: Int, correctionLevel: Character) -> Int {
        let level = ["L": 1, "M": 0, "Q": 3, "H": 2][correctionLevel] ?? 0
        let data = level << 3 | mask
        let remainder = (0..<10).reduce(data) { rest, _ in (rest << 1) ^ ((rest >> 9) * 0x537) }
        return (data << 10 | remainder) ^ 0x5412
    }

    /// Where a bit is, the lowest one first: beside the finder at the top left, and beside the other two.
    static func places(of bit: Int, size: Int) -> [(x: Int, y: Int)] {
        let near: (x: Int, y: Int) =
            switch bit {
            case 0..<6: (8, bit)
            case 6: (8, 7)
            case 7: (8, 8)
            case 8: (7, 8)
            default: (14 - bit, 8)
            }
        return [near, bit < 8 ? (size - 1 - bit, 8) : (8, size - 15 + bit)]
    }

    /// Looks at the modules that tell it.
    ///
    /// - Returns: `nil` if too many of them are unclear.
    static func mask(of code: Code, size: Int, _ level: Character, in picture: LumaSamples) -> Int? {
        guard let modules = ModuleSampler(code.corners, size: size, picture) else { return nil }
        // Each copy by the brightness of the finder beside it: light may fall on one side.
        let finders = [[(0, 0)], [(size - 7, 0), (0, size - 7)]]
        return finders.enumerated().compactMap { copy, finders -> (mask: Int, errors: Int)? in
            let threshold = modules.threshold(finders)
            let seen = (0..<15).reduce(0) { bits, bit in
                bits | (modules.isDark(places(of: bit, size: size)[copy], threshold) ? 1 << bit : 0)
            }
            let distances = (0...7).map { ($0, (bits(mask: $0, correctionLevel: level) ^ seen).nonzeroBitCount) }
            return distances.min { $0.1 < $1.1 }
        }
        // Any two differ in at least seven bits.
        .min { $0.errors < $1.errors }.flatMap { $0.errors <= 3 ? $0.mask : nil }
    }
}

/// Finds the modules of a code in a picture, by its four corners.
private struct ModuleSampler {
    private let picture: LumaSamples
    /// From the code's plane, in modules, to the picture: (ax + by + c, dx + ey + f) / (gx + hy + 1).
    private let map: [Double]

    /// - Parameter corners: top left, top right, bottom right, bottom left.
    /// - Returns: `nil` for corners without an area.
    init?(_ corners: [Code.Point], size: Int, _ picture: LumaSamples) {
        self.picture = picture
        let x = corners.map { Double($0.x) }
        let y = corners.map { Double($0.y) }
        let (sumX, sumY) = (x[0] - x[1] + x[2] - x[3], y[0] - y[1] + y[2] - y[3])
        let (x1, y1, x2, y2) = (x[1] - x[2], y[1] - y[2], x[3] - x[2], y[3] - y[2])
        let area = x1 * y2 - x2 * y1
        guard area != 0 else { return nil }
        let g = (sumX * y2 - x2 * sumY) / area
        let h = (x1 * sumY - sumX * y1) / area
        let side = Double(size)
        map = [
            (x[1] - x[0] + g * x[1]) / side, (x[3] - x[0] + h * x[3]) / side, x[0],
            (y[1] - y[0] + g * y[1]) / side, (y[3] - y[0] + h * y[3]) / side, y[0], g / side, h / side,
        ]
    }

    private func luma(_ column: Int, _ row: Int) -> Int {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let depth = map[6] * x + map[7] * y + 1
        let place = (x: (map[0] * x + map[1] * y + map[2]) / depth, y: (map[3] * x + map[4] * y + map[5]) / depth)
        guard place.x.isFinite, place.y.isFinite else { return 0 }
        // Corners may be a little outside.
        let pixelX = Int(min(max(place.x, 0), Double(picture.width - 1)))
        let pixelY = Int(min(max(place.y, 0), Double(picture.height - 1)))
        return Int(
            picture.base.load(
                fromByteOffset: pixelY * picture.bytesPerRow + pixelX * picture.bytesPerSample, as: UInt8.self))
    }

    /// Between the dark middles of finders and the light rings around them.
    func threshold(_ finders: [(Int, Int)]) -> Double {
        let inner = 2...4
        let dark = finders.flatMap { x, y in inner.flatMap { a in inner.map { b in luma(x + a, y + b) } } }
        let ring = (1...5).flatMap { [($0, 1), ($0, 5), (1, $0), (5, $0)] }
        let light = finders.flatMap { x, y in ring.map { luma(x + $0.0, y + $0.1) } }
        return (Double(dark.reduce(0, +)) / Double(dark.count) + Double(light.reduce(0, +)) / Double(light.count)) / 2
    }

    func isDark(_ place: (x: Int, y: Int), _ threshold: Double) -> Bool { Double(luma(place.x, place.y)) < threshold }
}
