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
        guard let presence, UIGraphicsGetCurrentContext() != nil else { return false }
        if afterUpdates {
            (window ?? self).layoutIfNeeded()
            presence.allocateNow()
        }
        guard let picture = presence.picture(size: bounds.size, scale: contentScaleFactor) else { return false }
        UIImage(cgImage: picture).draw(in: rect)
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

extension ViewPresence {
    /// What the view shows now; `nil` for nothing.
    fileprivate func picture(size: CGSize, scale: CGFloat) -> CGImage? {
        let size = Size(width: Double(size.width), height: Double(size.height))
        guard let (pixels, width, height) = recorded()?.picture(size: size, scale: Double(scale)),
            let provider = CGDataProvider(data: pixels), let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return nil }
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)
    }
}
