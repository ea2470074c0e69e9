import AVFoundation
import Testing

@Suite struct ExifTurnTests {
    /// Three pixels wide and two high: 0 1 2 over 3 4 5.
    private func buffer<Pixel: FixedWidthInteger>(_ type: OSType, _: Pixel.Type) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 3, 2, type, nil, &buffer)
        let made = try #require(buffer)
        made.withPlanes { planes in
            for y in 0..<2 {
                for x in 0..<3 {
                    let row = planes[0].base + y * planes[0].bytesPerRow
                    row.assumingMemoryBound(to: Pixel.self)[x] = Pixel(3 * y + x)
                }
            }
        }
        return made
    }

    private func rows<Pixel: FixedWidthInteger>(_ buffer: CVPixelBuffer, _: Pixel.Type) -> [[Int]] {
        buffer.withPlanes { planes in
            (0..<planes[0].height).map { y in
                let row = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: Pixel.self)
                return (0..<planes[0].width).map { Int(row[$0]) }
            }
        }
    }

    // As in figure 1 of CIPA DC-008, 4.6.4, with its letter F.
    @Test(arguments: [
        (CGImagePropertyOrientation.up, [[0, 1, 2], [3, 4, 5]]), (.upMirrored, [[2, 1, 0], [5, 4, 3]]),
        (.down, [[5, 4, 3], [2, 1, 0]]), (.downMirrored, [[3, 4, 5], [0, 1, 2]]),
        (.leftMirrored, [[0, 3], [1, 4], [2, 5]]), (.right, [[3, 0], [4, 1], [5, 2]]),
        (.rightMirrored, [[5, 2], [4, 1], [3, 0]]), (.left, [[2, 5], [1, 4], [0, 3]]),
    ])
    func depthAndMattesAreTurnedUpright(_ orientation: CGImagePropertyOrientation, _ expected: [[Int]]) throws {
        let matte = try AVPortraitEffectsMatte(fromDictionaryRepresentation: [
            "kCGImageAuxiliaryDataInfoData": buffer(kCVPixelFormatType_OneComponent8, UInt8.self)
        ])
        #expect(rows(matte.applyingExifOrientation(orientation).mattingImage, UInt8.self) == expected)
        let half = try AVDepthData(fromDictionaryRepresentation: [
            "kCGImageAuxiliaryDataInfoData": buffer(kCVPixelFormatType_DisparityFloat16, UInt16.self)
        ])
        #expect(rows(half.applyingExifOrientation(orientation).depthDataMap, UInt16.self) == expected)
        let depth = try AVDepthData(fromDictionaryRepresentation: [
            "kCGImageAuxiliaryDataInfoData": buffer(kCVPixelFormatType_DepthFloat32, UInt32.self)
        ])
        let turned = depth.applyingExifOrientation(orientation)
        #expect(rows(turned.depthDataMap, UInt32.self) == expected)
        #expect(turned.depthDataType == kCVPixelFormatType_DepthFloat32)
    }
}
