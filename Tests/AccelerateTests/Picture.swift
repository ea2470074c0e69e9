import Accelerate

/// A picture whose rows have four bytes more than their pixels, which nothing may touch.
struct Picture {
    let width: Int
    let height: Int
    let bytesPerPixel: Int
    private var bytes: [UInt8]

    private var rowBytes: Int { width * bytesPerPixel + 4 }

    /// - Parameter value: of the component of the pixel at (x, y).
    init(_ width: Int, _ height: Int, bytesPerPixel: Int = 4, _ value: (Int, Int, Int) -> UInt8 = { _, _, _ in 77 }) {
        (self.width, self.height, self.bytesPerPixel) = (width, height, bytesPerPixel)
        bytes = []
        for y in 0..<height {
            for x in 0..<width { bytes += (0..<bytesPerPixel).map { value(x, y, $0) } }
            bytes += [201, 202, 203, 204]
        }
    }

    /// Bytes in no order that a wrong place would keep.
    static func noise(_ width: Int, _ height: Int, bytesPerPixel: Int = 4) -> Picture {
        Picture(width, height, bytesPerPixel: bytesPerPixel) { x, y, part in
            UInt8((x * 31 + y * 57 + part * 101 + x * y * 7) % 256)
        }
    }

    subscript(x: Int, y: Int, part: Int) -> UInt8 { bytes[y * rowBytes + x * bytesPerPixel + part] }

    /// Whether each component is as expected, and the padding as it was.
    func isMade(within tolerance: Int = 0, _ expected: (Int, Int, Int) -> UInt8) -> Bool {
        for y in 0..<height {
            if Array(bytes[(y + 1) * rowBytes - 4..<(y + 1) * rowBytes]) != [201, 202, 203, 204] { return false }
            for x in 0..<width {
                for part in 0..<bytesPerPixel {
                    if abs(Int(self[x, y, part]) - Int(expected(x, y, part))) > tolerance { return false }
                }
            }
        }
        return true
    }

    mutating func withBuffer<Result>(_ body: (inout vImage_Buffer) -> Result) -> Result {
        let (width, height, rowBytes) = (width, height, rowBytes)
        return bytes.withUnsafeMutableBytes { memory in
            var buffer = vImage_Buffer(
                data: memory.baseAddress, height: vImagePixelCount(height), width: vImagePixelCount(width),
                rowBytes: rowBytes)
            return body(&buffer)
        }
    }

    /// Calls with this picture as the source, which is returned as it was.
    func make(_ result: inout Picture, _ body: (inout vImage_Buffer, inout vImage_Buffer) -> vImage_Error)
        -> vImage_Error
    {
        var source = self
        return source.withBuffer { source in result.withBuffer { body(&source, &$0) } }
    }
}

let noFlags = vImage_Flags(kvImageNoFlags)
