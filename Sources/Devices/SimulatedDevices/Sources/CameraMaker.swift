import CaptureEngine
import Glibc

/// Makes the frames of one camera: copies the part of the scene that stands still and paints the rest over it.
///
/// Copying all of a 4K frame takes half a millisecond and makes each frame right whatever the slot held before.
final class CameraMaker: SampleMaker {
    let step: CMTime
    let delay: Int64 = 0
    let backlog: Int64 = 12

    /// Frames that may be out at the same time.
    private static let maximumFrames = SinkCapacity.total + 1

    private let format: SourceFormat
    private let view: SceneBackground.View
    private let timeOfDay: (Int64) -> Int64
    private let pixelFormat: OSType
    private let dimensions: CMVideoDimensions
    private var pool: CVPixelBufferPool?
    private var background: CVPixelBuffer?
    private let colour = CVAttachments(SceneColour.attachments, mode: .shouldPropagate)

    init(_ format: SourceFormat, step: CMTime, view: SceneBackground.View, timeOfDay: @escaping (Int64) -> Int64) {
        self.format = format
        self.step = step
        self.view = view
        self.timeOfDay = timeOfDay
        pixelFormat = format.description.mediaSubType.rawValue
        dimensions = format.description.dimensions
    }

    func prepare() {
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: pixelFormat, kCVPixelBufferWidthKey: Int(dimensions.width),
            kCVPixelBufferHeightKey: Int(dimensions.height),
        ]
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        background = try? CVPixelBuffer(
            width: Int(dimensions.width), height: Int(dimensions.height), pixelFormat: pixelFormat)
        if let background {
            let subtitle = "\(dimensions.width)X\(dimensions.height) \(format.native.uppercased())"
            withCanvas(background) { SceneBackground(view: view, subtitle: subtitle).paint(on: $0) }
        }
    }

    func sample(_ tick: Tick) -> CMSampleBuffer? {
        guard let background, let frame = makeFrame() else { return nil }
        copy(background, to: frame)
        let moment = SceneMoment(
            frameNumber: UInt32(truncatingIfNeeded: tick.number),
            milliseconds: UInt32(truncatingIfNeeded: tick.timestamp / 1_000_000), phoneNanoseconds: tick.phoneTime,
            millisecondsOfDay: timeOfDay(tick.timestamp))
        withCanvas(frame, moment.paint)
        if tick.isCorrupt { loseLowerHalf(of: frame) }
        frame.attachments = colour
        return .frame(
            frame, format: format.description, presentationTimeStamp: CMTime(nanoseconds: tick.timestamp),
            duration: step)
    }

    private func makeFrame() -> CVPixelBuffer? {
        guard let pool else { return nil }
        var frame: CVPixelBuffer?
        _ = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
            nil, pool, [kCVPixelBufferPoolAllocationThresholdKey: Self.maximumFrames], &frame)
        return frame
    }

    private func copy(_ source: CVPixelBuffer, to target: CVPixelBuffer) {
        source.withPlanes { from in
            target.withPlanes { to in
                // Equal strides: both were laid out for the same size.
                for (from, to) in zip(from, to) { memcpy(to.base, from.base, from.bytesPerRow * from.height) }
            }
        }
    }

    /// What a USB camera shows that lost the rest of a transfer: zeroes, which are green.
    private func loseLowerHalf(of frame: CVPixelBuffer) {
        frame.withPlanes { planes in
            for plane in planes {
                let top = plane.height / 2
                memset(plane.base + top * plane.bytesPerRow, 0, (plane.height - top) * plane.bytesPerRow)
            }
        }
    }

    private func withCanvas(_ buffer: CVPixelBuffer, _ paint: (SceneCanvas) -> Void) {
        buffer.withPlanes { planes in
            paint(
                SceneCanvas(
                    luma: planes[0].base, lumaStride: planes[0].bytesPerRow, chroma: planes[1].base,
                    chromaStride: planes[1].bytesPerRow, width: buffer.width, height: buffer.height,
                    isFullRange: pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
        }
    }
}

extension SceneColour {
    /// What the numbers of the scene's pictures mean, as attachments of a buffer and extensions of a format.
    static var attachments: [String: Any] {
        [
            kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_709_2,
            kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
            kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_709_2,
        ]
    }
}

extension SceneReader {
    /// Reads a bi-planar 4:2:0 or BGRA frame; `nil` for other formats.
    package static func read(_ buffer: CVPixelBuffer) -> Reading? {
        let isBGRA = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA
        guard isBGRA || CVPixelBufferGetPlaneCount(buffer) == 2 else { return nil }
        return buffer.withPlanes { planes in
            read(
                luma: planes[0].base + (isBGRA ? 1 : 0), bytesPerRow: planes[0].bytesPerRow, width: buffer.width,
                height: buffer.height, bytesPerPixel: isBGRA ? 4 : 1)
        }
    }
}
