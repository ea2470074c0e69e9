import CaptureEngine
import CoreVideo
import Testing

@testable import V4L2Devices

@Suite struct FirstFramesTests {
    /// The number of the frame that a photo would be made of, from 1.
    private func chosen(_ levels: [Double], mayBeDark: Bool = true) -> Int? {
        var frames = FirstFrames(mayBeDark: mayBeDark)
        return levels.firstIndex { frames.isSettled($0) }.map { $0 + 1 }
    }

    @Test func aPhotoWaitsUntilTheCameraHasOpenedUp() {
        #expect(chosen([16, 18, 40, 80, 110, 114, 115]) == 6)
        #expect(chosen([16, 16, 16, 90, 90]) == 5)
    }

    @Test func aBrightFirstFrameIsTakenAtOnce() {
        #expect(chosen([90]) == 1)
    }

    @Test func aDarkRoomDoesNotHoldAPhotoForLong() {
        #expect(chosen(Array(repeating: 17, count: 100)) == FirstFrames.limit)
    }

    @Test func otherCamerasAreNotWaitedFor() {
        #expect(chosen([0], mayBeDark: false) == 1)
        #expect(!FirstFrames.mayBeDark("vivid", exposureMode: nil))
        #expect(FirstFrames.mayBeDark("uvcvideo", exposureMode: 3))
        #expect(FirstFrames.mayBeDark("uvcvideo", exposureMode: nil))
        #expect(!FirstFrames.mayBeDark("uvcvideo", exposureMode: V4L2ControlID.ExposureMode.manual))
    }

    @Test(
        arguments: [
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [100, 100]),
            (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, [0x40, 100]),
        ] as [(OSType, [UInt8])])
    func theBrightnessIsTheMeanOfLuma(pixelFormat: OSType, pair: [UInt8]) throws {
        let picture = try CVPixelBuffer(width: 64, height: 48, pixelFormat: pixelFormat)
        picture.withPlanes { planes in
            for row in 0..<48 {
                for byte in 0..<planes[0].bytesPerRow {
                    (planes[0].base + row * planes[0].bytesPerRow).storeBytes(
                        of: pair[byte % 2], toByteOffset: byte, as: UInt8.self)
                }
            }
        }
        let sample = CMSampleBuffer.frame(
            picture, format: try CMFormatDescription(imageBuffer: picture), presentationTimeStamp: .zero,
            duration: CMTime(value: 1, timescale: 30))
        #expect(sample.brightness == 100)
    }
}
