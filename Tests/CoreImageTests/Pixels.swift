import CoreImage
import Foundation
import TestSupport
import Testing

/// A small picture in memory: red, green, blue, alpha, from the upper row on.
struct Pixels: Equatable {
    var width: Int
    var height: Int
    var bytes: [UInt8]

    /// From a color for each place, with y down.
    init(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]) {
        (self.width, self.height) = (width, height)
        bytes = (0..<height).flatMap { y in (0..<width).flatMap { x in color(x, y) } }
    }

    init(_ width: Int, _ height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// What a context makes of a picture.
    init?(_ image: CIImage, _ context: CIContext = CIContext(), in rect: CGRect? = nil) {
        guard let made = context.createCGImage(image, from: rect ?? image.extent), let data = made.dataProvider?.data
        else { return nil }
        self.init(made.width, made.height, bytes: Array(data))
    }

    /// Smooth, with all hues; no two corners are alike.
    static func colorful(_ width: Int, _ height: Int) -> Pixels {
        let picture = ReferencePicture(width: width, height: height)
        return Pixels(width, height) { x, y in
            let color = picture.color(x, y)
            return [color.red, color.green, color.blue, 1].map { UInt8(($0 * 255).rounded()) }
        }
    }

    /// With hard edges and fine detail.
    static func detailed(_ width: Int, _ height: Int) -> Pixels {
        var random = SeededRandomness(for: "detailed")
        var picture = Pixels(width, height) { _, _ in [90, 120, 60, 255] }
        for _ in 0..<60 {
            let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
            let side = Int.random(in: 2..<60, using: &random)
            let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
            for row in y..<min(y + side, height) {
                for column in x..<min(x + side, width) {
                    picture.bytes.replaceSubrange(
                        4 * (row * width + column)..<4 * (row * width + column) + 4, with: color)
                }
            }
        }
        return picture
    }

    var image: CIImage { CIImage(cgImage: cgImage) }

    var cgImage: CGImage {
        CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
            space: CGColorSpace(name: CGColorSpace.sRGB)!,
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
            provider: CGDataProvider(data: Data(bytes))!, decode: nil, shouldInterpolate: true, intent: .defaultIntent)!
    }

    func at(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[4 * (y * width + x)..<4 * (y * width + x) + 4]) }

    /// What FFmpeg's filters make of it, and perhaps of a second picture of the same size.
    ///
    /// - Parameter inLight: whether the filters see light in floating point, not codes.
    func ffmpeg(
        _ filter: String, with other: Pixels? = nil, inLight: Bool = false, width: Int? = nil, height: Int? = nil
    ) throws -> Pixels {
        func zscale(_ from: String, _ to: String) -> String {
            "zscale=tin=\(from):t=\(to):pin=bt709:p=bt709:min=gbr:m=gbr:rin=full:r=full"
        }
        let toLight = inLight ? "format=gbrp,\(zscale("iec61966-2-1", "linear")),format=gbrpf32le" : "null"
        let toCode = inLight ? "\(zscale("linear", "iec61966-2-1")),format=gbrp,format=rgba" : "null"
        let folder = try TemporaryFolder()
        var inputs: [String] = []
        var graph = ""
        for (index, picture) in ([self] + (other.map { [$0] } ?? [])).enumerated() {
            let file = try folder.file("\(index).rgba", contents: Data(picture.bytes))
            inputs += ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(self.width)x\(self.height)", "-i", file.path]
            graph += "[\(index)]\(toLight)[in\(index)];"
        }
        graph += (other == nil ? "[in0]" : "[in0][in1]") + "\(filter),\(toCode)"
        let output = try Tool.output(
            "ffmpeg",
            ["-v", "error"] + inputs + ["-filter_complex", graph, "-frames:v", "1", "-f", "rawvideo"]
                + ["-pix_fmt", "rgba", "-"])
        return Pixels(width ?? self.width, height ?? self.height, bytes: Array(output))
    }

    /// A part, with y down.
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixels {
        Pixels(width, height) { at(x + $0, y + $1) }
    }

    /// The peak signal to noise ratio in dB; 0 for another size.
    func psnr(_ other: Pixels) -> Double {
        guard width == other.width, height == other.height, bytes.count == other.bytes.count else { return 0 }
        return DecodedPicture.Component(width: 4 * width, height: height, samples: bytes)
            .psnr(.init(width: 4 * width, height: height, samples: other.bytes))
    }

    func largestDifference(_ other: Pixels) -> Int {
        guard bytes.count == other.bytes.count else { return 256 }
        return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}

/// What tests of single filters share: pictures of 160 by 120 pixels.
extension Pixels {
    static func gray(_ value: (Int, Int) -> UInt8) -> Pixels {
        Pixels(160, 120) { x, y in [value(x, y), value(x, y), value(x, y), 255] }
    }

    /// One white pixel in the middle of black ones.
    static var dot: Pixels { gray { $0 == 80 && $1 == 60 ? 255 : 0 } }

    /// sRGB's code of a brightness, 0 to 255. Source: IEC 61966-2-1.
    static func code(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }

    /// What a filter makes where the pictures are, or elsewhere.
    init(_ filter: any CIFilterProtocol, in rect: CGRect = CGRect(x: 0, y: 0, width: 160, height: 120)) throws {
        let image = try #require(filter.outputImage)
        self = try #require(Pixels(image, in: rect))
    }

    /// Where the picture is not black.
    func places(above level: UInt8 = 0) -> [(x: Int, y: Int)] {
        (0..<height).flatMap { y in (0..<width).filter { at($0, y)[0] > level }.map { (x: $0, y: y) } }
    }

    func isNear(_ value: Double, _ x: Int, _ y: Int, within tolerance: Double = 1) -> Bool {
        at(x, y)[..<3].allSatisfy { abs(Double($0) - value) <= tolerance }
    }
}
