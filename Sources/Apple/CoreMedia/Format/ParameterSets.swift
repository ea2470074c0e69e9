import MissingFoundation

/// What a decoder of H.264 or HEVC has to know before the first picture: NAL units without start code or length.
package struct ParameterSets: Sendable, Equatable {
    package enum Codec: Sendable {
        case h264, hevc

        /// The box of a movie's sample description.
        package var box: String {
            switch self {
            case .h264: "avcC"
            case .hevc: "hvcC"
            }
        }

        /// The kind of the unit that is an SPS.
        fileprivate var sequenceKind: UInt8 {
            switch self {
            case .h264: 7
            case .hevc: 33
            }
        }

        /// A unit's kind, from its first byte.
        fileprivate func kind(_ header: UInt8) -> UInt8 {
            switch self {
            case .h264: header & 0x1f
            case .hevc: header >> 1 & 0x3f
            }
        }
    }

    package var codec: Codec
    /// SPS, then PPS; HEVC has VPS before them.
    package var units: [[UInt8]]
    /// Each unit of a sample begins with its length in so many bytes.
    package var lengthSize: Int

    package init(_ codec: Codec, _ units: [[UInt8]], lengthSize: Int = 4) {
        self.codec = codec
        self.units = units
        self.lengthSize = lengthSize
    }

    /// Reads a record as movies store it.
    ///
    /// - Returns: `nil` if the record is cut off.
    package init?(_ codec: Codec, record: [UInt8]) {
        var reader = RecordReader(bytes: record)
        var units: [[UInt8]] = []
        switch codec {
        case .h264:
            guard reader.skip(4), let sizes = reader.byte(), let sequences = reader.byte() else { return nil }
            lengthSize = Int(sizes & 3) + 1
            for _ in 0..<(sequences & 0x1f) {
                guard let unit = reader.unit() else { return nil }
                units.append(unit)
            }
            guard let pictures = reader.byte() else { return nil }
            for _ in 0..<pictures {
                guard let unit = reader.unit() else { return nil }
                units.append(unit)
            }
        case .hevc:
            guard reader.skip(21), let sizes = reader.byte(), let kinds = reader.byte() else { return nil }
            lengthSize = Int(sizes & 3) + 1
            for _ in 0..<kinds {
                guard reader.skip(1), let high = reader.byte(), let low = reader.byte() else { return nil }
                for _ in 0..<(Int(high) << 8 | Int(low)) {
                    guard let unit = reader.unit() else { return nil }
                    units.append(unit)
                }
            }
        }
        self.codec = codec
        self.units = units
    }

    /// The record as movies store it.
    ///
    /// - Returns: `nil` unless each kind is there.
    ///
    /// Source: ISO/IEC 14496-15, 5.3.3 (avcC), 8.3.3 (hvcC).
    package var record: [UInt8]? {
        guard [1, 2, 4].contains(lengthSize), units.allSatisfy({ !$0.isEmpty && $0.count <= 0xffff }),
            let sequence = sequenceFacts
        else { return nil }
        return switch codec {
        case .h264: h264Record(sequence)
        case .hevc: hevcRecord(sequence)
        }
    }

    private func h264Record(_ facts: SequenceParameters) -> [UInt8]? {
        let sequences = units(of: 7), pictures = units(of: 8)
        guard !pictures.isEmpty, sequences.count < 32, pictures.count < 256 else { return nil }
        var bytes = [1] + sequences[0][1...3] + [0xfc | UInt8(lengthSize - 1), 0xe0 | UInt8(sequences.count)]
        bytes += Self.counted(sequences) + [UInt8(pictures.count)] + Self.counted(pictures)
        // The High profiles say in addition how they store color, and that there are no extensions.
        if SequenceParameters.h264ProfilesWithChroma.contains(sequences[0][1]) {
            bytes += [0xfc | UInt8(facts.chromaFormat), 0xf8 | UInt8(facts.lumaBits - 8)]
            bytes += [0xf8 | UInt8(facts.chromaBits - 8), 0]
        }
        return bytes
    }

    private func hevcRecord(_ facts: SequenceParameters) -> [UInt8]? {
        let kinds: [UInt8] = [32, 33, 34]
        guard kinds.allSatisfy({ !units(of: $0).isEmpty }) else { return nil }
        var bytes = [1] + SequenceParameters.removingEmulationPrevention(units(of: 33)[0])[3..<15]
        bytes += [0xf0, 0]  // no minimal segmentation
        bytes += [0xfc]  // parallelism unknown
        bytes += [
            0xfc | UInt8(facts.chromaFormat), 0xf8 | UInt8(facts.lumaBits - 8), 0xf8 | UInt8(facts.chromaBits - 8),
        ]
        bytes += [0, 0]  // average frame rate not stated
        bytes += [1 << 3 | 1 << 2 | UInt8(lengthSize - 1), UInt8(kinds.count)]  // one temporal layer, nested
        for kind in kinds {
            let units = units(of: kind)
            bytes += [0x80 | kind, UInt8(units.count >> 8), UInt8(units.count & 0xff)] + Self.counted(units)
        }
        return bytes
    }

    /// What the first SPS says; `nil` without one, or for one that is cut off.
    package var sequenceFacts: SequenceParameters? {
        units(of: codec.sequenceKind).first.flatMap { SequenceParameters(codec, $0) }
    }

    private func units(of kind: UInt8) -> [[UInt8]] { units.filter { codec.kind($0[0]) == kind } }

    /// The units, each after its length in two bytes.
    private static func counted(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xff)] + $0 }
    }
}

private struct RecordReader {
    var bytes: [UInt8]
    var position = 0

    mutating func skip(_ count: Int) -> Bool {
        position += count
        return position <= bytes.count
    }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// A unit after its length in two bytes.
    mutating func unit() -> [UInt8]? {
        guard let high = byte(), let low = byte() else { return nil }
        let start = position
        guard skip(Int(high) << 8 | Int(low)), position > start else { return nil }
        return Array(bytes[start..<position])
    }
}
