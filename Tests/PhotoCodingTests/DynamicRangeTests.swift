import CaptureEngine
import CoreVideo
import Foundation
import Testing
import YUV

@testable import PhotoCoding
@testable import PixelCoding

/// High dynamic range is shown as the same scene would be without it.
struct DynamicRangeTests {
    struct Color: Sendable, CustomTestStringConvertible {
        /// Code values of BT.709, 0 … 255.
        let red, green, blue: Double

        init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

        var testDescription: String { "\(Int(red)) \(Int(green)) \(Int(blue))" }
        var values: [Double] { [red, green, blue] }

        /// Relative to the light of BT.2020's primaries; 1 is white.
        var wideLight: [Double] {
            let light = values.map { code in
                code < 0.081 * 255 ? code / 255 / 4.5 : pow((code / 255 + 0.099) / 1.099, 1 / 0.45)
            }
            let rows = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
            return rows.map { row in zip(row, light).map(*).reduce(0, +) }
        }
    }

    /// 10 bits, video range, of one color.
    private func frame(_ codes: [Double], _ transfer: CFString) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(
            width: 32, height: 16, pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        let luma = 0.2627 * codes[0] + 0.678 * codes[1] + 0.0593 * codes[2]
        let cb = (codes[2] - luma) / 1.8814
        let cr = (codes[0] - luma) / 1.4746
        buffer.withPlanes { planes in
            for (plane, samples) in zip(planes, [[64 + 876 * luma], [512 + 896 * cb, 512 + 896 * cr]]) {
                let words = samples.map { UInt16($0.rounded()) << 6 }
                for y in 0..<plane.height {
                    for x in 0..<32 {
                        (plane.base + y * plane.bytesPerRow + 2 * x)
                            .storeBytes(of: words[x % words.count], as: UInt16.self)
                    }
                }
            }
        }
        for (key, value) in [
            (kCVImageBufferTransferFunctionKey, transfer),
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020),
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020),
        ] {
            CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
        }
        return buffer
    }

    private func shown(_ frame: CVPixelBuffer) throws -> [Double] {
        let canvas = FramePainter.Canvas(width: 32, height: 16, fit: .filling)
        return middle(try #require(try FramePainter().picture(of: frame, on: canvas)))
    }

    /// Red, green, blue of the picture's middle.
    private func middle(_ picture: CVPixelBuffer) -> [Double] {
        picture.withPlanes { planes in
            [2, 1, 0].map { byte in
                Double((planes[0].base + 8 * planes[0].bytesPerRow + 4 * 16 + byte).load(as: UInt8.self))
            }
        }
    }

    private func hlg(_ light: Double) -> Double {
        light <= 1 / 12.0
            ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
    }

    private func pq(_ nits: Double) -> Double {
        let power = pow(nits / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    private static let colors = [
        Color(30, 30, 30), Color(110, 110, 110), Color(200, 200, 200), Color(180, 80, 80), Color(80, 170, 90),
        Color(70, 90, 180), Color(200, 160, 120),
    ]

    @Test(arguments: colors) func theSameSceneLooksTheSame(_ color: Color) throws {
        for (codes, transfer) in [
            (color.wideLight.map { hlg($0 * 0.265) }, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
            (color.wideLight.map { pq($0 * 203) }, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
        ] {
            let result = try shown(frame(codes, transfer))
            for (shown, wanted) in zip(result, color.values) {
                #expect(abs(shown - wanted) < 16, "\(transfer): \(result)")
            }
        }
    }

    enum Way: CaseIterable {
        case jpeg, jpegThumbnail, heic, bgra

        /// The result as BGRA.
        func picture(of frame: CVPixelBuffer) throws -> CVPixelBuffer {
            switch self {
            case .jpeg: try StillDecoder.decode(try JPEGPhoto.encode(frame))
            case .jpegThumbnail:
                try StillDecoder.decode(
                    try JPEGPhotoEncoder.borrow { (encoder) throws(CaptureError) in
                        try encoder.thumbnail(of: frame, size: PixelSize(width: 32, height: 16), quality: 90)
                    })
            case .heic: try StillDecoder.decode(try HEIFPhoto.encode(frame, bitDepth: 10))
            case .bgra:
                try FrameConverter(capacity: 2).convert(
                    frame, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_32BGRA))
            }
        }
    }

    @Test(arguments: Way.allCases) func photosLookAsTheSceneDid(_ way: Way) throws {
        for color in Self.colors {
            let frame = try frame(
                color.wideLight.map { hlg($0 * 0.265) }, kCVImageBufferTransferFunction_ITU_R_2100_HLG)
            let result = middle(try way.picture(of: frame))
            for (shown, wanted) in zip(result, color.values) {
                #expect(abs(shown - wanted) < 18, "\(color.testDescription): \(result)")
            }
        }
    }

    @Test func standardRangePixelsAreMarkedSo() throws {
        let frame = try frame([0.5, 0.5, 0.5], kCVImageBufferTransferFunction_ITU_R_2100_HLG)
        let bgra = try Way.bgra.picture(of: frame)
        let transfer = CVBufferCopyAttachment(bgra, kCVImageBufferTransferFunctionKey, nil) as? String
        #expect(transfer == kCVImageBufferTransferFunction_ITU_R_709_2)
        let nv12 = try FrameConverter(capacity: 2).convert(
            frame, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
        let kept = CVBufferCopyAttachment(nv12, kCVImageBufferTransferFunctionKey, nil) as? String
        #expect(kept == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    }

    /// A lamp differs from white paper, although a screen has nothing brighter than white.
    @Test func detailAboveWhiteIsKept() throws {
        let bright = try [1.0, 1.5, 3.5].map { light in
            try shown(
                frame(Array(repeating: hlg(light * 0.265), count: 3), kCVImageBufferTransferFunction_ITU_R_2100_HLG))[1]
        }
        #expect(bright[0] > 235 && bright[0] < bright[1] && bright[1] < bright[2])
    }
}
