import CoreVideo
import Foundation
import Testing

@Suite struct PixelBufferTests {
    private func make(_ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil)
        -> CVPixelBuffer?
    {
        var buffer: CVPixelBuffer?
        _ = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer)
        return buffer
    }

    private func code(_ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil) -> CVReturn {
        var buffer: CVPixelBuffer?
        return CVPixelBufferCreate(nil, width, height, format, attributes, &buffer)
    }

    struct Expected: Sendable {
        var format: OSType
        /// Width, height and bytes of pixels in a row, per plane, of a picture of 639 × 479.
        var planes: [[Int]]
    }

    static let odd = [
        Expected(
            format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, planes: [[639, 479, 639], [320, 240, 640]]),
        Expected(
            format: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, planes: [[639, 479, 1278], [320, 240, 1280]]),
        Expected(
            format: kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, planes: [[639, 479, 639], [320, 479, 640]]),
        Expected(
            format: kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, planes: [[639, 479, 639], [639, 479, 1278]]),
        Expected(
            format: kCVPixelFormatType_420YpCbCr8Planar,
            planes: [[639, 479, 639], [320, 240, 320], [320, 240, 320]]),
        Expected(format: kCVPixelFormatType_32BGRA, planes: [[639, 479, 2556]]),
        Expected(format: kCVPixelFormatType_24RGB, planes: [[639, 479, 1917]]),
        Expected(format: kCVPixelFormatType_422YpCbCr8, planes: [[639, 479, 1280]]),
        Expected(format: kCVPixelFormatType_422YpCbCr8_yuvs, planes: [[639, 479, 1280]]),
        Expected(format: kCVPixelFormatType_OneComponent8, planes: [[639, 479, 639]]),
        Expected(format: kCVPixelFormatType_14Bayer_RGGB, planes: [[639, 479, 1278]]),
        Expected(format: BayerPixelFormat.bggr8, planes: [[639, 479, 639]]),
        Expected(format: BayerPixelFormat.grbg12, planes: [[639, 479, 1278]]),
        Expected(format: kCVPixelFormatType_DepthFloat16, planes: [[639, 479, 1278]]),
        Expected(format: kCVPixelFormatType_DisparityFloat32, planes: [[639, 479, 2556]]),
    ]

    @Test(arguments: odd) func planesOfOddSizesAreRoundedUp(_ expected: Expected) throws {
        let buffer = try #require(make(639, 479, expected.format))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == expected.format)
        #expect(CVPixelBufferGetPlaneCount(buffer) == (expected.planes.count > 1 ? expected.planes.count : 0))
        #expect(CVPixelBufferIsPlanar(buffer) == (expected.planes.count > 1))
        for (index, plane) in expected.planes.enumerated() {
            #expect(CVPixelBufferGetWidthOfPlane(buffer, index) == plane[0])
            #expect(CVPixelBufferGetHeightOfPlane(buffer, index) == plane[1])
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
            #expect(stride >= plane[2] && stride < plane[2] + 64)
        }
    }

    @Test func everyFormatHasAlignedPlanesThatDoNotOverlap() throws {
        for format in PixelFormatDescription.all {
            for (width, height) in [(1, 1), (2, 2), (65, 3), (1920, 1080)] {
                let buffer = try #require(make(width, height, format.code))
                var end: UnsafeMutableRawPointer?
                buffer.withPlanes { planes in
                    for plane in planes {
                        #expect(plane.bytesPerRow % 64 == 0)
                        #expect(Int(bitPattern: plane.base) % 64 == 0)
                        if let end { #expect(plane.base >= end) }
                        let size = plane.bytesPerRow * plane.height
                        memset(plane.base, 0x5A, size)
                        end = plane.base + size
                    }
                    #expect(end == planes[0].base + CVPixelBufferGetDataSize(buffer))
                }
            }
        }
    }

    @Test func alignmentAttributeWidensRows() throws {
        let buffer = try #require(
            make(100, 4, kCVPixelFormatType_OneComponent8, [kCVPixelBufferBytesPerRowAlignmentKey: 256]))
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 256)
        #expect(
            code(100, 4, kCVPixelFormatType_OneComponent8, [kCVPixelBufferBytesPerRowAlignmentKey: 100])
                == kCVReturnInvalidPixelBufferAttributes)
        #expect(
            code(100, 4, kCVPixelFormatType_OneComponent8, [kCVPixelBufferBytesPerRowAlignmentKey: "x"])
                == kCVReturnInvalidPixelBufferAttributes)
    }

    @Test func newBufferIsAllZeroes() throws {
        let buffer = try #require(make(33, 5, kCVPixelFormatType_32BGRA))
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let bytes = UnsafeRawBufferPointer(
            start: CVPixelBufferGetBaseAddress(buffer), count: CVPixelBufferGetDataSize(buffer))
        #expect(bytes.allSatisfy { $0 == 0 })
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }

    @Test func nonsenseIsRefusedWithItsCode() {
        #expect(code(640, 480, 0x3F3F_3F3F) == kCVReturnInvalidPixelFormat)
        #expect(code(0, 480, kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
        #expect(code(640, -1, kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
        #expect(code(.max, .max, kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
        #expect(code(1 << 20, 1 << 20, kCVPixelFormatType_128RGBAFloat) == kCVReturnAllocationFailed)
    }

    @Test func unlockWithoutLockIsAnError() throws {
        let buffer = try #require(make(4, 4, kCVPixelFormatType_32BGRA))
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
        #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    }

    @Test func planeThatIsNotThereIsEmpty() throws {
        let buffer = try #require(make(4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 2) == 0)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, -1) == 0)
    }

    @Test func sizesFollowCleanApertureAndPixelAspectRatio() throws {
        let buffer = try #require(make(720, 576, kCVPixelFormatType_422YpCbCr8))
        #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 720, height: 576))
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 720, height: 576))
        CVBufferSetAttachment(
            buffer, kCVImageBufferCleanApertureKey,
            [kCVImageBufferCleanApertureWidthKey: 700, kCVImageBufferCleanApertureHeightKey: 500], .shouldPropagate)
        CVBufferSetAttachment(
            buffer, kCVImageBufferPixelAspectRatioKey,
            [
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 2,
                kCVImageBufferPixelAspectRatioVerticalSpacingKey: 1,
            ], .shouldPropagate)
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 10, y: 38, width: 700, height: 500))
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 1400, height: 500))
    }

    @Test func buffersAreEqualOnlyToThemselves() throws {
        let (one, two) = (try #require(make(4, 4, kCVPixelFormatType_32BGRA)), make(4, 4, kCVPixelFormatType_32BGRA))
        #expect(one == one)
        #expect(one != two)
    }
}
