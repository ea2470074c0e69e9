/// V4L2's name of a pixel format: four characters in a little-endian number.
///
/// Source: V4L2 specification, v4l2_fourcc() and v4l2_fourcc_be().
package struct FourCC: Hashable, Sendable, CustomStringConvertible {
    package let code: UInt32

    private static let bigEndianBit: UInt32 = 1 << 31
    private static let bigEndianSuffix = "-BE"

    package init(code: UInt32) {
        self.code = code
    }

    /// Reads a name such as `YUYV`, `Y10` (padded with spaces) or `Y16-BE`.
    ///
    /// - Returns: `nil` unless it is one to four printable ASCII characters.
    package init?(_ text: String) {
        let isBigEndian = text.hasSuffix(Self.bigEndianSuffix)
        let name = isBigEndian ? text.dropLast(Self.bigEndianSuffix.count) : text[...]
        let bytes = Array(name.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        let padded = bytes + Array(repeating: 0x20, count: 4 - bytes.count)
        code = padded.reversed().reduce(0) { $0 << 8 | UInt32($1) } | (isBigEndian ? Self.bigEndianBit : 0)
    }

    /// The name without the padding, as `v4l2-ctl` prints it.
    package var description: String {
        let plain = code & ~Self.bigEndianBit
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: plain >> (8 * $0)) }
        var name = String(decoding: bytes, as: UTF8.self)
        while name.hasSuffix(" ") { name.removeLast() }
        return code & Self.bigEndianBit == 0 ? name : name + Self.bigEndianSuffix
    }
}
