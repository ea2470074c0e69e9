import CaptureEngine
import LinuxVideo
import Testing

@testable import DriverFrames

struct V4L2EncodingTests {
    private typealias B = BayerPixelFormat

    private func encoding(_ name: String) throws -> V4L2Encoding {
        try #require(FourCC(name).flatMap(V4L2Encoding.init))
    }

    /// V4L2's names of the mosaics, in the order RGGB, GRBG, GBRG, BGGR.
    @Test(
        arguments: [
            (["RGGB", "GRBG", "GBRG", "BA81"], [B.rggb8, B.grbg8, B.gbrg8, B.bggr8]),
            (["RG10", "BA10", "GB10", "BG10"], [B.rggb10, B.grbg10, B.gbrg10, B.bggr10]),
            (["RG12", "BA12", "GB12", "BG12"], [B.rggb12, B.grbg12, B.gbrg12, B.bggr12]),
            (["RG16", "GR16", "GB16", "BYR2"], [B.rggb16, B.grbg16, B.gbrg16, B.bggr16]),
            (["pRAA", "pgAA", "pGAA", "pBAA"], [B.rggb10, B.grbg10, B.gbrg10, B.bggr10]),
            (["pRCC", "pgCC", "pGCC", "pBCC"], [B.rggb12, B.grbg12, B.gbrg12, B.bggr12]),
        ])
    func aMosaicHasThePixelFormatOfItsOrderAndDepth(names: [String], formats: [OSType]) throws {
        #expect(try names.map { try encoding($0).rawPixelFormat } == formats)
    }

    @Test(arguments: [("pRAA", 6, 10), ("pRAA", 8, 10), ("pRCC", 6, 9), ("pRCC", 7, 12)])
    func aRowOfPackedSamplesEndsWithAWholeGroup(name: String, width: Int, bytes: Int) throws {
        #expect(try encoding(name).minimumBytesPerRow(width: width) == bytes)
    }

    @Test(arguments: ["NV12", "YUYV", "MJPG", "GREY", "Z16"])
    func whatIsNoMosaicHasNoRawPixelFormat(name: String) throws {
        #expect(try encoding(name).rawPixelFormat == nil)
    }

    /// For a width of 64 pixels and a height of 32.
    @Test(
        arguments: [
            ("NV12", 64, 3072), ("NV21", 64, 3072), ("YU12", 64, 3072), ("YUYV", 128, 4096), ("UYVY", 128, 4096),
            ("NV16", 64, 4096), ("YV12", 64, 3072), ("422P", 64, 4096), ("P010", 128, 6144), ("RGB3", 192, 6144),
            ("XR24", 256, 8192), ("MJPG", 0, 4), ("H264", 0, 4), ("GREY", 64, 2048), ("Y16", 128, 4096),
            ("RGGB", 64, 2048), ("RG10", 128, 4096), ("pRAA", 80, 2560),
            ("pRCC", 96, 3072), ("Z16", 128, 4096),
        ])
    func aFrameHasTheBytesOfItsLayout(name: String, bytesPerRow: Int, bytes: Int) throws {
        let encoding = try encoding(name)
        #expect(encoding.minimumBytesPerRow(width: 64) == bytesPerRow)
        #expect(encoding.minimumFrameSize(height: 32, bytesPerRow: bytesPerRow) == bytes)
    }
}
