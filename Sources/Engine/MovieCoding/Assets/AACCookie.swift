import PixelCoding

/// What an AAC decoder is told in advance.
package enum AACCookie {
    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// In bytes; the boxes around it say their own in one byte.
    private static let maximumSize = 200

    /// The AudioSpecificConfig in a cookie, which can be that alone or an ES_Descriptor; without a cookie, the one of
    /// low complexity. `nil` for a cookie that has none.
    ///
    /// Source: ISO/IEC 14496-1, 7.2.6; 14496-3, 1.6.
    package static func specificConfig(_ cookie: [UInt8], sampleRate: Int, channels: Int) -> [UInt8]? {
        if cookie.first == 0x03 || cookie.starts(with: [0, 0, 0, 0, 0x03]) {
            return decoderConfig(cookie[(cookie.first == 0x03 ? 0 : 4)...])
        }
        if !cookie.isEmpty { return (2...maximumSize).contains(cookie.count) ? cookie : nil }
        let index = sampleRates.firstIndex(of: sampleRate) ?? 15
        let bits = 2 << 11 | index << 7 | channels << 3
        return [UInt8(bits >> 8 & 0xff), UInt8(bits & 0xff)]
    }

    /// The cookie of an encoder's sound: an ES_Descriptor, as Apple's encoders give.
    package static func streamDescriptor(bitRate: Int, specificConfig: [UInt8]) -> [UInt8] {
        var writer = BoxWriter()
        writer.writeStreamDescriptor(bitRate: bitRate, specificConfig: specificConfig)
        return writer.bytes
    }

    private static func decoderConfig(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = bytes
        while let tag = rest.popFirst() {
            var length = 0
            for _ in 0..<4 {
                guard let byte = rest.popFirst() else { break }
                length = length << 7 | Int(byte & 0x7f)
                if byte < 0x80 { break }
            }
            switch tag {
            case 0x03: rest = rest.dropFirst(3)
            case 0x04: rest = rest.dropFirst(13)
            case 0x05: return length <= min(rest.count, maximumSize) ? Array(rest.prefix(length)) : nil
            default: rest = rest.dropFirst(length)
            }
        }
        return nil
    }
}
