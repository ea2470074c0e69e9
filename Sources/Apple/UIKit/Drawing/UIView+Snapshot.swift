import Foundation
import GtkSupport
import UIKitCore

extension UIView {
    /// Draws what the view and its subviews show into the current context.
    ///
    /// - Parameters:
    ///   - rect: where, in the context's coordinates; the view is stretched to it.
    ///   - afterUpdates: whether what has changed is laid out before.
    /// - Returns: `false`, and nothing is drawn, for a view that is in no window on the screen.
    ///
    /// Linux: a camera's preview and a player's pictures are drawn, too.
    @discardableResult
    public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        guard let presence, let context = UIGraphicsGetCurrentContext() else { return false }
        if afterUpdates {
            (window ?? self).layoutIfNeeded()
            presence.allocateNow()
        }
        guard bounds.width > 0, bounds.height > 0, let looks = presence.recorded() else { return false }
        context.saveGState()
        context.clip(to: rect)
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        context.draw(looks)
        context.restoreGState()
        return true
    }
}

extension UIView {
    /// A view that shows what this one shows now, and goes on showing it.
    ///
    /// - Parameter afterUpdates: whether what has changed is laid out before.
    /// - Returns: `nil` for a view that is in no window on the screen.
    public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        var isDrawn = false
        let picture = UIGraphicsImageRenderer(bounds: bounds).image { _ in
            isDrawn = drawHierarchy(in: bounds, afterScreenUpdates: afterUpdates)
        }
        guard isDrawn else { return nil }
        let view = UIImageView(image: picture)
        view.frame = CGRect(origin: .zero, size: bounds.size)
        return view
    }
}

extension CGContext {
    /// Draws what GTK would, with y pointing down.
    @MainActor func draw(_ looks: DrawnNode) {
        let place = ctm
        // GTK's pixels are counted from the top.
        let transform = AffineTransform(
            m11: place.a, m12: -place.b, m21: place.c, m22: -place.d, tX: place.tx, tY: CGFloat(height) - place.ty)
        guard let part = looks.part(transform, width: width, height: height),
            let provider = CGDataProvider(data: part.pixels), let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return }
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        let image = CGImage(
            width: part.width, height: part.height, bitsPerComponent: 8, bitsPerPixel: 32,
            bytesPerRow: 4 * part.width, space: space, bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider,
            decode: nil, shouldInterpolate: false, intent: .defaultIntent)
        guard let image else { return }
        saveGState()
        concatenate(place.inverted())
        interpolationQuality = .none
        draw(
            image,
            in: CGRect(x: part.x, y: height - part.y - part.height, width: part.width, height: part.height))
        restoreGState()
    }
}
