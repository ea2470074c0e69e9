import CaptureEngine
import FFmpeg
import PixelCoding
import YUV

/// Brings frames into a layout that the video encoder accepts: most are passed through, the rest are converted into one
/// buffer that is reused.
final class EncoderInput {
    /// The layout that the encoder gets.
    let layout: PictureLayout
    let width: Int
    let height: Int
    /// The color coding that the encoder gets.
    let color: PictureColor

    private let pixelFormat: OSType
    private let conversion: Conversion
    private let target: ConversionTarget?

    enum Conversion {
        case none
        case uyvyToNV12
        case yuyvToNV12
        case bgraToNV12
        case grayToNV12
        case p010ToNV12
        case nv12ToI420
        case p010ToI010
    }

    /// Prepares for all frames that are like `buffer`.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported`.
    init(like buffer: CVPixelBuffer, codec: MovieCodec) throws(CaptureError) {
        pixelFormat = CVPixelBufferGetPixelFormatType(buffer)
        let (layout, conversion) = try Self.check(pixelFormat, codec)
        self.layout = layout
        self.conversion = conversion
        width = CVPixelBufferGetWidth(buffer)
        height = CVPixelBufferGetHeight(buffer)
        var color = PictureColor(of: buffer, isFullRange: Self.isFullRange(pixelFormat))
        // libyuv converts red, green and blue to BT.601 only.
        if case .bgraToNV12 = conversion { color.matrix = 6 }
        self.color = color
        if case .none = conversion {
            target = nil
        } else {
            target = ConversionTarget(layout, width: width, height: height)
        }
    }

    /// How frames of a pixel format are encoded.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported`.
    @discardableResult static func check(_ pixelFormat: OSType, _ codec: MovieCodec) throws(CaptureError) -> Plan {
        guard let plan = plan(pixelFormat, codec) else {
            throw CaptureError(
                .formatUnsupported,
                "frames of the pixel format '\(pixelFormat.letters)' cannot be recorded as \(codec.name)")
        }
        return plan
    }

    /// Whether a frame has the size and the pixel format that this was made for.
    func matches(_ buffer: CVPixelBuffer) -> Bool {
        CVPixelBufferGetWidth(buffer) == width && CVPixelBufferGetHeight(buffer) == height
            && CVPixelBufferGetPixelFormatType(buffer) == pixelFormat
    }

    /// Runs `body` with the planes of a frame, which are valid only inside it.
    ///
    /// - Throws: ``CaptureError`` `reconfigured` if the frame is not like the first, `encodeFailed`.
    func withPlanes<Result>(
        of buffer: CVPixelBuffer, _ body: ([PicturePlane]) throws(CaptureError) -> Result
    ) throws(CaptureError) -> Result {
        guard matches(buffer) else {
            throw CaptureError(.reconfigured, "the camera changed its format while a movie was recorded")
        }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let planes = (0..<max(1, CVPixelBufferGetPlaneCount(buffer))).map { Self.plane(buffer, $0) }
        guard let target else { return try body(planes) }
        do { try convert(planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }, to: target) } catch {
            throw CaptureError(.encodeFailed, "a frame could not be converted for the encoder", cause: error)
        }
        return try body(target.planes)
    }

    private static func plane(_ buffer: CVPixelBuffer, _ index: Int) -> PicturePlane {
        guard CVPixelBufferIsPlanar(buffer) else {
            return PicturePlane(
                base: CVPixelBufferGetBaseAddress(buffer)!, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer))
        }
        return PicturePlane(
            base: CVPixelBufferGetBaseAddressOfPlane(buffer, index)!,
            bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, index))
    }

    private func convert(_ source: [Plane], to target: ConversionTarget) throws(YUVError) {
        let size = PixelSize(width: width, height: height)
        switch conversion {
        case .none: break
        case .uyvyToNV12: try YUVConversion.uyvyToNV12(source[0], to: target.biPlanar, size: size)
        case .yuyvToNV12: try YUVConversion.yuy2ToNV12(source[0], to: target.biPlanar, size: size)
        case .bgraToNV12: try YUVConversion.bgraToNV12(source[0], range: .video, to: target.biPlanar, size: size)
        case .grayToNV12: YUVConversion.grayToNV12(source[0], to: target.biPlanar, size: size)
        case .p010ToNV12:
            YUVConversion.p010ToNV12(BiPlanar(luma: source[0], chroma: source[1]), to: target.biPlanar, size: size)
        case .nv12ToI420:
            try YUVConversion.nv12ToI420(
                BiPlanar(luma: source[0], chroma: source[1]), to: target.planar, size: size)
        case .p010ToI010:
            try YUVConversion.p010ToI010(
                BiPlanar(luma: source[0], chroma: source[1]), to: target.planar, size: size)
        }
    }
}

