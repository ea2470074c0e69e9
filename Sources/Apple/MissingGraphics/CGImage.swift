import Foundation

/// Bytes. Source: Apple, CFData. Linux: Foundation's `Data` itself.
public typealias CFData = Data

/// Where alpha is in a pixel. Source: Apple, CGImageAlphaInfo.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// Three components, and no alpha. Source: Apple, CGImageAlphaInfo.none.
    case none = 0
    /// Alpha after the colours, which are multiplied by it. Source: Apple, CGImageAlphaInfo.premultipliedLast.
    case premultipliedLast = 1
    /// Alpha before the colours, which are multiplied by it. Source: Apple, CGImageAlphaInfo.premultipliedFirst.
    case premultipliedFirst = 2
    /// Alpha after the colours. Source: Apple, CGImageAlphaInfo.last.
    case last = 3
    /// Alpha before the colours. Source: Apple, CGImageAlphaInfo.first.
    case first = 4
    /// A component after the colours that says nothing. Source: Apple, CGImageAlphaInfo.noneSkipLast.
    case noneSkipLast = 5
    /// A component before the colours that says nothing. Source: Apple, CGImageAlphaInfo.noneSkipFirst.
    case noneSkipFirst = 6
    /// No colours: a mask. Source: Apple, CGImageAlphaInfo.alphaOnly.
    case alphaOnly = 7
}

/// Gives the bytes of an image. Source: Apple, CGDataProvider.
public final class CGDataProvider: Sendable {
    /// Rows from the top, with their padding. Source: Apple, CGDataProvider.data.
    public let data: CFData?

    /// Source: Apple, CGDataProvider.init(data:).
    public init?(data: CFData) {
        self.data = data
    }
}

/// A picture in memory that never changes. Source: Apple, CGImage.
///
/// Linux: 8 bits a component, grey or red, green and blue. What cameras, photos and the library make has red, green, blue
/// and a fourth byte, in this order.
public final class CGImage: Sendable {
    /// Source: Apple, CGImage.width.
    public let width: Int
    /// Source: Apple, CGImage.height.
    public let height: Int
    /// Source: Apple, CGImage.bytesPerRow.
    public let bytesPerRow: Int
    /// Source: Apple, CGImage.bitmapInfo.
    public let bitmapInfo: CGBitmapInfo
    /// Source: Apple, CGImage.colorSpace.
    public let colorSpace: CGColorSpace?
    /// Source: Apple, CGImage.dataProvider.
    public let dataProvider: CGDataProvider?
    /// Source: Apple, CGImage.shouldInterpolate.
    public let shouldInterpolate: Bool
    /// Source: Apple, CGImage.renderingIntent.
    public let renderingIntent: CGColorRenderingIntent
    let layout: BitmapLayout
    /// Of the first pixel, in the provider's data.
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

    /// A picture of bytes that there are.
    ///
    /// - Parameters:
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - bitsPerComponent: 8.
    ///   - bitsPerPixel: 8 for grey, 24 or 32 for red, green and blue.
    ///   - bytesPerRow: from one row to the next.
    ///   - space: of grey, or of red, green and blue.
    ///   - bitmapInfo: where a pixel's components lie.
    ///   - provider: the bytes, from the top row on.
    ///   - decode: `nil`: components mean what they say.
    ///   - shouldInterpolate: whether pixels become smooth areas when it is drawn larger.
    ///   - intent: for who converts colours; drawing here does not.
    /// - Returns: `nil` for other layouts, and when there are too few bytes.
    ///
    /// Source: Apple, CGImage.init(width:height:bitsPerComponent:bitsPerPixel:bytesPerRow:space:bitmapInfo:provider:decode:shouldInterpolate:intent:).
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
    /// - Returns: `nil` when that is not what `rgba` holds.
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

    /// Source: Apple, CGImage.alphaInfo.
    public var alphaInfo: CGImageAlphaInfo {
        CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue) ?? .none
    }

    /// Source: Apple, CGImage.bitsPerComponent.
    public var bitsPerComponent: Int { 8 }
    /// Source: Apple, CGImage.bitsPerPixel.
    public var bitsPerPixel: Int { 8 * layout.bytesPerPixel }

    /// A part of the picture, whose bytes both share.
    ///
    /// - Parameter rect: in pixels from the upper left corner; it grows to whole pixels and loses what lies outside.
    /// - Returns: `nil` when nothing is left.
    ///
    /// Source: Apple, CGImage.cropping(to:).
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

    /// Runs `body` with the first pixel of the first row.
    func withPixels<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result? {
        dataProvider?.data?.withUnsafeBytes { bytes in bytes.baseAddress.map { body($0 + offset) } }
    }
}
