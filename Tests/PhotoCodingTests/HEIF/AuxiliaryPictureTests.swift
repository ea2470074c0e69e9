import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

/// Depth and mattes in HEIC files, as libheif and exiftool see them.
@Suite struct AuxiliaryPictureTests {
    @Test(
        "depth is found by other readers, with its scale",
        arguments: [
            kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat16,
            kCVPixelFormatType_DepthFloat16,
        ])
    func depth(format: OSType) throws {
        let auxiliary = try #require(try AuxiliaryPicture(DepthMap(buffer: slope(format), calibration: calibration)))
        #expect(auxiliary.range == 0.5...4.5)
        let photo = try photo(auxiliary)
        let decoded = try ImageProbe.decodeAuxiliary("depth", of: photo)
        #expect(decoded.width == 160)
        #expect(decoded.height == 120)
        for x in stride(from: 0, through: 159, by: 53) {
            #expect(abs(Double(decoded.luma.samples[60 * 160 + x]) - Double(x) * 255 / 159) < 3)
        }
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.heic", contents: photo)
        let info = try ImageProbe.heifInfo(file)
        #expect(info.contains("depth channel: yes"), "\(info)")
        let xmp = try metadata(of: file)
        let isDisparity = [kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DisparityFloat16].contains(format)
        #expect(xmp.contains("AuxiliaryImageType=\"\(isDisparity ? "disparity" : "depth")\""))
        #expect(xmp.contains("FloatMinValue=\"0.5\""))
        #expect(xmp.contains("FloatMaxValue=\"4.5\""))
        #expect(xmp.contains("IntrinsicMatrixReferenceWidth=\"4032\""))
        #expect(xmp.contains("<rdf:li>2800.0</rdf:li>"))
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func unmeasuredPartsAreFarAway() throws {
        for (format, expected) in [(kCVPixelFormatType_DisparityFloat32, 0), (kCVPixelFormatType_DepthFloat32, 255)] {
            let buffer = try slope(format)
            buffer.withPlanes { planes in
                planes[0].base.storeBytes(of: Float.nan, toByteOffset: 320, as: Float.self)
                planes[0].base.storeBytes(of: Float.infinity, toByteOffset: 324, as: Float.self)
            }
            let auxiliary = try #require(try AuxiliaryPicture(DepthMap(buffer: buffer)))
            #expect(auxiliary.range == 0.5...4.5)
            let values = auxiliary.buffer.withPlanes { planes in
                [80, 81].map { planes[0].base.load(fromByteOffset: $0, as: UInt8.self) }
            }
            #expect(values == [UInt8(expected), UInt8(expected)])
        }
    }

    @Test func aFlatMapHasOneValue() throws {
        let buffer = try CVPixelBuffer.blank(16, 16, kCVPixelFormatType_DepthFloat32)
        let auxiliary = try #require(try AuxiliaryPicture(DepthMap(buffer: buffer)))
        #expect(auxiliary.range == 0...0)
        _ = try photo(auxiliary)
    }

    @Test func theMatteIsFoundByOtherReaders() throws {
        let matte = try ReferencePicture(width: 200, height: 150).pixelBuffer(kCVPixelFormatType_OneComponent8, nil)
        let photo = try photo(try AuxiliaryPicture(portraitMatte: matte))
        let decoded = try ImageProbe.decodeAuxiliary("portraiteffectsmatte", of: photo)
        #expect(decoded.luma.psnr(ReferencePicture(width: 200, height: 150).planes(.jfif).luma) > 44)
    }

    @Test func severalPicturesGoIntoOneFile() throws {
        let depth = try #require(
            try AuxiliaryPicture(DepthMap(buffer: slope(kCVPixelFormatType_DisparityFloat32))))
        let matte = try AuxiliaryPicture(
            portraitMatte: try ReferencePicture(width: 200, height: 150)
                .pixelBuffer(kCVPixelFormatType_OneComponent8, nil))
        let photo = try photo(depth, matte)
        #expect(try ImageProbe.decodeAuxiliary("depth", of: photo).width == 160)
        #expect(try ImageProbe.decodeAuxiliary("portraiteffectsmatte", of: photo).width == 200)
        #expect(try ImageProbe.decodeHEIF(photo).width == 320)
    }

    @Test func aMapWithoutDepthIsRefused() throws {
        let gray = try CVPixelBuffer.blank(16, 16, kCVPixelFormatType_OneComponent8)
        #expect(throws: CaptureError.self) { try AuxiliaryPicture(DepthMap(buffer: gray)) }
        #expect(throws: CaptureError.self) {
            try AuxiliaryPicture(portraitMatte: try CVPixelBuffer.blank(4, 4, kCVPixelFormatType_32BGRA))
        }
    }

    @Test func aMapWithoutValuesMakesNoPicture() throws {
        let empty = try CVPixelBuffer.blank(4, 4, kCVPixelFormatType_DepthFloat16)
        empty.withPlanes { planes in
            _ = planes[0].base.initializeMemory(as: UInt8.self, repeating: 0xFF, count: planes[0].bytesPerRow * 4)
        }
        #expect(try AuxiliaryPicture(DepthMap(buffer: empty)) == nil)
    }

    private var calibration: DepthMap.Calibration {
        DepthMap.Calibration(
            focalLength: 2800, principalPoint: (2016, 1512),
            referenceDimensions: CMVideoDimensions(width: 4032, height: 3024), pixelSize: 0.0014)
    }

    private func photo(_ auxiliaries: AuxiliaryPicture...) throws -> Data {
        let frame = try ReferencePicture(width: 320, height: 240)
            .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        return try HEIFPhoto.encode(frame, auxiliaries: auxiliaries)
    }

    /// 0.5 at the left, 4.5 at the right.
    private func slope(_ format: OSType) throws -> CVPixelBuffer {
        let isHalf = [kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DepthFloat16].contains(format)
        let buffer = try CVPixelBuffer.blank(160, 120, format)
        buffer.withPlanes { planes in
            for y in 0..<120 {
                for x in 0..<160 {
                    let value = 0.5 + 4 * Float(x) / 159
                    let row = planes[0].base + y * planes[0].bytesPerRow
                    if isHalf {
                        row.storeBytes(of: Float16(value), toByteOffset: 2 * x, as: Float16.self)
                    } else {
                        row.storeBytes(of: value, toByteOffset: 4 * x, as: Float.self)
                    }
                }
            }
        }
        return buffer
    }

    /// The XMP of the auxiliary picture, as stored in the file.
    private func metadata(of file: URL) throws -> String {
        let data = try Data(contentsOf: file)
        let start = try #require(data.firstRange(of: Data("<x:xmpmeta".utf8)))
        let end = try #require(data.firstRange(of: Data("</x:xmpmeta>".utf8)))
        return String(decoding: data[start.lowerBound..<end.upperBound], as: UTF8.self)
    }
}
