import CoreVideo
import LinuxVideo
import Testing

@testable import DriverFrames

/// The expected values are those of the V4L2 specification, "Defining Colorspaces" and "Detailed Colorspace
/// Descriptions"; the numbers are those of <linux/videodev2.h>.
@Suite struct V4L2ColorTests {
    private func format(
        colorspace: UInt32, ycbcrEncoding: UInt32 = 0, quantization: UInt32 = 0, transfer: UInt32 = 0
    ) -> VideoFormat {
        VideoFormat(
            pixelFormat: FourCC(code: 0), width: 640, height: 480, colorspace: colorspace,
            ycbcrEncoding: ycbcrEncoding, quantization: quantization, transfer: transfer)
    }

    @Test func aWebcamsSRGBIsRec601InVideoRange() {
        let color = V4L2Color(format(colorspace: 8), layout: .packed(lumaFirst: true, .cbcr))
        #expect(color.matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
        #expect(color.primaries == kCVImageBufferColorPrimaries_ITU_R_709_2)
        #expect(color.transfer == kCVImageBufferTransferFunction_sRGB)
        #expect(color.pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    }

    @Test func rec709HasItsOwnMatrixAndTransfer() {
        let color = V4L2Color(format(colorspace: 3), layout: .biPlanar(.half, .cbcr))
        #expect(color.matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        #expect(color.transfer == kCVImageBufferTransferFunction_ITU_R_709_2)
    }

    @Test func bt2020HasItsOwnMatrixAndPrimaries() {
        let color = V4L2Color(format(colorspace: 10), layout: .biPlanar(.half, .cbcr))
        #expect(color.matrix == kCVImageBufferYCbCrMatrix_ITU_R_2020)
        #expect(color.primaries == kCVImageBufferColorPrimaries_ITU_R_2020)
    }

    @Test(
        arguments: [
            (1, "ITU_R_601_4", "SMPTE_C"), (2, "SMPTE_240M_1995", "SMPTE_C"), (3, "ITU_R_709_2", "ITU_R_709_2"),
            (6, "ITU_R_601_4", "EBU_3213"), (8, "ITU_R_601_4", "ITU_R_709_2"),
            (10, "ITU_R_2020", "ITU_R_2020"), (12, "ITU_R_709_2", "DCI_P3"),
        ] as [(UInt32, String, String)])
    func aColorspaceHasItsMatrixAndPrimaries(colorspace: UInt32, matrix: String, primaries: String) {
        let color = V4L2Color(format(colorspace: colorspace), layout: .biPlanar(.half, .cbcr))
        #expect(color.matrix == Self.matrices[matrix])
        #expect(color.primaries == Self.primaries[primaries])
    }

    @Test(
        arguments: [
            (1, "ITU_R_601_4"), (2, "ITU_R_709_2"), (3, "ITU_R_601_4"), (4, "ITU_R_709_2"), (6, "ITU_R_2020"),
            (7, "ITU_R_2020"), (8, "SMPTE_240M_1995"),
        ] as [(UInt32, String)])
    func anEncodingThatTheDriverNamesIsTheMatrix(ycbcrEncoding: UInt32, matrix: String) {
        let color = V4L2Color(format(colorspace: 8, ycbcrEncoding: ycbcrEncoding), layout: .biPlanar(.half, .cbcr))
        #expect(color.matrix == Self.matrices[matrix])
    }

    private static let matrices = [
        "ITU_R_601_4": kCVImageBufferYCbCrMatrix_ITU_R_601_4, "ITU_R_709_2": kCVImageBufferYCbCrMatrix_ITU_R_709_2,
        "ITU_R_2020": kCVImageBufferYCbCrMatrix_ITU_R_2020,
        "SMPTE_240M_1995": kCVImageBufferYCbCrMatrix_SMPTE_240M_1995,
    ]
    private static let primaries = [
        "SMPTE_C": kCVImageBufferColorPrimaries_SMPTE_C, "EBU_3213": kCVImageBufferColorPrimaries_EBU_3213,
        "ITU_R_709_2": kCVImageBufferColorPrimaries_ITU_R_709_2, "ITU_R_2020": kCVImageBufferColorPrimaries_ITU_R_2020,
        "DCI_P3": kCVImageBufferColorPrimaries_DCI_P3,
    ]

    @Test func theDriversValueOverridesTheDefault() {
        let color = V4L2Color(
            format(colorspace: 3, ycbcrEncoding: 1, quantization: 1, transfer: 2), layout: .biPlanar(.half, .cbcr))
        #expect(color.matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
        #expect(color.transfer == kCVImageBufferTransferFunction_sRGB)
        #expect(color.pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    }

    @Test func jpegColorspaceIsFullRange() {
        #expect(V4L2Color(format(colorspace: 7), layout: .packed(lumaFirst: true, .cbcr)).isFullRange)
        #expect(!V4L2Color(format(colorspace: 7, quantization: 2), layout: .packed(lumaFirst: true, .cbcr)).isFullRange)
    }

    @Test(arguments: [V4L2Encoding.Layout.jpeg, .bayer(.rggb, bits: 8)])
    func decodedAndDevelopedPicturesAreFullRangeRec601WhateverTheDriverSays(layout: V4L2Encoding.Layout) {
        let color = V4L2Color(format(colorspace: 3, ycbcrEncoding: 2, quantization: 2), layout: layout)
        #expect(color.isFullRange)
        #expect(color.matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    }
}
