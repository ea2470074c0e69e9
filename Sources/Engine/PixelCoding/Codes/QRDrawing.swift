extension QRSymbol {
    /// The code: rows from above, `true` for black, without a border.
    package func modules() -> [[Bool]] {
        guard let layout = QRLayout(version: version, correctionLevel: correctionLevel) else { return [] }
        var drawing = QRDrawing(version: version)
        drawing.drawFormat(QRFormat.bits(mask: mask, correctionLevel: correctionLevel))
        drawing.fill(with: layout.interleaved(codewords))
        drawing.apply(mask: mask)
        return drawing.modules
    }
}

extension QRLayout {
    /// The codewords in the order in which they are drawn: the first of each block, the second of each block, and so on;
    /// then those of the correction.
    fileprivate func interleaved(_ codewords: [UInt8]) -> [UInt8] {
        let shortCount = count / blockCount - correctionCount
        let shortBlocks = blockCount - count % blockCount
        let divisor = ReedSolomon.divisor(degree: correctionCount)
        var rest = codewords[...]
        let blocks = (0..<blockCount).map { block in
            let data = Array(rest.prefix(shortCount + (block < shortBlocks ? 0 : 1)))
            rest = rest.dropFirst(data.count)
            return (data: data, correction: ReedSolomon.remainder(data, divisor))
        }
        return (0...shortCount).flatMap { index in blocks.compactMap { index < $0.data.count ? $0.data[index] : nil } }
            + (0..<correctionCount).flatMap { index in blocks.map { $0.correction[index] } }
    }
}

/// Codewords of correction, in the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1.
private enum ReedSolomon {
    static func divisor(degree: Int) -> [UInt8] {
        var product = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in product.indices {
                product[index] = multiply(product[index], root)
                if index + 1 < degree { product[index] ^= product[index + 1] }
            }
            root = multiply(root, 2)
        }
        return product
    }

    static func remainder(_ data: [UInt8], _ divisor: [UInt8]) -> [UInt8] {
        data.reduce(into: [UInt8](repeating: 0, count: divisor.count)) { rest, byte in
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= multiply(divisor[index], factor) }
        }
    }

    private static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(0) { product, bit in
            let doubled = (product << 1) ^ (product >> 7 == 0 ? 0 : 0x1D)
            return right >> bit & 1 == 0 ? doubled : doubled ^ left
        }
    }
}

private struct QRDrawing {
    private let size: Int
    private(set) var modules: [[Bool]]
    /// What is not data.
    private var isFixed: [[Bool]]

    init(version: Int) {
        size = QRLayout.size(version)
        modules = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)
        isFixed = modules
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawRings(x, y, 4, light: [2, 4]) }
        let centers = Self.alignmentCenters(version, size: size)
        for x in centers {
            for y in centers where ![[6, 6], [6, size - 7], [size - 7, 6]].contains([x, y]) {
                drawRings(x, y, 2, light: [1])
            }
        }
        if version >= 7 { drawVersion(version) }
    }

    private mutating func set(_ x: Int, _ y: Int, _ isBlack: Bool) {
        guard modules.indices.contains(x), modules.indices.contains(y) else { return }
        modules[y][x] = isBlack
        isFixed[y][x] = true
    }

    private mutating func drawRings(_ x: Int, _ y: Int, _ radius: Int, light: Set<Int>) {
        for (dx, dy) in (-radius...radius).flatMap({ dx in (-radius...radius).map { (dx, $0) } }) {
            set(x + dx, y + dy, !light.contains(max(abs(dx), abs(dy))))
        }
    }

    /// In rows as in columns.
    private static func alignmentCenters(_ version: Int, size: Int) -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }
    }

    private mutating func drawVersion(_ version: Int) {
        let remainder = (0..<12).reduce(version) { rest, _ in (rest << 1) ^ ((rest >> 11) * 0x1F25) }
        let bits = version << 12 | remainder
        for bit in 0..<18 {
            let (near, far) = (bit / 3, size - 11 + bit % 3)
            set(near, far, bits >> bit & 1 == 1)
            set(far, near, bits >> bit & 1 == 1)
        }
    }

    mutating func drawFormat(_ bits: Int) {
        for bit in 0..<15 {
            for (x, y) in QRFormat.places(of: bit, size: size) { set(x, y, bits >> bit & 1 == 1) }
        }
        set(8, size - 8, true)
    }

    /// Two columns at a time, from the right, up and down in turn.
    mutating func fill(with codewords: [UInt8]) {
        var bits = codewords.lazy.flatMap { word in (0..<8).reversed().map { word >> $0 & 1 == 1 } }.makeIterator()
        // The column of the timing pattern is passed over.
        let rights = Array(stride(from: size - 1, through: 8, by: -2)) + [5, 3, 1]
        for (index, right) in rights.enumerated() {
            for row in 0..<size {
                let y = index % 2 == 0 ? size - 1 - row : row
                for x in [right, right - 1] where !isFixed[y][x] {
                    // Some versions have bits to spare, which are light.
                    modules[y][x] = bits.next() ?? false
                }
            }
        }
    }

    mutating func apply(mask: Int) {
        for y in 0..<size {
            for x in 0..<size where !isFixed[y][x] && Self.inverts(mask, x, y) { modules[y][x].toggle() }
        }
    }

    /// Source: ISO/IEC 18004, table 10.
    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
