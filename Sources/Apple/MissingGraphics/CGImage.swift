import Foundation
import MissingFoundation

/// Where alpha is in a pixel. Source: Apple, CGImageAlphaInfo.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// Three components, and no alpha.
    case none = 0
    /// Alpha after the colors, which are multiplied by it.
    case premultipliedLast = 1
    /// Alpha before the colors, which are multiplied by it.
    case premultipliedFirst = 2
    /// Alpha after the colors.
    case last = 3
    /// Alpha before the colors.
    case first = 4
    /// An unused component after the colors.
    case noneSkipLast = 5
    /// An unused component before the colors.
    case noneSkipFirst = 6
    /// No colors: a mask.
    case alphaOnly = 7
}

/// Provides the bytes of an image. Source: Apple, CGDataProvider.
public final class CGDataProvider: _CFObject, Sendable {
    /// Rows from the top, with their padding.
    public let data: CFData?

    /// Linux: never `nil`.
    public init?(data: CFData) {
        self.data = data
    }
}

/// A picture in memory that never changes. Source: Apple, CGImage.
///
/// Linux: 8 bits per component; gray, or red, green and blue. Images from cameras, photos and the library have red,
/// green, blue and a fourth byte, in this order.
public final class CGImage: _CFObject, Sendable {
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let bitmapInfo: CGBitmapInfo
    public let colorSpace: CGColorSpace?
    public let dataProvider: CGDataProvider?
    public let shouldInterpolate: Bool
    public let renderingIntent: CGColorRenderingIntent
    let layout: BitmapLayout
    /// The offset of the first pixel in the provider's data.
    let offset: Int

    private init?(
        width: Int, height: Int, bytesPerRow: Int, space: CGColorSpace, layout: BitmapLayout, bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider, offset: Int = 0, shouldInterpolate: Bool = true,
        intent: CGColorRenderingIntent = .defaultIntent
    ) {
        let rowLength = width.multipliedReportingOverflow(by: layout.bytesPerPixel)
        guard width > 0, height > 0, !rowLength.overflow, bytesPerRow >= rowLength.partialValue else { return nil }
        let rows = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        guard !rows.overflow, let count = provider.data?.count,
            count - offset - rowLength.partialValue >= rows.partialValue
        else { return nil }
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.layout = layout
        self.bitmapInfo = bitmapInfo
        self.offset = offset
        self.shouldInterpolate = shouldInterpolate
        colorSpace = space
        dataProvider = provider
        renderingIntent = intent
    }

    /// A picture made from existing bytes.
    ///
    /// - Parameters:
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - bitsPerComponent: 8.
    ///   - bitsPerPixel: 8 for gray, 24 or 32 for red, green and blue.
    ///   - bytesPerRow: from one row to the next.
    ///   - space: of gray, or of red, green and blue.
    ///   - bitmapInfo: where a pixel's components lie.
    ///   - provider: the bytes, from the top row on.
    ///   - decode: `nil`: components mean what they say.
    ///   - shouldInterpolate: whether it is smoothed when it is drawn larger.
    ///   - intent: for code that converts colors; drawing here does not.
    /// - Returns: `nil` for other layouts, and when there are too few bytes.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        let components = space.numberOfComponents
        guard bitsPerComponent == 8, decode == nil,
            let layout = BitmapLayout(components: components, bitsPerPixel: bitsPerPixel, info: bitmapInfo)
        else { return nil }
        self.init(
            width: width, height: height, bytesPerRow: bytesPerRow, space: space, layout: layout,
            bitmapInfo: bitmapInfo, provider: provider, shouldInterpolate: shouldInterpolate, intent: intent)
    }

    /// - Parameter rgba: `height` rows of `bytesPerRow` bytes, of which the first `4 * width` are pixels.
    /// - Returns: `nil` when `rgba` does not hold that.
    package convenience init?(
        width: Int, height: Int, bytesPerRow: Int, rgba: Data, alphaInfo: CGImageAlphaInfo = .noneSkipLast
    ) {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB), let provider = CGDataProvider(data: rgba) else {
            return nil
        }
        self.init(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: CGBitmapInfo(rawValue: alphaInfo.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    public var alphaInfo: CGImageAlphaInfo {
        CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue) ?? .none
    }

    public var bitsPerComponent: Int { 8 }
    public var bitsPerPixel: Int { 8 * layout.bytesPerPixel }

    /// A part of the picture, whose bytes both share.
    ///
    /// - Parameter rect: in pixels from the upper left corner; it is extended to whole pixels and clipped to the
    ///   picture.
    /// - Returns: `nil` when nothing is left.
    public func cropping(to rect: CGRect) -> CGImage? {
        let whole = rect.standardized.integral
        let part = whole.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, !part.isEmpty, let dataProvider, let colorSpace else { return nil }
        let start = offset + Int(part.minY) * bytesPerRow + Int(part.minX) * layout.bytesPerPixel
        return CGImage(
            width: Int(part.width), height: Int(part.height), bytesPerRow: bytesPerRow, space: colorSpace,
            layout: layout, bitmapInfo: bitmapInfo, provider: dataProvider, offset: start,
            shouldInterpolate: shouldInterpolate, intent: renderingIntent)
    }

    /// Where each component of a pixel lies.
    package var components: PixelComponents { PixelComponents(layout) }

    /// Runs `body` with the first pixel of the first row.
    package func withPixels<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result? {
        dataProvider?.data?.withUnsafeBytes { bytes in bytes.baseAddress.map { body($0 + offset) } }
    }
}
