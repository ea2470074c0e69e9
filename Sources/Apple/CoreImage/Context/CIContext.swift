import CoreVideo
import Foundation
import Metal
import MissingFoundation

/// Computes pictures. Source: Apple, CIContext.
///
/// Any thread may use it, several at once. Linux: the processor computes, with all of its cores for a large picture; there is
/// no context for Metal, and a context keeps nothing.
open class CIContext: NSObject, @unchecked Sendable {  // never changes
    let rendering: Rendering
    private let outputSpace: OutputSpace

    /// What results mean if a call does not say it.
    private enum OutputSpace {
        case unspecified
        case space(CGColorSpace)
        case unmanaged
    }

    public override convenience init() { self.init(options: nil) }

    /// Linux: there are no devices of Metal's, so nobody calls it; the processor renders.
    public convenience init(mtlDevice device: any MTLDevice, options: [CIContextOption: Any]? = nil) {
        self.init(options: options)
    }

    /// Linux: as ``init(mtlDevice:options:)``.
    public convenience init(mtlCommandQueue commandQueue: any MTLCommandQueue, options: [CIContextOption: Any]? = nil) {
        self.init(options: options)
    }

    public init(options: [CIContextOption: Any]?) {
        let isUnmanaged = options?[.workingColorSpace] is NSNull
        rendering = Rendering(isColorManaged: !isUnmanaged)
        outputSpace =
            switch options?[.outputColorSpace] {
            case is NSNull: .unmanaged
            case let space as CGColorSpace: .space(space)
            default: .unspecified
            }
    }

    /// Linear sRGB; `nil` without color management.
    open var workingColorSpace: CGColorSpace? {
        rendering.isColorManaged ? CGColorSpace(name: CGColorSpace.extendedLinearSRGB) : nil
    }

    /// Linux: nothing is kept, so there is nothing to do.
    open func clearCaches() {}

    /// A size that can be rendered; a larger picture can, too, if it has no more pixels.
    open func inputImageMaximumSize() -> CGSize { CGSize(width: 1 << 14, height: 1 << 14) }

    /// As ``inputImageMaximumSize()``.
    open func outputImageMaximumSize() -> CGSize { inputImageMaximumSize() }

    /// The codes of a picture; without a color space, the values of the working space.
    private func codes(_ image: CIImage, _ space: CGColorSpace?) -> any Recipe {
        space.map { PointRecipe(image.recipe, ColorEncoding($0).toCodes) } ?? image.recipe
    }

    // MARK: Images

