import Foundation
import TestSupport
import Testing
import TurboJPEG

@Suite struct JPEGCompressorTests {
    /// Smooth pictures lose little: at quality 90 the quantizer's step for low frequencies is 2 to 3, an error of less
    /// than 1 on average, which is above 45 dB; chroma steps are 3 to 4.
    private static let smoothThreshold = 42.0

    @Test(arguments: [40_000, 65_500, 1 << 40])
    func aPictureTooLargeForTheLibraryIsRefused(side: Int) throws {
        var compressor = try JPEGCompressor()
        let pixel: [UInt8] = [0, 0, 0, 0]
        var message: String?
        do {
            try pixel.withUnsafeBytes {
                let base = try #require($0.baseAddress)
                try compressor.compress(
                    bgra: base, bytesPerRow: side * 4, width: side, height: side, subsampling: .yuv444, quality: 90)
            }
        } catch let error as TurboJPEGError {
            message = error.description
        }
        #expect(message == "a picture of \(side) x \(side) is too large")
    }

    @Test(
        "planes come back from another decoder as they went in",
        arguments: [JPEGSubsampling.yuv420, .yuv422, .yuv444], [(320, 240), (321, 241), (17, 9), (1, 1)])
    func planesSurvive(subsampling: JPEGSubsampling, size: (Int, Int)) throws {
        let picture = reference(size, subsampling)
        let decoded = try ImageProbe.decode(try compressed(picture, subsampling))
        #expect(decoded.width == size.0)
        #expect(decoded.height == size.1)
        #expect(decoded.psnr(picture) > Self.smoothThreshold)
    }

    @Test func grayPicturesHaveOneComponent() throws {
        var picture = reference((321, 241), .yuv420)
        picture.cb = nil
        picture.cr = nil
        let decoded = try ImageProbe.decode(try compressed(picture, .gray))
        #expect(decoded.cb == nil)
        #expect(decoded.psnr(picture) > Self.smoothThreshold)
    }

    @Test func pixelsBecomeTheSamePictureAsPlanes() throws {
        let reference = ReferencePicture(width: 320, height: 240)
        let pixels = reference.bgra()
        var compressor = try JPEGCompressor()
        try pixels.withUnsafeBytes { bytes throws in
            try compressor.compress(
                bgra: bytes.baseAddress!, bytesPerRow: 320 * 4, width: 320, height: 240, subsampling: .yuv420,
                quality: 90)
        }
        let decoded = try ImageProbe.decode(compressor.withBytes { Data($0) })
        #expect(decoded.psnr(reference.planes(.jfif)) > Self.smoothThreshold)
    }

    @Test func oneCompressorMakesPicturesOfDifferentSizes() throws {
        var compressor = try JPEGCompressor()
        for width in [64, 640, 33] {
            let picture = reference((width, 48), .yuv420)
            try compress(picture, .yuv420, with: &compressor)
            #expect(try ImageProbe.decode(compressor.withBytes { Data($0) }).width == width)
        }
    }

    @Test func higherQualityMakesLargerFiles() throws {
        let picture = reference((320, 240), .yuv420)
        let sizes = try [30, 90, 98].map { try compressed(picture, .yuv420, quality: $0).count }
        #expect(sizes == sizes.sorted())
        #expect(sizes[0] < sizes[2])
    }

    @Test func aPictureWithoutSizeIsRefusedWithAMessage() throws {
        var compressor = try JPEGCompressor()
        #expect(throws: TurboJPEGError.self) {
            try compressor.compress(planes: [], width: 0, height: 0, subsampling: .gray, quality: 90)
        }
        #expect(compressor.withBytes { $0.count } == 0)
    }
}

/// The reference picture's planes at a subsampling.
func reference(_ size: (Int, Int), _ subsampling: JPEGSubsampling) -> DecodedPicture {
    let (horizontal, vertical) = subsampling.factors
    return ReferencePicture(width: size.0, height: size.1).planes(.jfif, horizontal: horizontal, vertical: vertical)
}

/// Compresses planes that are exactly as large as the picture.
func compressed(_ picture: DecodedPicture, _ subsampling: JPEGSubsampling, quality: Int = 90) throws -> Data {
    var compressor = try JPEGCompressor()
    try compress(picture, subsampling, quality: quality, with: &compressor)
    return compressor.withBytes { Data($0) }
}

func compress(
    _ picture: DecodedPicture, _ subsampling: JPEGSubsampling, quality: Int = 90, with compressor: inout JPEGCompressor
) throws {
    let components = [picture.luma, picture.cb, picture.cr].compactMap { $0 }
    let bases = components.map { component in
        let base = UnsafeMutableRawPointer.allocate(byteCount: component.samples.count, alignment: 1)
        component.samples.withUnsafeBytes { base.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        return base
    }
    defer { for base in bases { base.deallocate() } }
    try compressor.compress(
        planes: zip(bases, components).map { JPEGPlane($0, bytesPerRow: $1.width) }, width: picture.width,
        height: picture.height, subsampling: subsampling, quality: quality)
}
