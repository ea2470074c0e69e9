import Foundation
import MissingGraphics
import TestSupport
import Testing

/// A picture whose corners differ: red, green, blue and white, from the upper left on, row by row.
func corners(width: Int = 96, height: Int = 64, alpha: UInt8 = 255) throws -> CGImage {
    var bytes = Data()
    for y in 0..<height {
        for x in 0..<width {
            let color: [UInt8] =
                switch (x < width / 2, y < height / 2) {
                case (true, true): [255, 0, 0]
                case (false, true): [0, 255, 0]
                case (true, false): [0, 0, 255]
                case (false, false): [255, 255, 255]
                }
            bytes += color.map { UInt8(Int($0) * Int(alpha) / 255) } + [alpha]
        }
    }
    let info = alpha == 255 ? CGImageAlphaInfo.noneSkipLast : .premultipliedLast
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let provider = try #require(CGDataProvider(data: bytes))
    return try #require(
        CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
            space: space, bitmapInfo: CGBitmapInfo(rawValue: info.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent))
}

extension CGImage {
    /// Red, green, blue and the fourth byte of a pixel, from the upper left corner.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let data = dataProvider?.data ?? Data()
        let start = data.startIndex + y * bytesPerRow + 4 * x
        return Array(data[start..<start + 4])
    }

    /// The colors in the middle of the quarters, row by row, as letters; `?` for any other color.
    var quarters: String {
        var letters = ""
        for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
            letters += name(pixel(x * width / 4, y * height / 4).prefix(3).map { Int($0) })
        }
        return letters
    }
}

/// Compressed colors are within 24 codes of what they were, and far from all others.
private func name(_ color: [Int]) -> String {
    let known = [("R", [255, 0, 0]), ("G", [0, 255, 0]), ("B", [0, 0, 255]), ("W", [255, 255, 255])]
    return known.first { zip($0.1, color).allSatisfy { abs($0 - $1) <= 24 } }?.0 ?? "?"
}

/// What ffmpeg decodes of a picture file: the colors in the middle of its quarters, and its size.
func judged(_ file: Data, name fileName: String = "picture.jpg") throws -> (quarters: String, width: Int, height: Int) {
    let folder = try TemporaryFolder()
    let url = try folder.file(fileName, contents: file)
    let probe = try Tool.output(
        "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", url.path])
    let size = String(decoding: probe, as: UTF8.self).split { $0 == "," || $0 == "\n" }.compactMap { Int($0) }
    try #require(size.count >= 2)
    let pixels = try Tool.output(
        "ffmpeg", ["-v", "error", "-noautorotate", "-i", url.path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    var letters = ""
    for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
        let start = (y * size[1] / 4 * size[0] + x * size[0] / 4) * 3
        letters += name(pixels[start..<start + 3].map { Int($0) })
    }
    return (letters, size[0], size[1])
}
