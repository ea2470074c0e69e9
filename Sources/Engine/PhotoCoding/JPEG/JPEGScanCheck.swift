/// Looks for blocks with more than 64 values in the compressed data of a JPEG picture. A corrupted byte causes them.
/// libjpeg ignores the excess; other decoders refuse such a picture.
///
/// Pictures with Huffman codes in one pass are checked (SOF0 and SOF1), if they contain their tables.
///
/// Source: ITU-T T.81, A.2 (the order of the blocks), B.2 (segments), C.2 (codes), F.2.2 (values of a block).
struct JPEGScanCheck {
    private struct Component {
        var id: UInt8
        var horizontal: Int
        var vertical: Int
    }

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
    private var tables: [UInt8: HuffmanTable] = [:]
    private var restartInterval = 0

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
            let end = place + 17 + counts.reduce(0, +)
            guard end <= segment.count,
                let table = HuffmanTable(
                    counts: counts, symbols: segment[place + 17..<end], isForFirstValues: segment[place] >> 4 == 0)
            else { return false }
            tables[segment[place]] = table
            place = end
        }
        return true
    }

    /// - Returns: `nil` when it cannot be checked.
    private mutating func scan(_ segment: UnsafeRawBufferPointer) -> Bool? {
        guard let count = segment.first.map(Int.init), segment.count >= 1 + 2 * count, count > 0,
            let (most, highest) = largestFactors
        else { return nil }
        var blocks: [(first: HuffmanTable, others: HuffmanTable)] = []
        var (columns, rows) = (size.width.over(8 * most), size.height.over(8 * highest))
        for index in 0..<count {
            let (id, names) = (segment[1 + 2 * index], segment[2 + 2 * index])
            guard let component = components.first(where: { $0.id == id }), let first = tables[names >> 4],
                let others = tables[0x10 | names & 15]
            else { return nil }
            if count == 1 {
                columns = (size.width * component.horizontal).over(most).over(8)
                rows = (size.height * component.vertical).over(highest).over(8)
            }
            let blockCount = count == 1 ? 1 : component.horizontal * component.vertical
            blocks += Array(repeating: (first, others), count: blockCount)
        }
        let unitCount = columns * rows
        let run = restartInterval > 0 ? restartInterval : unitCount
        for start in stride(from: 0, to: unitCount, by: run) {
            if start > 0 {
                guard let marker = nextMarker(), Marker.restarts.contains(marker) else { return false }
            }
            var bits = EntropyBits(bytes, at: position)
            defer { position = bits.position }
            for _ in start..<min(start + run, unitCount) {
                for block in blocks where !bits.skipBlock(block.first, block.others) { return false }
            }
        }
        return true
    }

    private var largestFactors: (horizontal: Int, vertical: Int)? {
        guard let horizontal = components.map(\.horizontal).max(), let vertical = components.map(\.vertical).max()
        else { return nil }
        return (horizontal, vertical)
    }
}

/// What to do with the bits that follow: how many of them are a code and the value behind it, and how many values of the block
/// they stand for.
private final class HuffmanTable {
    /// The bits of the code and of its value, the values of the block, and the kind of code; 0 for an invalid code.
    struct Entry {
        static let lengths: UInt16 = 0x1F
        static let hasValue: UInt16 = 1 << 10
        static let endsBlock: UInt16 = 1 << 11

        static func make(codeLength: Int, symbol: UInt8, isFirstValue: Bool) -> UInt16 {
            let (zeroes, length) = isFirstValue ? (0, Int(symbol & 15)) : (Int(symbol >> 4), Int(symbol & 15))
            var entry = UInt16(codeLength + length) | UInt16(zeroes + 1) << 5
            if length > 0 { entry |= hasValue }
            if length == 0, zeroes < 15 { entry |= endsBlock }
            return entry
        }
    }

    /// Most codes are short: a table for their bits stays near the processor.
    static let shortBits = 9
    /// Entries for each 9 bits that begin with a whole code, then for each 16 bits.
    let short: UnsafeMutablePointer<UInt16>
    let long: UnsafeMutablePointer<UInt16>

    /// - Parameters:
    ///   - counts: how many codes there are of each length, from 1 to 16 bits.
    ///   - isForFirstValues: whether the codes are those of the blocks' first values, behind which no zeroes are counted.
    /// - Returns: `nil` if the codes do not fit.
    init?(counts: [Int], symbols: Slice<UnsafeRawBufferPointer>, isForFirstValues: Bool) {
        short = .allocate(capacity: 1 << Self.shortBits)
        long = .allocate(capacity: 1 << 16)
        short.initialize(repeating: 0, count: 1 << Self.shortBits)
        long.initialize(repeating: 0, count: 1 << 16)
        var (code, symbol) = (0, symbols.startIndex)
        for (index, count) in counts.enumerated() {
            for _ in 0..<count {
                let (length, span) = (index + 1, 1 << (15 - index))
                guard code + span <= 1 << 16 else { return nil }
                let entry = Entry.make(codeLength: length, symbol: symbols[symbol], isFirstValue: isForFirstValues)
                (long + code).update(repeating: entry, count: span)
                if length <= Self.shortBits {
                    let excess = 16 - Self.shortBits
                    (short + code >> excess).update(repeating: entry, count: span >> excess)
                }
                code += span
                symbol += 1
            }
        }
    }

    deinit {
        short.deallocate()
        long.deallocate()
    }
}

/// The bits of a scan between two markers. Behind them come zeroes.
private struct EntropyBits {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    private var bits: UInt64 = 0
    private var bitCount = 0

    init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// - Returns: `false` for invalid codes, and for a block with more than 64 values.
    @inline(__always)
    mutating func skipBlock(_ first: HuffmanTable, _ others: HuffmanTable) -> Bool {
        guard skipCode(first) != 0 else { return false }
        var index: UInt16 = 1
        while index < 64 {
            let entry = skipCode(others)
            if entry & HuffmanTable.Entry.endsBlock != 0 { return true }
            guard entry != 0 else { return false }
            index += entry >> 5 & 0x1F
            if index > 64, entry & HuffmanTable.Entry.hasValue != 0 { return false }
        }
        return true
    }

    /// - Returns: the code's entry; 0 for an invalid code.
    @inline(__always)
    private mutating func skipCode(_ table: HuffmanTable) -> UInt16 {
        if bitCount < 32 { fill() }
        var entry = table.short[Int(truncatingIfNeeded: bits >> (64 - UInt64(HuffmanTable.shortBits)))]
        if entry == 0 { entry = table.long[Int(truncatingIfNeeded: bits >> 48)] }
        let count = entry & HuffmanTable.Entry.lengths
        bits <<= UInt64(count)
        bitCount -= Int(count)
        return entry
    }

    /// Makes them 32 or more, as many as the longest code and value need.
    @inline(__always)
    private mutating func fill() {
        if position + 4 <= bytes.count {
            let word = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
            // A byte of ones may be a marker.
            if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
                bits |= UInt64(word) << UInt64(32 - bitCount)
                bitCount += 32
                position += 4
                return
            }
        }
        fillByBytes()
    }

    @inline(never)
    private mutating func fillByBytes() {
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
