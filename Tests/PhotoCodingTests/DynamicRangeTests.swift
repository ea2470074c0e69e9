import CaptureEngine
import CoreVideo
import Foundation
import TestSupport
import Testing
import YUV

@testable import PhotoCoding
@testable import PixelCoding

/// High dynamic range is shown as the same scene would be without it.
struct DynamicRangeTests {
    /// The chart in 10 bits, video range.
    private func chart(_ transfer: BrightChart.Transfer) throws -> CVPixelBuffer {
        let patches = BrightChart.colors.map { BrightChart.samples(of: $0, transfer) }
        return try frame(BrightChart.width, BrightChart.height, transfer) { x, y in patches[y / 32 * 6 + x / 32] }
    }

    /// - Parameter samples: by place, in pixels.
    private func frame(
        _ width: Int, _ height: Int, _ transfer: BrightChart.Transfer,
        _ samples: (Int, Int) -> (y: UInt16, cb: UInt16, cr: UInt16)
    ) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(
            width: width, height: height, pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        buffer.withPlanes { planes in
            func store(_ word: UInt16, _ plane: Int, _ row: Int, _ column: Int) {
                (planes[plane].base + row * planes[plane].bytesPerRow + 2 * column)
                    .storeBytes(of: word << 6, as: UInt16.self)
            }
            for y in 0..<height {
                for x in 0..<width {
                    let sample = samples(x, y)
                    store(sample.y, 0, y, x)
                    guard y % 2 == 0, x % 2 == 0 else { continue }
                    store(sample.cb, 1, y / 2, x)
                    store(sample.cr, 1, y / 2, x + 1)
                }
            }
        }
        for (key, value) in [
            (
                kCVImageBufferTransferFunctionKey,
                transfer == .hlg
                    ? kCVImageBufferTransferFunction_ITU_R_2100_HLG : kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
            ),
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020),
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020),
        ] {
            CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
        }
        return buffer
    }

    private func color(_ picture: CVPixelBuffer, _ x: Int, _ y: Int) -> ShownColor {
        picture.withPlanes { planes in
            func byte(_ index: Int) -> Double {
                Double((planes[0].base + y * planes[0].bytesPerRow + 4 * x + index).load(as: UInt8.self))
            }
            return ShownColor(byte(2), byte(1), byte(0))
        }
    }

    enum Way: CaseIterable {
        case preview, jpeg, jpegThumbnail, heic, bgra

        /// The result as BGRA.
        func picture(of frame: CVPixelBuffer) throws -> CVPixelBuffer {
            let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
            switch self {
            case .preview:
                let canvas = FramePainter.Canvas(width: width, height: height, fit: .filling)
                return try #require(try FramePainter().picture(of: frame, on: canvas))
            case .jpeg: return try StillDecoder.decode(try JPEGPhoto.encode(frame))
            case .jpegThumbnail:
                return try StillDecoder.decode(
                    try JPEGPhotoEncoder.borrow { (encoder) throws(CaptureError) in
                        try encoder.thumbnail(
                            of: frame, size: PixelSize(width: width, height: height), quality: 90)
                    })
            case .heic: return try StillDecoder.decode(try HEIFPhoto.encode(frame, bitDepth: 10))
            case .bgra:
                return try FrameConverter(capacity: 2).convert(
                    frame, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_32BGRA))
            }
        }
    }

    @Test(arguments: Way.allCases, BrightChart.Transfer.allCases)
    func theChartLooksAsWithoutIt(_ way: Way, _ transfer: BrightChart.Transfer) throws {
        let picture = try way.picture(of: chart(transfer))
        let complaints = try BrightChart.complaints(
            BrightChart.patches { color(picture, $0, $1) }, transfer)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    /// The polynomials differ from the curves by less than half a code; rounding to ten bits and to eight adds to that.
    @Test(arguments: BrightChart.Transfer.allCases)
    func everyGrayBelowTheKneeStaysWithinOneOfItself(_ transfer: BrightChart.Transfer) throws {
        let grays = (0..<240).map { BrightChart.samples(of: ShownColor(Double($0), Double($0), Double($0)), transfer) }
        let picture = try Way.bgra.picture(of: frame(480, 2, transfer) { x, _ in grays[x / 2] })
        for gray in 0..<240 {
            let shown = color(picture, 2 * gray, 0)
            // Ten bits of PQ have fewer dark grays than a screen.
            #expect(abs(shown.green - Double(gray)) <= 1 && shown.spread == 0, "\(gray): \(shown)")
        }
    }

    @Test func standardRangePixelsAreMarkedSo() throws {
        let frame = try chart(.hlg)
        let bgra = try Way.bgra.picture(of: frame)
        let transfer = CVBufferCopyAttachment(bgra, kCVImageBufferTransferFunctionKey, nil) as? String
        #expect(transfer == kCVImageBufferTransferFunction_ITU_R_709_2)
        let nv12 = try FrameConverter(capacity: 2).convert(
            frame, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
        let kept = CVBufferCopyAttachment(nv12, kCVImageBufferTransferFunctionKey, nil) as? String
        #expect(kept == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    }

    /// A lamp differs from white paper, although a screen has nothing brighter than white, and a colored lamp keeps its
    /// color.
    @Test(arguments: BrightChart.Transfer.allCases)
    func detailAboveWhiteIsKept(_ transfer: BrightChart.Transfer) throws {
        let lamps = [[1.0, 1, 1], [1.5, 1.5, 1.5], [3.5, 3.5, 3.5], [3.5, 1, 1]]
        let samples = lamps.map { BrightChart.samples(ofLight: $0, transfer) }
        let picture = try Way.bgra.picture(of: frame(8, 2, transfer) { x, _ in samples[x / 2] })
        let shown = lamps.indices.map { color(picture, 2 * $0, 0) }
        #expect(shown[0].green > 245 && shown[0].green < shown[1].green && shown[1].green < shown[2].green, "\(shown)")
        #expect(shown[3].red > 245 && shown[3].green < 180 && abs(shown[3].green - shown[3].blue) <= 2, "\(shown[3])")
    }
}
