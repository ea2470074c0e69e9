import FFmpeg

/// Makes the entries of the sample description table (`stsd`): how a decoder is set up.
enum SampleDescription {
    /// H.264 in an `avc1` entry.
    ///
    /// - Parameter parameterSets: one SPS, one PPS.
    ///
    /// Sources: Apple, QuickTime File Format, "Video Sample Description"; ISO/IEC 14496-15, 5.3.3 (avcC).
    static func h264(width: Int, height: Int, parameterSets: [[UInt8]], colour: PictureColour) -> [UInt8] {
        let sequence = parameterSets.filter { $0[0] & 0x1f == 7 }
        let picture = parameterSets.filter { $0[0] & 0x1f == 8 }
        return video("avc1", name: "H.264", width: width, height: height, depth: 24, colour: colour) {
            $0.box("avcC") {
                $0.write(UInt8(1))
                $0.write(contentsOf: Array(sequence[0][1...3]))
                $0.write(UInt8(0xfc | 3))  // lengths take 4 bytes
                $0.write(UInt8(0xe0 | sequence.count))
                $0.writeUnits(sequence)
                $0.write(UInt8(picture.count))
                $0.writeUnits(picture)
                // The High profiles say in addition: 4:2:0, 8 bits, no SPS extensions.
                if sequence[0][1] >= 100 { $0.write(contentsOf: [0xfd, 0xf8, 0xf8, 0]) }
            }
        }
    }

    /// HEVC in an `hvc1` entry.
    ///
    /// - Parameters:
    ///   - parameterSets: VPS, SPS, PPS.
    ///   - bitDepth: 8 or 10.
    ///
    /// Source: ISO/IEC 14496-15, 8.3.3 (hvcC).
    static func hevc(
        width: Int, height: Int, bitDepth: Int, parameterSets: [[UInt8]], colour: PictureColour
    ) -> [UInt8] {
        video("hvc1", name: "HEVC", width: width, height: height, depth: 24, colour: colour) {
            $0.box("hvcC") { $0.writeHEVCConfiguration(bitDepth: bitDepth, parameterSets: parameterSets) }
        }
    }

    /// AAC in an `mp4a` entry, version 1 with a `wave` box as QuickTime writes it.
    ///
    /// - Parameter specificConfig: the AudioSpecificConfig of ISO/IEC 14496-3.
    ///
    /// Source: Apple, QuickTime File Format, "Sound Sample Description (Version 1)", "MPEG-4 Elementary Stream
    /// Descriptor Atom".
    static func aac(
        sampleRate: Int, channels: Int, framesPerPacket: Int, bitRate: Int, specificConfig: [UInt8]
    ) -> [UInt8] {
        entry("mp4a") {
            $0.write(UInt16(1))
            $0.writeZeros(6)
            $0.write(UInt16(channels))
            $0.write(UInt16(16))
            $0.write(UInt16(0xfffe))  // variable bit rate
            $0.write(UInt16(0))
            // 16.16 cannot hold 88.2 kHz and above: readers take those from the AudioSpecificConfig.
            $0.write(sampleRate < 1 << 16 ? UInt32(sampleRate) << 16 : 0)
            $0.write(UInt32(framesPerPacket))
            $0.write(UInt32(0))
            $0.write(UInt32(0))
            $0.write(UInt32(2))
            $0.box("wave") {
                $0.box("frma") { $0.write("mp4a") }
                $0.box("mp4a") { $0.write(UInt32(0)) }
                $0.fullBox("esds") { $0.writeStreamDescriptor(bitRate: bitRate, specificConfig: specificConfig) }
                $0.box(0) { _ in }
            }
        }
    }

    /// Timed metadata with one key, whose local number is 1, in a `mebx` entry.
    ///
    /// - Parameter dataType: one of QuickTime's well-known types.
    ///
    /// Source: Apple, QuickTime File Format, "Timed Metadata Media".
    static func timedMetadata(key: String, dataType: UInt32) -> [UInt8] {
        entry("mebx") {
            $0.box("keys") {
                $0.box(1) {
                    $0.box("keyd") {
                        $0.write("mdta")
                        $0.write(key)
                    }
                    $0.box("dtyp") {
                        $0.write(UInt32(0))  // a well-known type
                        $0.write(dataType)
                    }
                }
            }
        }
    }

    private static func entry(_ type: String, _ body: (inout BoxWriter) -> Void) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(type) {
            $0.writeZeros(6)
            $0.write(UInt16(1))  // the data reference: this file
            body(&$0)
        }
        return writer.bytes
    }

    private static func video(
        _ type: String, name: String, width: Int, height: Int, depth: Int, colour: PictureColour,
        _ configuration: (inout BoxWriter) -> Void
    ) -> [UInt8] {
        entry(type) {
            $0.writeZeros(16)
            $0.write(UInt16(width))
            $0.write(UInt16(height))
            $0.write(UInt32(72 << 16))
            $0.write(UInt32(72 << 16))
            $0.write(UInt32(0))
            $0.write(UInt16(1))
            $0.write(UInt8(name.utf8.count))
            $0.write(name)
            $0.writeZeros(31 - name.utf8.count)
            $0.write(UInt16(depth))
            $0.write(UInt16(0xffff))  // no colour table
            configuration(&$0)
            $0.box("colr") {
                $0.write("nclc")
                $0.write(UInt16(colour.primaries))
                $0.write(UInt16(colour.transfer))
                $0.write(UInt16(colour.matrix))
            }
        }
    }
}

extension BoxWriter {
    /// Parameter sets, each after its length in two bytes.
    mutating func writeUnits(_ units: [[UInt8]]) {
        for unit in units {
            write(UInt16(unit.count))
            write(contentsOf: unit)
        }
    }

    /// The ES_Descriptor of ISO/IEC 14496-1, 7.2.6.5, for AAC.
    fileprivate mutating func writeStreamDescriptor(bitRate: Int, specificConfig: [UInt8]) {
        let specificLength = UInt8(specificConfig.count)
        write(contentsOf: [0x03, 3 + 15 + 2 + specificLength + 3, 0, 0, 0])
        write(contentsOf: [0x04, 13 + 2 + specificLength, 0x40, 5 << 2 | 1, 0, 0x18, 0])
        write(UInt32(bitRate))
        write(UInt32(bitRate))
        write(contentsOf: [0x05, specificLength])
        write(contentsOf: specificConfig)
        write(contentsOf: [0x06, 1, 2])
    }
}