    /// A part of a picture, with 8 bits per component in sRGB.
    ///
    /// - Returns: `nil` for a part without pixels or without end.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        createCGImage(image, from: fromRect, format: .RGBA8, colorSpace: nil)
    }

    /// A part of a picture. Without a color space, it is in the output space of the context.
    ///
    /// - Returns: `nil` for a part without pixels or without end. Linux: images have 8 bits per component, whatever the
    ///   format.
    open func createCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) -> CGImage? {
        let format = format.bitmap == nil ? CIFormat.RGBA8 : format
        guard let region = region(fromRect), let (bits, info) = format.bitmap, let target = format.target else {
            return nil
        }
        let bytesPerRow = region.width * bits / 8
        guard let memory = malloc(bytesPerRow * region.height) else { return nil }
        let wanted = if case .unmanaged = outputSpace { colorSpace } else { colorSpace ?? outputColorSpace }
        target.render(codes(image, wanted), region, to: memory, bytesPerRow: bytesPerRow, rendering)
        let data = Data(bytesNoCopy: memory, count: bytesPerRow * region.height, deallocator: .free)
        let space = bits == 8 ? CGColorSpaceCreateDeviceGray() : colorSpace ?? outputColorSpace
        return CGDataProvider(data: data).flatMap { provider in
            CGImage(
                width: region.width, height: region.height, bitsPerComponent: 8, bitsPerPixel: bits,
                bytesPerRow: bytesPerRow, space: space, bitmapInfo: info, provider: provider, decode: nil,
                shouldInterpolate: true, intent: .defaultIntent)
        }
    }

    private var outputColorSpace: CGColorSpace {
        if case .space(let space) = outputSpace { space } else { .srgb }
    }

    /// The largest picture in bytes: what memory holds.
    private static let mostPixels = 1 << 29

    private func region(_ rect: CGRect) -> PixelRect? {
        guard !rect.isNull, !rect.isUnbounded else { return nil }
        let region = PixelRect(around: rect.standardized)
        return region.isEmpty || region.count > Self.mostPixels ? nil : region
    }

    // MARK: Memory

    /// Renders a part of a picture into memory, its upper row first. Rows that are too short for the pixels stop the
    /// process.
    ///
    /// Without a color space, there is no color management: the values of the working space are written as they are,
    /// which is what depth and other data want. Source: Apple, CIContext.h; `outputColorSpace` counts for images only.
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        guard let region = region(bounds), let target = format.target else { return }
        precondition(
            rowBytes >= region.width * target.bytesPerPixel,
            "*** -[CIContext render:toBitmap:rowBytes:bounds:format:colorSpace:] rowBytes is too small")
        target.render(codes(image, colorSpace), region, to: data, bytesPerRow: rowBytes, rendering)
    }

    /// Renders the part of a picture from (0, 0) to the size of a buffer into it.
    ///
    /// The result means what the buffer's attachments say, or sRGB; linear sRGB in buffers of floats.
    open func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        let isLinear = [kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_128RGBAFloat]
            .contains(CVPixelBufferGetPixelFormatType(buffer))
        let codes = PointRecipe(image.recipe, ColorEncoding(buffer, isLinear: isLinear).toCodes)
        render(codes, to: buffer, bounds: CGRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }

    /// Renders a part of a picture into a buffer: the lower left corner of `bounds` comes to that of the buffer.
    ///
    /// What is larger than the buffer is cut off; what is smaller leaves pixels as they are, but for rows that share
    /// their chroma with a rendered one.
    ///
    /// Without a color space, there is no color management: the values of the working space are written as they are.
    /// ``render(_:to:)`` follows the buffer's attachments. Source: Apple, CIContext.h.
    ///
    /// Linux: BGRA, RGBA, ARGB, ABGR, RGB, gray, 16-bit, half and full floats, and 4:2:0 in two planes with 8 or 10 bits;
    /// buffers of other formats stay as they are.
    open func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        render(codes(image, colorSpace), to: buffer, bounds: bounds)
    }

    private func render(_ recipe: any Recipe, to buffer: CVPixelBuffer, bounds: CGRect) {
        guard !bounds.isNull, !bounds.isEmpty else { return }
        let corner = PixelRect(around: CGRect(origin: bounds.origin, size: CGSize(width: 1, height: 1)))
        let limits = PixelRect(x: corner.x, y: corner.y, width: buffer.width, height: buffer.height)
        let region = PixelRect(around: bounds).intersection(limits)
        if region.isEmpty { return }
        buffer.withPlanes { planes in
            if let target = PixelTarget(CVPixelBufferGetPixelFormatType(buffer)) {
                let first = planes[0].base + (limits.maxY - region.maxY) * planes[0].bytesPerRow
                target.render(recipe, region, to: first, bytesPerRow: planes[0].bytesPerRow, rendering)
            } else if let target = YCbCrTarget(buffer) {
                // Chroma belongs to two rows: both are computed.
                let first = (limits.maxY - region.maxY) / 2 * 2
                let end = min((limits.maxY - region.y + 1) / 2 * 2, limits.height)
                let pairs = PixelRect(
                    x: region.x, y: limits.maxY - end, width: region.width, height: end - first)
                target.render(recipe, pairs, to: planes, firstRow: first, rendering)
            }
        }
    }
}
