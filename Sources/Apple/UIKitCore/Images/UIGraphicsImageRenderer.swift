import Foundation

/// How a renderer makes pictures. Source: Apple, UIGraphicsImageRendererFormat.
open class UIGraphicsImageRendererFormat: NSObject {
    /// Pixels per point.
    open var scale: CGFloat
    /// Whether the picture has no transparency.
    open var opaque = false
    /// Which colors the picture can have. Linux: those of sRGB, whatever is preferred.
    open var preferredRange = Range.automatic

    /// The colors of a picture. Source: Apple, UIGraphicsImageRendererFormat.Range.
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic = 0
        case extended = 1
        case standard = 2
    }

    /// The screen's scale.
    public required override init() {
        scale = max(UITraitCollection.current.displayScale, 1)
    }

    convenience init(scale: CGFloat) {
        self.init()
        self.scale = scale
    }

    open class func `default`() -> Self { self.init() }

    open class func preferred() -> Self { self.init() }
}

/// What a renderer's closure draws into. Source: Apple, UIGraphicsImageRendererContext.
open class UIGraphicsImageRendererContext: NSObject {
    public let cgContext: CGContext
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        cgContext = context
        self.format = format
    }

    open func fill(_ rect: CGRect) { cgContext.fill(rect) }

    open func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5)) }

    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

    /// What is drawn so far.
    open var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
    }
}

/// Makes pictures by drawing. Source: Apple, UIGraphicsImageRenderer.
open class UIGraphicsImageRenderer: NSObject {
    private let bounds: CGRect
    public let format: UIGraphicsImageRendererFormat

    public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }

    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsImageRendererFormat()) }

    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        self.format = format
    }

    /// - Parameter actions: draws, in points with y down.
    /// - Returns: an image without pixels if the size has none.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let context = CGContext(size: bounds.size, scale: format.scale, isOpaque: format.opaque) else {
            return UIImage()
        }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        UIGraphicsPushContext(context)
        let target = UIGraphicsImageRendererContext(context, format)
        actions(target)
        UIGraphicsPopContext()
        return target.currentImage
    }

    /// A PNG file of what is drawn.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    /// A JPEG file of what is drawn.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}
