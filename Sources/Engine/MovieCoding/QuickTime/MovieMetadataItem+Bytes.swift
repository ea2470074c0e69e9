import CaptureEngine

/// How an item is stored in a movie's `meta` box.
///
/// Source: Apple, QuickTime File Format, "Well-known types".
extension MovieMetadataItem {
    /// Keys of the `udta` key space are four characters of Mac OS Roman, of which only `©` is not ASCII.
    var keyBytes: [UInt8] {
        keySpace == "udta" ? key.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(key.utf8)
    }

    var typeCode: UInt32 {
        switch value {
        case .data: 0
        case .text: 1
        case .integer: 21
        case .real: 24
        }
    }

    var valueBytes: [UInt8] {
        switch value {
        case .data(let data): Array(data)
        case .text(let text): Array(text.utf8)
        case .integer(let number):
            if let small = Int8(exactly: number) {
                [UInt8(bitPattern: small)]
            } else if let medium = Int32(exactly: number) {
                withUnsafeBytes(of: medium.bigEndian) { Array($0) }
            } else {
                withUnsafeBytes(of: number.bigEndian) { Array($0) }
            }
        case .real(let number): withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) }
        }
    }
}
