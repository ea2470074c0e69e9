import LinuxVideo
import Testing

@testable import V4L2Devices

@Suite struct NodeRoleTests {
    private func role(_ driver: String, _ flags: VideoCapability.Flags) -> NodeRole {
        NodeRole(VideoCapability(driver: driver, card: "Card", bus: "bus", flags: flags))
    }

    @Test func webcamsAndReceiversAreCameras() {
        #expect(role("uvcvideo", [.capture, .streaming]) == .camera)
        #expect(role("vivid", [.multiplanarCapture, .streaming]) == .camera)
        #expect(role("bm2835 mmal", [.capture, .streaming]) == .camera)
        #expect(role("unicam", [.capture, .streaming]) == .camera)
    }

    @Test func aLoopbackThatShowsBothOfItsSidesIsACamera() {
        #expect(role("v4l2 loopback", [.capture, .output, .streaming]) == .camera)
    }

    /// v4l2loopback with `exclusive_caps`.
    @Test func aLoopbackThatNoProgramFeedsIsNoCameraYet() {
        let waiting = role("v4l2 loopback", [.output, .streaming])
        #expect(waiting == .waiting && waiting.reason == "delivers no pictures until a program feeds it")
        #expect(role("v4l2 loopback", [.capture, .streaming]) == .camera)
    }

    @Test func nodesWithoutAStreamOfPicturesAreNone() {
        #expect(role("uvcvideo", [.metadataCapture, .streaming]) == .noPictures)
        #expect(role("uvcvideo", [.capture]) == .noPictures)
        #expect(role("vivid", [.output, .streaming]) == .noPictures)
    }

    @Test func convertersAreNone() {
        #expect(role("vicodec", [.memoryToMemory, .streaming]) == .converter)
        #expect(role("bcm2835-codec", [.multiplanarMemoryToMemory, .capture, .streaming]) == .converter)
        #expect(role("s5p-mfc", [.multiplanarCapture, .multiplanarOutput, .streaming]) == .converter)
    }

    @Test func stagesOfACameraAreNone() {
        #expect(role("isys", [.multiplanarCapture, .streaming]) == .stage)
        #expect(role("sun6i-video", [.capture, .streaming, .mediaController]) == .stage)
        #expect(role("bcm2835-isp", [.capture, .streaming]) == .stage)
        #expect(role("rkisp_v6", [.multiplanarCapture, .streaming]) == .stage)
    }
}
