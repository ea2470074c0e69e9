import Foundation
import TestSupport

/// A PNG file of one color, written by ffmpeg's encoder.
struct DrawnPNG {
    /// The kinds of pixels that a PNG file can have. Source: ISO/IEC 15948, 11.2.2.
    enum Pixels: String, CaseIterable {
        case rgb24, rgb48 = "rgb48be"
        case rgba32 = "rgba", rgba64 = "rgba64be"
        case gray8 = "gray", gray16 = "gray16be"
        case grayAlpha16 = "ya8", grayAlpha32 = "ya16be"
        case palette = "pal8"
        /// Black or white; a row is padded to whole bytes.
        case oneBit = "monob"

        var isSixteenBit: Bool { [.rgb48, .rgba64, .gray16, .grayAlpha32].contains(self) }
    }

    let pixels: Pixels
    /// 8 bits for each channel, as the pixels have them; red, green, blue and alpha for a palette.
    let color: [UInt8]
    let width: Int
    let height: Int

    init(_ pixels: Pixels, _ color: [UInt8], width: Int, height: Int) {
        self.pixels = pixels
        self.color = color
        self.width = width
        self.height = height
    }

    /// The file.
    func data() throws -> Data {
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "rawvideo", "-pixel_format", pixels.rawValue, "-video_size", "\(width)x\(height)",
                "-i", "-", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "-",
            ], input: raw)
    }

    private var raw: Data {
        switch pixels {
        case .oneBit:
            return Data(repeating: color[0], count: (width + 7) / 8 * height)
        case .palette:
            // The picture uses the first of 256 entries of 32 bits: alpha, red, green, blue, in the order of this machine's bytes.
            let entry = [color[2], color[1], color[0], color[3]]
            return Data(repeating: 0, count: width * height) + Data((0..<256).flatMap { _ in entry })
        default:
            let pixel = pixels.isSixteenBit ? color.flatMap { [$0, $0] } : color
            return Data((0..<width * height).flatMap { _ in pixel })
        }
    }
}
