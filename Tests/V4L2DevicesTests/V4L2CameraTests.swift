import CaptureEngine
import DriverFrames
import LinuxVideo
import Testing

@testable import V4L2Devices

@Suite struct V4L2CameraTests {
    private func description(_ camera: FakeCamera, usb: V4L2Node.USBDevice? = nil) -> DeviceDescription? {
        self.camera(camera, usb: usb)?.description(named: nil)
    }

    private func camera(_ camera: FakeCamera, usb: V4L2Node.USBDevice? = nil) -> V4L2Camera? {
        V4L2Camera(node: V4L2Node(path: "/dev/video0", usb: usb), device: camera, only: nil) { camera }
    }

    private func sizes(_ sizes: (width: Int, height: Int)...) -> [VideoFrameSize] {
        sizes.map { .discrete(width: $0.width, height: $0.height) }
    }

    // MARK: What it is

    @Test(
        arguments: [(0, .front), (1, .back), (2, .unspecified), (nil, .unspecified)]
            as [(Int32?, DeviceDescription.Position)])
    func theDriversOrientationSaysWhichWayTheCameraFaces(
        orientation: Int32?, position: DeviceDescription.Position
    ) throws {
        var camera = FakeCamera()
        camera.controls[V4L2ControlID.cameraOrientation] = orientation
        let device = try #require(description(camera))
        #expect(device.position == position)
        #expect(device.module == (position == .unspecified ? .external : .wideAngle))
    }

    @Test(
        arguments: [(true, .front, .wideAngle), (false, .unspecified, .external)]
            as [(Bool, DeviceDescription.Position, DeviceDescription.Module)])
    func aCameraThatIsBuiltInFacesTheUser(
        isFixed: Bool, position: DeviceDescription.Position, module: DeviceDescription.Module
    ) throws {
        let usb = V4L2Node.USBDevice(
            manufacturer: "Logitech", vendor: "046d", product: "0825", isFixed: isFixed, soundCard: 1)
        let device = try #require(description(FakeCamera(), usb: usb))
        #expect(device.position == position && device.module == module)
        #expect(device.modelID == "UVC Camera (046d:0825)" && device.manufacturer == "Logitech")
        #expect(device.soundCard == 1 && device.companion == nil)
    }

    @Test func aNodeThatDeliversNoPicturesIsNoCamera() {
        var camera = FakeCamera()
        camera.capability.flags = [.memoryToMemory, .streaming]
        #expect(description(camera) == nil)
        camera = FakeCamera(lists: [("MPG2", sizes((640, 480)))])
        #expect(description(camera) == nil)
    }

    @Test func aCameraWithoutColorIsOfferedOnlyWhereThereIsNoOther() throws {
        let gray = try #require(camera(FakeCamera(lists: [("GREY", sizes((640, 360)))])))
        let colored = try #require(camera(FakeCamera()))
        #expect(V4L2Backend.offered(of: [gray, colored]).map(\.hasColor) == [true])
        #expect(V4L2Backend.offered(of: [gray]).map(\.hasColor) == [false])
    }

