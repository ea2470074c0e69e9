/// The machine-readable strip along the top edge of the scene: two rows of 40 black or white blocks.
///
/// | columns | meaning |
/// | --- | --- |
/// | 0, 1, 2 | black, white, black: where a row begins |
/// | 3 … 34 | 32 bits, the highest first; white is one |
/// | 35 … 37 | the number of ones modulo 8, the highest bit first |
/// | 38, 39 | white, white: where a row ends; differs from a mirrored beginning |
///
/// The upper row holds the frame's number since its source started, the lower one its capture time in milliseconds.
/// A block is 16 pixels wide at 640 x 480, so it survives JPEG and H.264 at low quality, and scaling by two.
package enum BlockCode {
    package static let columns = 40
    package static let rows = 2
    /// The height of a row is this part of the frame's height.
    package static let rowsInFrame = 30

    private static let start = [false, true, false]
    private static let end = [true, true]
    private static let bits = 32
    private static let checkBits = 3

    /// The 40 blocks of a row, from left to right; `true` is white.
    package static func encode(_ value: UInt32) -> [Bool] {
        let data = (0..<bits).map { value >> UInt32(bits - 1 - $0) & 1 == 1 }
        let check = (0..<checkBits).map { checksum(value) >> (checkBits - 1 - $0) & 1 == 1 }
        return start + data + check + end
    }

    /// The value of a row, or `nil` if the markers or the checksum are wrong.
    package static func decode(_ blocks: [Bool]) -> UInt32? {
        guard blocks.count == columns, Array(blocks.prefix(start.count)) == start,
            Array(blocks.suffix(end.count)) == end
        else { return nil }
        let value = blocks.dropFirst(start.count).prefix(bits).reduce(UInt32(0)) { $0 << 1 | ($1 ? 1 : 0) }
        let check = blocks.dropFirst(start.count + bits).prefix(checkBits).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        return check == checksum(value) ? value : nil
    }

    private static func checksum(_ value: UInt32) -> Int { value.nonzeroBitCount % (1 << checkBits) }
}
