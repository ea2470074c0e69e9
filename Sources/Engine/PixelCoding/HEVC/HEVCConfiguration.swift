extension BoxWriter {
    /// Parameter sets, each after its length in two bytes.
    package mutating func writeUnits(_ units: [[UInt8]]) {
        for unit in units {
            write(UInt16(unit.count))
            write(contentsOf: unit)
        }
    }

    /// How an HEVC decoder is set up: the HEVCDecoderConfigurationRecord, for 4:2:0.
    ///
    /// - Parameters:
    ///   - bitDepth: 8 or 10.
    ///   - parameterSets: VPS, SPS, PPS.
    ///
    /// Source: ISO/IEC 14496-15, 8.3.3 (hvcC).
    package mutating func writeHEVCConfiguration(bitDepth: Int, parameterSets: [[UInt8]]) {
        let kinds: [UInt8] = [32, 33, 34]
        let sets = kinds.map { kind in parameterSets.filter { $0[0] >> 1 & 0x3f == kind } }
        let profile = Self.removingEmulationPrevention(sets[1][0])[3..<15]
        write(UInt8(1))
        write(contentsOf: Array(profile))
        write(UInt16(0xf000))  // no minimal segmentation
        write(UInt8(0xfc))  // parallelism unknown
        write(UInt8(0xfc | 1))  // 4:2:0
        write(UInt8(0xf8 | UInt8(bitDepth - 8)))
        write(UInt8(0xf8 | UInt8(bitDepth - 8)))
        write(UInt16(0))  // average frame rate not stated
        write(UInt8(1 << 3 | 1 << 2 | 3))  // one temporal layer, nested, lengths of 4 bytes
        write(UInt8(kinds.count))
        for (kind, units) in zip(kinds, sets) {
            write(UInt8(0x80 | kind))
            write(UInt16(units.count))
            writeUnits(units)
        }
    }

    /// Undoes the escaping of ISO/IEC 23008-2, 7.3.1.1: a 3 after two zeros.
    private static func removingEmulationPrevention(_ unit: [UInt8]) -> [UInt8] {
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
