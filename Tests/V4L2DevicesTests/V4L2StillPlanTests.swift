import CaptureEngine
import Testing

@testable import V4L2Devices

struct V4L2StillPlanTests {
    private let camera = DeviceID(scheme: "v4l2", name: "/dev/video0")

    private func format(_ native: String, _ width: Int32, _ height: Int32, index: Int = 0) -> SourceFormat {
        SourceFormat(
            description: .video(
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, width: Int(width), height: Int(height),
                color: [:]), native: native, index: index)
    }

    private var formats: [SourceFormat] {
        [format("MJPG", 1280, 720), format("MJPG", 2592, 1944), format("YUYV", 2592, 1944), format("RGGB", 2592, 1944)]
            .map { format in
                var format = format
                format.rawPixelFormats = [BayerPixelFormat.rggb8]
                return format
            }
    }

    private func plan(_ change: (inout StillRequest) -> Void) throws -> V4L2StillPlan {
        var request = StillRequest()
        change(&request)
        return try V4L2StillPlan(request, current: formats[0], formats: formats, camera: camera)
    }

    @Test func theStreamsOwnFrameIsUsedWhenItWillDo() throws {
        #expect(try plan { _ in }.isPlain)
        #expect(try plan { $0.dimensions = CMVideoDimensions(width: 1280, height: 720) }.isPlain)
    }

    @Test func aLargerStillTakesTheBestFormatOfThatSize() throws {
        let plan = try plan { $0.dimensions = CMVideoDimensions(width: 2592, height: 1944) }
        #expect(plan.format?.native == "MJPG" && plan.skippedFrames == 0)
    }

    @Test func aRawStillTakesTheMosaicWhateverItsSize() throws {
        #expect(try plan { $0.rawPixelFormat = BayerPixelFormat.rggb8 }.format?.native == "RGGB")
    }

    @Test func anotherExposureWaitsForTheCameraToSettle() throws {
        let plan = try plan { $0.exposure = .bias(1) }
        #expect(plan.format == nil && plan.skippedFrames > 0)
    }

    @Test func aDepthFrameOfAnotherSizeIsRefused() {
        var stream = format("YUYV", 1280, 720)
        stream.depthFormats = [
            DepthFormat(
                pixelFormat: kCVPixelFormatType_DepthFloat32, dimensions: stream.description.dimensions,
                frameDurations: [])
        ]
        var request = StillRequest()
        request.wantsDepth = true
        let error = #expect(throws: CaptureError.self) {
            try V4L2StillPlan(request, current: stream, formats: [stream, format("Z16 ", 640, 480)], camera: camera)
        }
        #expect(error?.code == .formatUnsupported)
    }

    /// A frame of the stream replaces a still in another format that failed, unless its mosaic or depth is missing.
    @Test(
        arguments: [
            (.deviceFailed, true), (.noFrames, true), (.formatUnsupported, true), (.deviceInUse, true),
            (.deviceDisconnected, false), (.interrupted, false),
        ] as [(CaptureError.Code, Bool)])
    func aStillThatFailsIsAFrameOfTheStream(code: CaptureError.Code, isExpected: Bool) {
        let error = CaptureError(code, "the still failed", device: camera)
        func fallsBack(_ request: StillRequest, hasRaw: Bool, hasDepth: Bool) -> Bool {
            V4L2StillPlan.fallsBack(request, after: error, hasRaw: hasRaw, hasDepth: hasDepth)
        }
        var request = StillRequest()
        request.dimensions = CMVideoDimensions(width: 2592, height: 1944)
        #expect(fallsBack(request, hasRaw: false, hasDepth: false) == isExpected)
        request.rawPixelFormat = BayerPixelFormat.rggb8
        #expect(!fallsBack(request, hasRaw: false, hasDepth: true))
        #expect(fallsBack(request, hasRaw: true, hasDepth: false) == isExpected)
        request.wantsDepth = true
        #expect(!fallsBack(request, hasRaw: true, hasDepth: false))
    }

    @Test func missingControlsAreRefused() {
        for change: (inout StillRequest) -> Void in [
            { $0.dimensions = CMVideoDimensions(width: 64, height: 64) },
            { $0.rawPixelFormat = BayerPixelFormat.bggr8 },
            {
                $0.rawPixelFormat = BayerPixelFormat.rggb8
                $0.dimensions = CMVideoDimensions(width: 1280, height: 720)
            },
            { $0.wantsDepth = true },
        ] {
            let error = #expect(throws: CaptureError.self) { try plan { change(&$0) } }
            #expect(error?.code == .formatUnsupported)
        }
    }
}
