import CaptureEngine

/// The formats of the phone's cameras.
struct SimulatedFormats {
    private struct Size {
        var width: Int32
        var height: Int32
        var framesPerSecond: Int32
        var isPhoto = false
    }

    private static let depthWidth: Int32 = 640
    private static let videoRange = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    private static let fullRange = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    private static let tenBits = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

    private static let videoSizes = [
        Size(width: 1920, height: 1080, framesPerSecond: 60),
        Size(width: 1280, height: 720, framesPerSecond: 60),
        Size(width: 3840, height: 2160, framesPerSecond: 30),
        Size(width: 1920, height: 1440, framesPerSecond: 30),
        Size(width: 640, height: 480, framesPerSecond: 30),
        Size(width: 960, height: 540, framesPerSecond: 30),
        Size(width: 352, height: 288, framesPerSecond: 30),
    ]

    private let camera: SimulatedCamera
    /// The widest lens's horizontal field of view.
    private let field: Float
    /// The whole sensor; `nil` for one that delivers only its video sizes.
    private let sensor: CMVideoDimensions?
    private(set) var formats: [SourceFormat] = []

    /// Each size in video range and in full range, as a phone lists them; then the 10-bit formats and the fast ones.
    init(_ camera: SimulatedCamera) {
        self.camera = camera
        sensor = Self.sensor(of: camera)
        field = Self.field(of: camera)
        guard let sensor else {
            add(Array(Self.videoSizes.prefix(2)), [Self.videoRange, Self.fullRange])
            return
        }
        let photo = Size(width: sensor.width, height: sensor.height, framesPerSecond: 30, isPhoto: true)
        add(Self.videoSizes + [photo], [Self.videoRange, Self.fullRange])
        add(
            [
                Size(width: 1920, height: 1080, framesPerSecond: 60),
                Size(width: 3840, height: 2160, framesPerSecond: 30),
                Size(width: 1920, height: 1440, framesPerSecond: 30),
            ], [Self.tenBits])
        if camera.position == .back {
            add(
                [
                    Size(width: 1920, height: 1080, framesPerSecond: 240),
                    Size(width: 1280, height: 720, framesPerSecond: 240),
                ], [Self.videoRange, Self.fullRange])
        }
    }

    /// The sensor's size in pixels; `nil` for one that delivers only its video sizes.
    static func sensor(of camera: SimulatedCamera) -> CMVideoDimensions? {
        switch camera.position {
        case .back: CMVideoDimensions(width: 4032, height: 3024)
        case .front: CMVideoDimensions(width: 3088, height: 2316)
        case .unspecified: nil
        }
    }

    private static func field(of camera: SimulatedCamera) -> Float {
        switch (camera.position, camera.lenses[0].scale) {
        case (.front, _): 61
        case (.unspecified, _): 78
        case (_, 0.5): 108
        case (_, 3): 26
        default: 69
        }
    }

    private mutating func add(_ sizes: [Size], _ pixelFormats: [OSType]) {
        for size in sizes {
            for pixelFormat in pixelFormats { formats.append(format(size, pixelFormat)) }
        }
    }

    private func format(_ size: Size, _ pixelFormat: OSType) -> SourceFormat {
        let code = [Self.videoRange: "420v", Self.fullRange: "420f", Self.tenBits: "x420"][pixelFormat] ?? ""
        let durations = CMTime(value: 1, timescale: size.framesPerSecond)...CMTime(value: 1, timescale: 1)
        var format = SourceFormat(
            description: .video(
                pixelFormat: pixelFormat, width: Int(size.width), height: Int(size.height),
                color: PictureEncoding(pixelFormat).attachments), native: code, frameDurations: [durations],
            fieldOfView: field, isHighestPhotoQuality: size.isPhoto, index: formats.count)
        // A sensor that is read 240 times a second has no time for larger pictures.
        guard size.framesPerSecond <= 60, let sensor else { return format }
        format.photoDimensions = photoSizes(beside: size, sensor)
        if pixelFormat != Self.tenBits {
            format.rawPixelFormats = [kCVPixelFormatType_14Bayer_RGGB]
            format.rawDimensions = sensor
        }
        if camera.hasDepth { format.depthFormats = depthFormats(beside: size) }
        return format
    }

    /// As large as the depth sensor has it, and half of that, in both precisions; as often as 30 times a second.
    private func depthFormats(beside size: Size) -> [DepthFormat] {
        [Self.depthWidth, Self.depthWidth / 2].flatMap { width in
            [kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DepthFloat16].map { pixelFormat in
                DepthFormat(
                    pixelFormat: pixelFormat,
                    dimensions: CMVideoDimensions(width: width, height: width * size.height / size.width),
                    frameDurations: [CMTime(value: 1, timescale: 30)...CMTime(value: 1, timescale: 1)])
            }
        }
    }

    /// The sensor cropped to the stream's shape, and the whole sensor.
    private func photoSizes(beside size: Size, _ sensor: CMVideoDimensions) -> [CMVideoDimensions] {
        var sizes: [CMVideoDimensions] = []
        if size.width * 9 == size.height * 16 {
            sizes.append(CMVideoDimensions(width: sensor.width, height: sensor.width * 9 / 16 / 4 * 4))
        }
        sizes.append(sensor)
        return sizes.filter { $0.width > size.width && $0.height > size.height }
    }
}