// MARK: Pixel formats

extension EncoderInput {
    typealias Plan = (layout: PictureLayout, conversion: Conversion)

    /// The first way to something that the codec's encoder takes.
    static func plan(_ pixelFormat: OSType, _ codec: MovieCodec) -> Plan? {
        plans(pixelFormat).first { codec.layouts.contains($0.layout) }
    }

    /// The bits of a sample; `nil` for frames that no encoder takes.
    static func bitDepth(of pixelFormat: OSType) -> Int? { plans(pixelFormat).first?.layout.bitDepth }

    /// What frames of a pixel format can become. What keeps the most bits and costs the least comes first.
    private static func plans(_ pixelFormat: OSType) -> [Plan] {
        switch pixelFormat {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            [(.nv12, .none), (.i420, .nv12ToI420)]
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
            [(.i010, .p010ToI010), (.nv12, .p010ToNV12)]
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            [(.i420, .none)]
        case kCVPixelFormatType_422YpCbCr8:
            [(.nv12, .uyvyToNV12)]
        case kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange:
            [(.nv12, .yuyvToNV12)]
        case kCVPixelFormatType_32BGRA:
            [(.nv12, .bgraToNV12)]
        case kCVPixelFormatType_OneComponent8:
            [(.nv12, .grayToNV12)]
        default:
            []
        }
    }

    private static func isFullRange(_ pixelFormat: OSType) -> Bool {
        [
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_422YpCbCr8FullRange,
            kCVPixelFormatType_OneComponent8,
        ].contains(pixelFormat)
    }
}

/// Memory for one converted picture.
final class ConversionTarget {
    let planes: [PicturePlane]
    private let memory: UnsafeMutableRawPointer

    init(_ layout: PictureLayout, width: Int, height: Int) {
        let sampleBytes = layout == .i010 ? 2 : 1
        // Rows aligned to 64 bytes, which suits the encoders' vector instructions.
        let rowBytes = (0..<layout.planeCount).map { plane in
            let samples = plane == 0 ? width : (width + 1) / 2 * (layout.planeCount == 2 ? 2 : 1)
            return (samples * sampleBytes + 63) & ~63
        }
        let sizes = rowBytes.indices.map { rowBytes[$0] * layout.rows(ofPlane: $0, height: height) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: sizes.reduce(0, +), alignment: 64)
        var offset = 0
        var planes: [PicturePlane] = []
        for (bytes, size) in zip(rowBytes, sizes) {
            planes.append(PicturePlane(base: memory + offset, bytesPerRow: bytes))
            offset += size
        }
        self.memory = memory
        self.planes = planes
    }

    deinit { memory.deallocate() }

    func plane(_ index: Int) -> MutablePlane {
        MutablePlane(planes[index].base, bytesPerRow: planes[index].bytesPerRow)
    }

    var biPlanar: BiPlanar<MutablePlane> { BiPlanar(luma: plane(0), chroma: plane(1)) }
    var planar: Planar<MutablePlane> { Planar(luma: plane(0), cb: plane(1), cr: plane(2)) }
}
