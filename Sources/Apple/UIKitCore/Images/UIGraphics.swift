import Foundation

/// The contexts that a thread draws into.
private final class GraphicsStack {
    private static let ofThread = ThreadLocal("UIGraphicsStack") { GraphicsStack() }

    static var current: GraphicsStack { ofThread.current }

    var contexts: [CGContext] = []
    /// What ``UIGraphicsBeginImageContextWithOptions(_:_:_:)`` made, with its scale.
    var images: [(context: CGContext, scale: CGFloat)] = []
}

/// The context that pictures, paths and colors of this thread are drawn into; `nil` outside of drawing.
public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current.contexts.last }

/// Makes a context the current one, until ``UIGraphicsPopContext()``. In UIKit's contexts y points down.
public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.current.contexts.append(context) }

public func UIGraphicsPopContext() { _ = GraphicsStack.current.contexts.popLast() }

public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// - `scale`: pixels per point; 0 for the screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale > 0 ? scale : max(UITraitCollection.current.displayScale, 1)
    guard let context = CGContext(size: size, scale: scale, isOpaque: opaque) else { return }
    GraphicsStack.current.images.append((context, scale))
    UIGraphicsPushContext(context)
}

/// What has been drawn since ``UIGraphicsBeginImageContext(_:)``.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let (context, scale) = GraphicsStack.current.images.last else { return nil }
    return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
}

public func UIGraphicsEndImageContext() {
    guard GraphicsStack.current.images.popLast() != nil else { return }
    UIGraphicsPopContext()
}

/// Fills a rectangle with the current color.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

extension CGContext {
    /// In points, y down.
    convenience init?(size: CGSize, scale: CGFloat, isOpaque: Bool) {
        let (width, height) = (ceil(size.width * scale), ceil(size.height * scale))
        guard width >= 1, height >= 1, width < 65536, height < 65536,
            let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return nil }
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
        self.init(
            data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0, space: space,
            bitmapInfo: alpha.rawValue)
        translateBy(x: 0, y: height)
        scaleBy(x: scale, y: -scale)
    }
}

extension UIColor {
    /// Fills and strokes in this color from now on.
    public func set() {
        setFill()
        setStroke()
    }

    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}
