import Foundation
import GtkSupport
import UIKitCore

/// How text is drawn and measured. Source: Apple, NSStringDrawingOptions.
public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The rectangle's origin is a corner, and lines wrap in its width; else it is where the first baseline begins.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Linux: without effect, as all fonts have leading.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// Linux: without effect; what does not fit is cut off.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// What drawing text reports and may do. Source: Apple, NSStringDrawingContext. Linux: text is never made smaller.
open class NSStringDrawingContext: NSObject {
    open var minimumScaleFactor: CGFloat = 0
    open var actualScaleFactor: CGFloat { 1 }
    /// What was needed when it was drawn or measured the last time.
    open internal(set) var totalBounds = CGRect.zero

    public override init() {}
}

extension NSAttributedString {
    /// The size without wrapped lines. Source: Apple, NSAttributedString.size().
    public func size() -> CGSize { boundingRect(with: .zero, options: .usesLineFragmentOrigin, context: nil).size }

    /// The size in a width; 0 for any. Source: Apple, NSAttributedString.boundingRect(with:options:context:).
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        let isBlock = options.contains(.usesLineFragmentOrigin)
        let needed = picture(width: isBlock ? size.width : 0).measure()
        let bounds = CGRect(
            x: 0, y: isBlock ? 0 : -needed.firstBaseline, width: needed.size.width, height: needed.size.height)
        context?.totalBounds = bounds
        return bounds
    }

    /// Draws into the current context, from an upper left corner. Source: Apple, NSAttributedString.draw(at:).
    public func draw(at point: CGPoint) { draw(at: point, width: 0, height: nil) }

    /// Draws into the current context, wrapped and cut off by a rectangle. Source: Apple, NSAttributedString.draw(in:).
    public func draw(in rect: CGRect) { draw(at: rect.origin, width: rect.width, height: rect.height) }

    /// Source: Apple, NSAttributedString.draw(with:options:context:).
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) {
        let bounds = boundingRect(with: rect.size, options: options, context: context)
        let isBlock = options.contains(.usesLineFragmentOrigin)
        draw(
            at: CGPoint(x: rect.minX, y: rect.minY + bounds.minY), width: isBlock ? rect.width : 0,
            height: isBlock && rect.height > 0 ? rect.height : nil)
    }

    private var paragraph: NSParagraphStyle? {
        length == 0 ? nil : attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle
    }

    private func picture(width: CGFloat) -> TextPicture {
        // Apple's default font is Helvetica with 12 points; here it is the system's.
        var picture = TextPicture(TextLayout.Run.runs(self, TextStyle(.systemFont(ofSize: 12))))
        picture.lineSpacing = Double(paragraph?.lineSpacing ?? 0)
        picture.alignment =
            switch paragraph?.alignment {
            case .left: .left
            case .center: .center
            case .right: .right
            case .justified: .justified
            case .natural, nil: .natural
            }
        picture.width = width > 0 && width < 100_000 ? Double(width) : nil
        return picture
    }

    private func draw(at point: CGPoint, width: CGFloat, height: CGFloat?) {
        guard length > 0, let context = UIGraphicsGetCurrentContext() else { return }
        let text = picture(width: width)
        let needed = text.measure().size
        let size = Size(
            width: text.width ?? needed.width, height: height.map { min(Double($0), needed.height) } ?? needed.height)
        let scale = max(hypot(context.ctm.b, context.ctm.d), 0.01)
        guard let (pixels, columns, rows) = text.draw(size: size, scale: Double(scale), color: .black),
            let provider = CGDataProvider(data: pixels), let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return }
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        let image = CGImage(
            width: columns, height: rows, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: columns * 4, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)
        image.map { UIImage(cgImage: $0, scale: scale, orientation: .up) }?.draw(at: point)
    }
}

extension NSString {
    /// The size without wrapped lines. Source: Apple, NSString.size(withAttributes:).
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        (self as String).size(withAttributes: attrs)
    }

    /// Source: Apple, NSString.draw(at:withAttributes:).
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        (self as String).draw(at: point, withAttributes: attrs)
    }

    /// Source: Apple, NSString.draw(in:withAttributes:).
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        (self as String).draw(in: rect, withAttributes: attrs)
    }

    /// Source: Apple, NSString.draw(with:options:attributes:context:).
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        (self as String).draw(with: rect, options: options, attributes: attributes, context: context)
    }

    /// Source: Apple, NSString.boundingRect(with:options:attributes:context:).
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        (self as String).boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}

/// What `NSString` has, as on Apple's systems.
extension String {
    private func with(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
        NSAttributedString(string: self, attributes: attributes ?? [:])
    }

    /// Source: Apple, NSString.size(withAttributes:).
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { with(attrs).size() }

    /// Source: Apple, NSString.draw(at:withAttributes:).
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        with(attrs).draw(at: point)
    }

    /// Source: Apple, NSString.draw(in:withAttributes:).
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        with(attrs).draw(in: rect)
    }

    /// Source: Apple, NSString.draw(with:options:attributes:context:).
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        with(attributes).draw(with: rect, options: options, context: context)
    }

    /// Source: Apple, NSString.boundingRect(with:options:attributes:context:).
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        with(attributes).boundingRect(with: size, options: options, context: context)
    }
}
