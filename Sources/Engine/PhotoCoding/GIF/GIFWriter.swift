import CoreVideo
import Foundation

/// Makes GIF files. Source: CompuServe, GIF89a.
///
/// FFmpeg's encoder takes pictures that have a palette, and the filter that makes one is in another of its libraries, which
/// nothing here needs otherwise.
package struct GIFWriter {
    private var file: Data
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - width: of the canvas, as the height below 65,536.
    ///   - loopCount: how many times the pictures are repeated, 0 for endlessly; `nil`: they are shown once.
    package init?(width: Int, height: Int, loopCount: Int?) {
        guard (1..<1 << 16).contains(width), (1..<1 << 16).contains(height) else { return nil }
        (self.width, self.height) = (width, height)
        file = Data("GIF89a".utf8)
        append(width, height)
        // No color map for all pictures: each has its own.
        file += [0x70, 0, 0]
        guard let loopCount else { return }
        file += [0x21, 0xFF, 11]
        file += Data("NETSCAPE2.0".utf8)
        file += [3, 1]
        append(min(max(loopCount, 0), 0xFFFF))
        file += [0]
    }

    /// Adds a picture in the upper left corner of the canvas; what does not fit is cut off.
    ///
    /// - Parameters:
    ///   - picture: `kCVPixelFormatType_32RGBA`, whose colors are not multiplied by alpha. A pixel is seen or not, there is
    ///     nothing between.
    ///   - delay: until the next picture, in hundredths of a second.
    package mutating func add(_ picture: CVPixelBuffer, delay: Int) {
        let size = (
            width: min(CVPixelBufferGetWidth(picture), width), height: min(CVPixelBufferGetHeight(picture), height)
        )
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.width * size.height)
        picture.withPlanes { planes in
            for y in 0..<size.height {
                let row = UnsafeRawPointer(planes[0].base) + y * planes[0].bytesPerRow
                for x in 0..<size.width { pixels.append(row.load(fromByteOffset: 4 * x, as: UInt32.self)) }
            }
        }
        let isWhole = pixels.allSatisfy(ColorPalette.isOpaque) && size == (width, height)
        var palette = ColorPalette(of: pixels, limit: isWhole ? 256 : 255)
        let transparent = UInt8(isWhole ? 0 : palette.colors.count)
        let numbers = palette.numbers(of: pixels, width: size.width, transparent: transparent)
        var bits = 1
        while 1 << bits < palette.colors.count + (isWhole ? 0 : 1) { bits += 1 }
        // Pixels that are not covered are cleared before the next picture.
        file += [0x21, 0xF9, 4, isWhole ? 1 << 2 : 2 << 2 | 1]
        append(min(max(delay, 0), 0xFFFF))
        file += [transparent, 0]
        file += [0x2C]
        append(0, 0)
        append(size.width, size.height)
        file += [0x80 | UInt8(bits - 1)]
        for color in palette.colors { file += [UInt8(color.x), UInt8(color.y), UInt8(color.z)] }
        file += Data(count: 3 * ((1 << bits) - palette.colors.count))
        appendCompressed(numbers, bits: max(bits, 2))
    }

    /// The file, with its end.
    package func finish() -> Data { file + [0x3B] }

    private mutating func append(_ numbers: Int...) {
        for number in numbers { file += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    }

    /// Source: GIF89a, appendix F: LZW with codes that grow to 12 bits.
    private mutating func appendCompressed(_ numbers: [UInt8], bits: Int) {
        let (clear, end) = (1 << bits, 1 << bits + 1)
        var codes = CodeBits()
        // By the number of the code before and the byte after it.
        var table = [Int16](repeating: -1, count: 4096 * 256)
        var used: [Int] = []
        var (next, width) = (end + 1, bits + 1)
        codes.append(clear, width)
        var current = Int(numbers[0])
        for number in numbers.dropFirst() {
            let place = current << 8 | Int(number)
            if table[place] >= 0 {
                current = Int(table[place])
                continue
            }
            codes.append(current, width)
            if next < 4096 {
                if next == 1 << width { width += 1 }
                table[place] = Int16(next)
                used.append(place)
                next += 1
            } else {
                codes.append(clear, width)
                for place in used { table[place] = -1 }
                used.removeAll(keepingCapacity: true)
                (next, width) = (end + 1, bits + 1)
            }
            current = Int(number)
        }
        codes.append(current, width)
        // The reader knows one code more by now.
        if next == 1 << width, width < 12 { width += 1 }
        codes.append(end, width)
        file += [UInt8(bits)]
        let bytes = codes.finished
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let block = bytes[start..<min(start + 255, bytes.count)]
            file += [UInt8(block.count)]
            file += block
        }
        file += [0]
    }
}

/// Numbers of different widths, one after the other, the lowest bit first.
private struct CodeBits {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count = 0

    mutating func append(_ code: Int, _ width: Int) {
        pending |= UInt32(code) << UInt32(count)
        count += width
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    var finished: [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
}