    /// Otherwise people take a picture without color for a fault.
    @Test(arguments: [("GREY", "Webcam (monochrome)"), ("Y10", "Webcam (monochrome)"), ("Z16", "Webcam (depth)")])
    func aCameraWithoutColorSaysSo(format: String, name: String) throws {
        let device = try #require(description(FakeCamera(lists: [(format, sizes((640, 360)))])))
        #expect(device.name == name && device.traits == .lacksColor)
        let colored = try #require(
            description(FakeCamera(lists: [(format, sizes((640, 360))), ("YUYV", sizes((64, 48)))])))
        #expect(colored.name == "Webcam" && colored.traits == [])
    }

    // MARK: What it is asked

    /// A driver may list a hundred pixel formats, each in ten sizes with ten durations.
    @Test func aCameraIsAskedForItsFormatsOnlyWhenTheyAreNeededAndOnce() throws {
        let all = ["GREY", "YUYV", "NV12"].map { ($0, sizes((320, 240), (640, 480), (1280, 720))) }
        let camera = FakeCamera(lists: all)
        let device = try #require(description(camera))
        // The first one with color will do.
        #expect(camera.questions.withLock { $0 } == [.pixelFormat, .pixelFormat, .sizes])
        #expect(device.name == "Webcam")
        #expect(device.formats.count == 9 && device.formats.count == 9)
        #expect(camera.count(.intervals) == 9)
    }

    @Test func whetherACameraHasColorIsKnownBeforeItsFormats() throws {
        let gray = FakeCamera(lists: [("GREY", sizes((640, 480)))])
        #expect(try #require(camera(gray)).hasColor == false)
        // No picture has an odd width.
        let odd = FakeCamera(lists: [("GREY", sizes((640, 480))), ("YUYV", sizes((641, 480)))])
        #expect(try #require(camera(odd)).hasColor == false)
        let both = FakeCamera(lists: [("GREY", sizes((640, 480))), ("YUYV", sizes((641, 480), (320, 240)))])
        #expect(try #require(camera(both)).hasColor)
        #expect(camera(FakeCamera(lists: [("YUYV", sizes((641, 480)))])) == nil)
    }

    @Test func aCameraThatGoesBeforeItsFormatsAreNeededKeepsTheOneThatIsKnown() throws {
        let camera = FakeCamera(lists: [("GREY", sizes((640, 480))), ("YUYV", sizes((320, 240), (640, 480)))])
        let gone = try #require(
            V4L2Camera(node: V4L2Node(path: "/dev/video0"), device: camera, only: nil) { nil })
        let formats = gone.description(named: nil).formats
        #expect(formats.map(\.native) == ["YUYV"] && formats.map(\.frameDurations.count) == [1])
    }

    // MARK: Formats

    @Test func theLargestSizeHasTheHighestPhotoQualityAndTheSmallerOnesOfferItForPhotos() throws {
        let camera = FakeCamera(lists: [("YUYV", sizes((640, 480), (1280, 720), (320, 240)))])
        let formats = try #require(description(camera)).formats
        #expect(formats.map(\.isHighestPhotoQuality) == [true, false, false])
        // V4L2 does not say.
        #expect(formats.map(\.fieldOfView) == [0, 0, 0])
        #expect(formats.map { $0.photoDimensions.map(\.width) } == [[], [1280], [640, 1280]])
    }

    /// V4L2_COLORSPACE_REC709 and _BT2020.
    @Test func eachPixelFormatHasItsOwnColorsAndIsAskedForThemOnce() throws {
        var camera = FakeCamera(lists: [
            ("YUYV", sizes((640, 480), (320, 240))), ("NV12", sizes((640, 480), (320, 240))),
            ("UYVY", sizes((640, 480))),
        ])
        camera.current = VideoFormat(pixelFormat: try #require(FourCC("YUYV")), width: 640, height: 480, colorspace: 8)
        camera.colorspaces = ["NV12": 3, "UYVY": 10]
        let formats = try #require(description(camera)).formats
        let matrices = Set(
            formats.map { format in
                let matrix = format.description.extensions[.yCbCrMatrix]?.rawValue as? String ?? "none"
                return "\(format.native) \(matrix)"
            })
        #expect(matrices.count == 3)
        #expect(matrices.contains { $0.hasPrefix("YUYV") && $0.contains("601") })
        #expect(matrices.contains { $0.hasPrefix("NV12") && $0.contains("709") })
        #expect(matrices.contains { $0.hasPrefix("UYVY") && $0.contains("2020") })
        #expect(camera.count(.colors) == 2)
    }

    /// A size that is larger, but gray, or in another shape of the same area, is not another choice.
    @Test func photosAreOfferedInLargerSizesInColorEachOnce() throws {
        let camera = FakeCamera(lists: [
            ("YUYV", sizes((320, 240), (640, 480), (480, 640))), ("MJPG", sizes((640, 480))),
            ("GREY", sizes((1920, 1080))),
        ])
        let formats = try #require(description(camera)).formats
        let small = try #require(formats.first { $0.description.dimensions.width == 320 })
        #expect(small.photoDimensions.map { $0.width * $0.height } == [640 * 480])
    }

    @Test func pipeWiresReplacementOffersNoOtherSizesForPhotos() throws {
        var camera = FakeCamera(lists: [("YUYV", sizes((640, 480), (1280, 720)))])
        camera.capability.driver = "PipeWire"
        let formats = try #require(description(camera)).formats
        #expect(formats.map(\.photoDimensions.count) == [0, 0])
    }

    @Test func aMosaicIsOfferedBesideEveryFormat() throws {
        var camera = FakeCamera(lists: [("YUYV", sizes((640, 480))), ("RGGB", sizes((640, 480)))])
        let raw = BayerPixelFormat.rggb8
        let all = try #require(description(camera)).formats
        #expect(all.map(\.rawPixelFormats) == [[raw], [raw]])
        camera.capability.driver = "PipeWire"
        let formats = try #require(description(camera)).formats
        #expect(formats.map { $0.native == "RGGB" ? [raw] : [] } == formats.map(\.rawPixelFormats))
    }

    // MARK: Modes

    @Test func equalModesKeepTheDriversOrder() {
        for order in [["YUYV", "UYVY"], ["UYVY", "YUYV"]] {
            let camera = FakeCamera(lists: order.map { ($0, sizes((640, 480))) })
            #expect(V4L2Mode.modes(of: camera).map(\.encoding.fourCC.description) == order)
        }
    }

    @Test func modesComeBestFirstWhateverTheDriversOrderIs() {
        let all = [(320, 240), (1280, 720), (640, 480)]
        for shift in 0..<3 {
            let camera = FakeCamera(lists: [
                ("YUYV", (0..<3).map { .discrete(width: all[($0 + shift) % 3].0, height: all[($0 + shift) % 3].1) })
            ])
            #expect(V4L2Mode.modes(of: camera).map(\.width) == [1280, 640, 320])
        }
    }

    @Test func aReceiverWithoutListsOffersTheSignalsSizeInItsOwnPixelFormat() throws {
        var camera = FakeCamera(lists: [("YUYV", []), ("NV12", [])])
        #expect(V4L2Mode.modes(of: camera).isEmpty)
        camera.current = VideoFormat(pixelFormat: try #require(FourCC("YUYV")), width: 1920, height: 1080)
        #expect(V4L2Mode.modes(of: camera).map { "\($0.encoding.fourCC) \($0.height)" } == ["YUYV 1080"])
    }

    @Test func aCameraWithAStableNameIsOneDeviceHoweverItWasAskedFor() throws {
        let node = V4L2Node(path: "/dev/video0", stableName: "usb-0000:00:14.0-2:1.0-046d:0825-index0")
        let camera = try #require(V4L2Camera(node: node, device: FakeCamera(), only: nil) { nil })
        let names: [String?] = [nil, "/dev/video0", "/dev/v4l/by-id/usb-index0"]
        for name in names {
            let device = camera.description(named: name)
            #expect(device.id.description == "v4l2:usb-0000:00:14.0-2:1.0-046d:0825-index0")
            #expect(device.node == "/dev/video0")
        }
    }

    @Test func aWantedPixelFormatIsTheOnlyOne() throws {
        let camera = FakeCamera(lists: [("YUYV", sizes((640, 480))), ("MJPG", sizes((1280, 720)))])
        let wanted = try #require(FourCC("YUYV"))
        #expect(V4L2Mode.modes(of: camera, only: wanted).map(\.width) == [640])
    }
}
