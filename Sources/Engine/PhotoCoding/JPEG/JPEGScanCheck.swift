/// Looks for blocks with more than 64 values in the compressed data of a JPEG picture. libjpeg ignores what is too much, and
/// other decoders refuse such a picture; it comes of a byte that was changed in a file.
///
/// Pictures with Huffman codes in one pass are checked (SOF0 and SOF1), if they bring their tables.
///
/// Source: ITU-T T.81, A.2 (the order of the blocks), B.2 (segments), C.2 (codes), F.2.2 (values of a block).
struct JPEGScanCheck {
    private struct Component {
        var id: UInt8
        var horizontal: Int
        var vertical: Int
    }

    /// For each 16 bits the length of the code with which they begin, and its symbol: 0 for none.
    private typealias Table = [UInt16]

    private enum Marker {
        static let frames: ClosedRange<UInt8> = 0xC0...0xC1
        static let tables: UInt8 = 0xC4
        static let otherFrames: Set<UInt8> = [0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF]
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
        static let end: UInt8 = 0xD9
        static let scan: UInt8 = 0xDA
        static let restartInterval: UInt8 = 0xDD
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 2
    private var size = (width: 0, height: 0)
    private var components: [Component] = []
    private var values: [UInt8: Table] = [:]
    private var restartInterval = 0
    private var bits: UInt64 = 0
    private var bitCount = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// - Parameter jpeg: a picture that libjpeg has decoded without a complaint.
    /// - Returns: `true` also for what is not checked.
    static func holds(_ jpeg: UnsafeRawBufferPointer) -> Bool {
        var check = JPEGScanCheck(jpeg)
        return check.holds()
    }

    private mutating func holds() -> Bool {
        while let marker = nextMarker(), marker != Marker.end {
            let start = position + 2
            guard start <= bytes.count else { return true }
            let end = position + number(at: position)
            guard end >= start, end <= bytes.count else { return true }
            let segment = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            position = end
            switch marker {
            case Marker.frames:
                if !readFrame(segment) { return true }
            case Marker.tables:
                if !readTables(segment) { return true }
            case Marker.restartInterval where segment.count >= 2:
                restartInterval = number(at: start)
            case Marker.scan:
                guard let isGood = scan(segment) else { return true }
                if !isGood { return false }
            default:
                if Marker.otherFrames.contains(marker) { return true }
            }
        }
        return true
    }

    private func number(at place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    /// The marker at or after the position, which is then behind it.
    private mutating func nextMarker() -> UInt8? {
        while position + 1 < bytes.count {
            defer { position += 1 }
            guard bytes[position] == 0xFF, ![0, 0xFF].contains(bytes[position + 1]) else { continue }
            position += 1
            return bytes[position]
        }
        return nil
    }

    private mutating func readFrame(_ segment: UnsafeRawBufferPointer) -> Bool {
        guard segment.count >= 6, segment.count >= 6 + 3 * Int(segment[5]) else { return false }
        size = (Int(segment[3]) << 8 | Int(segment[4]), Int(segment[1]) << 8 | Int(segment[2]))
        components = (0..<Int(segment[5])).map { index in
            let factors = segment[7 + 3 * index]
            return Component(id: segment[6 + 3 * index], horizontal: Int(factors >> 4), vertical: Int(factors & 15))
        }
        return size.width > 0 && size.height > 0
            && components.allSatisfy { (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) }
    }

    private mutating func readTables(_ segment: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place + 17 <= segment.count {
            let counts = segment[place + 1..<place + 17].map(Int.init)
            var symbol = place + 17
            guard symbol + counts.reduce(0, +) <= segment.count else { return false }
            var (table, code) = (Table(repeating: 0, count: 1 << 16), 0)
            for (index, count) in counts.enumerated() {
                for _ in 0..<count {
                    let span = 1 << (15 - index)
                    guard code + span <= 1 << 16 else { return false }
                    for bits in code..<code + span { table[bits] = UInt16(index + 1) << 8 | UInt16(segment[symbol]) }
                    code += span
                    symbol += 1
                }
            }
            values[segment[place]] = table
            place = symbol
        }
        return true
    }

    /// - Returns: `nil` when it cannot be checked.
    private mutating func scan(_ segment: UnsafeRawBufferPointer) -> Bool? {
        guard let count = segment.first.map(Int.init), segment.count >= 1 + 2 * count, count > 0,
            let (most, highest) = largestFactors
        else { return nil }
        var blocks: [(dc: Table, ac: Table)] = []
        var (columns, rows) = (size.width.over(8 * most), size.height.over(8 * highest))
        for index in 0..<count {
            let (id, tables) = (segment[1 + 2 * index], segment[2 + 2 * index])
            guard let component = components.first(where: { $0.id == id }), let dc = values[tables >> 4],
                let ac = values[0x10 | tables & 15]
            else { return nil }
            if count == 1 {
                columns = (size.width * component.horizontal).over(most).over(8)
                rows = (size.height * component.vertical).over(highest).over(8)
            }
            let blockCount = count == 1 ? 1 : component.horizontal * component.vertical
            blocks += Array(repeating: (dc, ac), count: blockCount)
        }
        (bits, bitCount) = (0, 0)
        for unit in 0..<columns * rows {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
                (bits, bitCount) = (0, 0)
                guard let marker = nextMarker(), Marker.restarts.contains(marker) else { return false }
            }
            for block in blocks where !readBlock(block.dc, block.ac) { return false }
        }
        return true
    }

    private var largestFactors: (horizontal: Int, vertical: Int)? {
        guard let horizontal = components.map(\.horizontal).max(), let vertical = components.map(\.vertical).max()
        else { return nil }
        return (horizontal, vertical)
    }

    private mutating func readBlock(_ dc: Table, _ ac: Table) -> Bool {
        guard let difference = symbol(dc) else { return false }
        skip(Int(difference & 15))
        var index = 1
        while index < 64 {
            guard let code = symbol(ac) else { return false }
            let (zeroes, length) = (Int(code >> 4), Int(code & 15))
            index += zeroes + 1
            if length == 0 {
                if zeroes < 15 { return true }
            } else {
                if index > 64 { return false }
                skip(length)
            }
        }
        return true
    }

    private mutating func symbol(_ table: Table) -> UInt8? {
        fill()
        let entry = table[Int(bits >> 48)]
        guard entry > 0 else { return nil }
        skip(Int(entry >> 8))
        return UInt8(truncatingIfNeeded: entry)
    }

    private mutating func skip(_ count: Int) {
        if bitCount < count { fill() }
        bits <<= UInt64(count)
        bitCount -= count
    }

    /// At least 32 bits; zeroes after the end of the scan.
    private mutating func fill() {
        while bitCount <= 48 {
            var byte: UInt8 = 0
            if position < bytes.count {
                byte = bytes[position]
                let isMarker = byte == 0xFF && (position + 1 >= bytes.count || bytes[position + 1] != 0)
                if isMarker { byte = 0 } else { position += byte == 0xFF ? 2 : 1 }
            }
            bits |= UInt64(byte) << UInt64(56 - bitCount)
            bitCount += 8
        }
    }
}

extension Int {
    /// Divided, and rounded up.
    fileprivate func over(_ divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
