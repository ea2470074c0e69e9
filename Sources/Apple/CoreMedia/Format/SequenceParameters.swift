import MissingFoundation

/// What a sequence parameter set says of its pictures.
///
/// Source: ITU-T H.264, 7.3.2.1.1; ITU-T H.265, 7.3.2.2.
package struct SequenceParameters: Sendable, Equatable {
    /// In pixels, without what is cropped.
    package private(set) var width = 0
    package private(set) var height = 0
    /// 0 is gray, 1 is 4:2:0, 2 is 4:2:2, 3 is 4:4:4.
    package private(set) var chromaFormat = 1
    package private(set) var lumaBits = 8
    package private(set) var chromaBits = 8

    /// The `profile_idc` whose parameters name the color format.
    static let h264ProfilesWithChroma: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// - Parameter unit: the NAL unit with its header.
    /// - Returns: `nil` for a unit that is cut off or says what cannot be.
    init?(_ codec: ParameterSets.Codec, _ unit: [UInt8]) {
        var bits = BitReader(bytes: Self.removingEmulationPrevention(unit))
        switch codec {
        case .h264: readH264(&bits)
        case .hevc: readHEVC(&bits)
        }
        guard !bits.isExhausted, (1...65_535).contains(width), (1...65_535).contains(height), chromaFormat < 4,
            (8...16).contains(lumaBits), (8...16).contains(chromaBits)
        else { return nil }
    }

    private mutating func readH264(_ bits: inout BitReader) {
        bits.skip(8)
        let profile = UInt8(bits.read(8))
        bits.skip(16)  // constraints, level
        _ = bits.unsigned()
        if Self.h264ProfilesWithChroma.contains(profile) {
            chromaFormat = bits.unsigned()
            if chromaFormat == 3 { bits.skip(1) }
            lumaBits = bits.unsigned() + 8
            chromaBits = bits.unsigned() + 8
            bits.skip(1)
            if bits.flag() { Self.skipScalingLists(chromaFormat == 3 ? 12 : 8, &bits) }
        }
        _ = bits.unsigned()
        Self.skipOrderOfPictures(&bits)
        _ = bits.unsigned()
        bits.skip(1)
        let columns = bits.unsigned() + 1
        let rows = bits.unsigned() + 1
        let fields = bits.flag() ? 1 : 2
        if fields == 2 { bits.skip(1) }
        bits.skip(1)
        (width, height) = (columns * 16, rows * 16 * fields)
        crop(&bits, rowUnit: fields)
    }

    private static func skipOrderOfPictures(_ bits: inout BitReader) {
        switch bits.unsigned() {
        case 0: _ = bits.unsigned()
        case 1:
            bits.skip(1)
            _ = (bits.unsigned(), bits.unsigned())
            for _ in 0..<min(bits.unsigned(), 255) { _ = bits.unsigned() }
        default: break
        }
    }

    private static func skipScalingLists(_ count: Int, _ bits: inout BitReader) {
        for list in 0..<count where bits.flag() {
            var last = 8
            var next = 8
            for _ in 0..<(list < 6 ? 16 : 64) {
                if next != 0 {
                    let code = bits.unsigned()
                    next = (last + (code % 2 == 0 ? -code / 2 : (code + 1) / 2) + 256) % 256
                }
                if next != 0 { last = next }
            }
        }
    }

    private mutating func readHEVC(_ bits: inout BitReader) {
        bits.skip(16 + 4)
        let layers = bits.read(3)
        bits.skip(1 + 96)  // nested; profile, tier and level
        if layers > 0 {
            let flags = (0..<layers).map { _ in (bits.flag(), bits.flag()) }
            bits.skip(2 * (8 - layers))
            for (hasProfile, hasLevel) in flags { bits.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)) }
        }
        _ = bits.unsigned()
        chromaFormat = bits.unsigned()
        if chromaFormat == 3 { bits.skip(1) }
        width = bits.unsigned()
        height = bits.unsigned()
        crop(&bits, rowUnit: 1)
        lumaBits = bits.unsigned() + 8
        chromaBits = bits.unsigned() + 8
    }

    /// Left, right, top, bottom, counted in samples of color.
    private mutating func crop(_ bits: inout BitReader, rowUnit: Int) {
        guard bits.flag() else { return }
        let columns = bits.unsigned() + bits.unsigned()
        let rows = bits.unsigned() + bits.unsigned()
        width -= columns * (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1)
        height -= rows * (chromaFormat == 1 ? 2 : 1) * rowUnit
    }

    /// Undoes the escaping of ISO/IEC 23008-2, 7.3.1.1: a 3 after two zeros.
    static func removingEmulationPrevention(_ unit: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}

/// Reads bits from the most significant one on; zeros after the end.
private struct BitReader {
    var bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isExhausted: Bool { position > bytes.count * 8 }

    mutating func skip(_ count: Int) { position += count }

    mutating func flag() -> Bool { read(1) == 1 }

    mutating func read(_ count: Int) -> Int {
        (0..<count).reduce(0) { value, _ in
            defer { position += 1 }
            let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
            return value << 1 | Int(byte >> (7 - position % 8) & 1)
        }
    }

    /// An Exp-Golomb code, ue(v).
    mutating func unsigned() -> Int {
        var zeros = 0
        while zeros < 32, !isExhausted, !flag() { zeros += 1 }
        return (1 << zeros) - 1 + read(zeros)
    }
}
