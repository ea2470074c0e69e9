import Foundation
import Locking
import MissingGraphics

extension CALayer {
    /// A `CGImage`, or `nil`.
    public var contents: Any? {
        get { read { $0.contents } }
        set {
            // A picture, which does not change.
            nonisolated(unsafe) let value = newValue
            changing("contents", .contents) { state.withLock { $0.contents = value } }
        }
    }

    /// How ``contents`` fill the bounds.
    public var contentsGravity: CALayerContentsGravity {
        get { values.contentsGravity }
        set { set(\.contentsGravity, newValue, "contentsGravity") }
    }

    /// Pixels of the contents per point.
    public var contentsScale: CGFloat {
        get { values.contentsScale }
        set { set(\.contentsScale, newValue, "contentsScale") }
    }

    /// The part of the contents that shows, from 0 to 1.
    public var contentsRect: CGRect {
        get { values.contentsRect }
        set { set(\.contentsRect, newValue, "contentsRect") }
    }

    /// Whether it draws itself again when its size changes.
    public var needsDisplayOnBoundsChange: Bool {
        get { state.withLock { $0.needsDisplayOnBoundsChange } }
        set { state.withLock { $0.needsDisplayOnBoundsChange = newValue } }
    }

    /// Has ``display()`` called before the next frame.
    public func setNeedsDisplay() {
        state.withLock { $0.needsDisplay = true }
        changed(.contents)
    }

    /// Linux: as ``setNeedsDisplay()``.
    public func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }

    public func needsDisplay() -> Bool { state.withLock { $0.needsDisplay } }

    public func displayIfNeeded() {
        let isNeeded = state.withLock { state in
            defer { state.needsDisplay = false }
            return state.needsDisplay
        }
        if isNeeded { display() }
    }

    /// Draws into a context of its own, with y pointing down, and makes that the contents.
    package func drawContents() {
        let (bounds, scale) = (bounds, max(contentsScale, 0.01))
        let (width, height) = (Int((bounds.width * scale).rounded(.up)), Int((bounds.height * scale).rounded(.up)))
        guard width > 0, height > 0, let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return contents = nil }
        if isOpaque {
            context.setFillColor(.black)
            context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        }
        context.translateBy(x: 0, y: CGFloat(height))
        context.scaleBy(x: scale, y: -scale)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        delegate?.layerWillDraw(self)
        draw(in: context)
        contents = context.makeImage()
    }
}
