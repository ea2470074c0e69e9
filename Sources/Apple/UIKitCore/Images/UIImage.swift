import Foundation

/// A picture to show: pixels and how they stand, or a symbol.
///
/// Linux: pixels are decoded when the image is made. JPEG, HEIC, PNG and the preview of DNG files are read.
///
/// Source: Apple, UIImage.
open class UIImage: NSObject, @unchecked Sendable {  // constant
    /// How the pixels have to be turned to be upright. Source: Apple, UIImage.Orientation.
    public enum Orientation: Int, Sendable {
        case up = 0
        /// The pixels are upside down.
        case down = 1
        /// The pixels have to be turned counterclockwise.
        case left = 2
        /// The pixels have to be turned clockwise.
        case right = 3
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7

        var isSideways: Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(self) }
    }

    /// Whether colors count, or the shape alone. Source: Apple, UIImage.RenderingMode.
    public enum RenderingMode: Int, Sendable {
        /// A symbol is a template, another picture is not.
        case automatic = 0
        case alwaysOriginal = 1
        /// What is opaque is drawn in the tint color.
        case alwaysTemplate = 2
    }

    struct Content {
        /// Pixels, and what computes them when they are first needed.
        var picture: CGImage?
        var source: PixelSource?
        var symbol: Symbol?
        var scale: CGFloat = 1
        var orientation = Orientation.up
        var mode = RenderingMode.automatic
        var tint: UIColor?
        /// Of an animated image, which is itself the first of them.
        var images: [UIImage]?
        /// Of all images, in seconds.
        var duration: TimeInterval = 0

        /// Whether views that go from right to left show it in a mirror.
        var flips = false

        /// Of a picture that is drawn in parts.
        var caps: Caps?

        var pixels: CGImage? { picture ?? source?.pixels }

        /// In pixels.
        var pixelSize: CGSize? {
            picture.map { CGSize(width: $0.width, height: $0.height) } ?? source?.size
        }
    }

    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    /// Without pixels.
    public override convenience init() { self.init(Content()) }

    /// `#imageLiteral(resourceName:)`. A picture that is not there is a programmer's mistake.
    public required convenience init(imageLiteralResourceName name: String) {
        guard let found = UIImage(named: name) else { fatalError("There is no picture named \(name)") }
        self.init(found.content)
    }

    public convenience init(cgImage: CGImage) { self.init(Content(picture: cgImage)) }

    /// - `scale`: pixels per point.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {
        self.init(Content(picture: cgImage, scale: scale > 0 ? scale : 1, orientation: orientation))
    }

    package convenience init(source: PixelSource, scale: CGFloat, orientation: UIImage.Orientation) {
        self.init(Content(source: source, scale: scale > 0 ? scale : 1, orientation: orientation))
    }

    /// Images that are shown in turn; the first one stands for all where nothing moves.
    ///
    /// - Parameters:
    ///   - images: at least one with pixels.
    ///   - duration: of all images, in seconds; 0 for a thirtieth of a second each.
    /// - Returns: `nil` without images.
    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        var content = first.content
        content.images = images
        content.duration = duration > 0 ? duration : Double(images.count) / 30
        return UIImage(content)
    }

    /// Of an animated image.
    open var images: [UIImage]? { content.images }

    /// Of an animated image, in seconds; else 0.
    open var duration: TimeInterval { content.duration }

    /// What computes the pixels, if they were not given.
    package var source: PixelSource? { content.source }

    // MARK: What it is

    /// In points, upright.
    open var size: CGSize {
        if let symbol = content.symbol { return symbol.size }
        guard let pixels = content.pixelSize else { return .zero }
        let (width, height) = (pixels.width / scale, pixels.height / scale)
        return imageOrientation.isSideways
            ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    /// Pixels per point.
    open var scale: CGFloat { content.scale }

    open var imageOrientation: UIImage.Orientation { content.orientation }

    /// The pixels as they are stored. A symbol is drawn in its tint color, else in black, with 2 pixels per point.
    ///
    /// - Returns: `nil` for the image of a `CIImage`, whose pixels are computed when it is drawn or written.
    open var cgImage: CGImage? { content.source == nil ? stored : nil }

    /// As ``cgImage``, of all images.
    var stored: CGImage? {
        if let symbol = content.symbol { return symbol.picture(scale: scale, color: content.tint ?? .black) }
        guard let pixels = content.pixels, let tint = content.tint else { return content.pixels }
        return pixels.painted(tint)
    }

    open var renderingMode: UIImage.RenderingMode { content.mode }

    open var isSymbolImage: Bool { content.symbol != nil }

    open func withRenderingMode(_ renderingMode: UIImage.RenderingMode) -> UIImage {
        changed { $0.mode = renderingMode }
    }

    /// The shape of the image in a color.
    open func withTintColor(_ color: UIColor) -> UIImage { changed { $0.tint = color } }

    open func withTintColor(_ color: UIColor, renderingMode: UIImage.RenderingMode) -> UIImage {
        changed { ($0.tint, $0.mode) = (color, renderingMode) }
    }

    /// The same pixels with the left and the right side exchanged.
    open func withHorizontallyFlippedOrientation() -> UIImage {
        let mirrored: [Orientation] = [
            .upMirrored, .downMirrored, .rightMirrored, .leftMirrored, .up, .down, .right, .left,
        ]
        return changed { $0.orientation = mirrored[$0.orientation.rawValue] }
    }

    /// Whether image views that go from right to left show the image in a mirror.
    open var flipsForRightToLeftLayoutDirection: Bool { content.flips }

    /// The same image, which image views that go from right to left show in a mirror.
    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { changed { $0.flips = true } }

    private func changed(_ change: (inout Content) -> Void) -> UIImage {
        var content = content
        change(&content)
        return UIImage(content)
    }

    // MARK: For those who draw it

    /// Whether it is drawn in the color of its surroundings.
    package var isTemplate: Bool {
        switch renderingMode {
        case .alwaysTemplate: true
        case .alwaysOriginal: false
        case .automatic: isSymbolImage && content.tint == nil
        }
    }

    /// The upright pixels.
    ///
    /// - Parameters:
    ///   - color: for a template.
    ///   - size: in points; a symbol is drawn anew for it.
    ///   - scale: pixels per point of a symbol.
    package func picture(color: UIColor, size: CGSize? = nil, scale: CGFloat) -> CGImage? {
        if let symbol = content.symbol {
            let paint = isTemplate ? color : content.tint ?? .black
            return symbol.picture(scale: scale, color: paint, size: size ?? symbol.size)
        }
        guard let pixels = upright else { return nil }
        if isResizable, let size, size != self.size, size.width > 0, size.height > 0 {
            let format = UIGraphicsImageRendererFormat(scale: self.scale)
            let whole = UIGraphicsImageRenderer(size: size, format: format).image { _ in
                drawParts(in: CGRect(origin: .zero, size: size), of: pixels)
            }
            guard let whole = whole.content.pixels else { return nil }
            return (isTemplate ? color : content.tint).map { whole.painted($0) } ?? whole
        }
        if isTemplate { return pixels.painted(color) }
        return content.tint.map { pixels.painted($0) } ?? pixels
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = (object as? UIImage)?.content else { return false }
        return other.symbol == content.symbol && other.scale == content.scale
            && other.orientation == content.orientation && other.mode == content.mode && other.tint == content.tint
            && other.caps == content.caps && other.flips == content.flips && other.images == content.images
            && other.duration == content.duration
            && (other.source === content.source && other.source != nil || Self.areSame(other.pixels, content.pixels))
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(content.symbol)
        hasher.combine(content.pixelSize?.width)
        hasher.combine(content.pixelSize?.height)
        return hasher.finalize()
    }

    private static func areSame(_ one: CGImage?, _ other: CGImage?) -> Bool {
        guard let one, let other, one !== other else { return one === other }
        return one.width == other.width && one.height == other.height && one.bitmapInfo == other.bitmapInfo
            && one.bytesPerRow == other.bytesPerRow && one.dataProvider?.data == other.dataProvider?.data
    }
}

extension UIImage: _ExpressibleByImageLiteral {}

/// What `#imageLiteral` makes. Source: Apple, UIKit.
public typealias _ImageLiteralType = UIImage
