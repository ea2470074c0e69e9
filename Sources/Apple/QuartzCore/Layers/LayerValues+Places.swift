import Foundation
import MissingGraphics

extension LayerValues {
    /// Of the corners at the upper left, upper right, lower right and lower left; at most half of the bounds.
    package var radii: [Double] {
        let radius = Double(max(0, min(cornerRadius, min(bounds.width, bounds.height) / 2)))
        let corners: [CACornerMask] = [
            .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner, .layerMinXMaxYCorner,
        ]
        return corners.map { maskedCorners.contains($0) ? radius : 0 }
    }
}

extension CALayerContentsGravity {
    /// Where contents of a size are drawn.
    package func place(_ size: CGSize, in bounds: CGRect) -> CGRect {
        guard size.width > 0, size.height > 0 else { return bounds }
        var size = size
        if self == .resize { return bounds }
        if self == .resizeAspect || self == .resizeAspectFill {
            let (across, down) = (bounds.width / size.width, bounds.height / size.height)
            let factor = self == .resizeAspect ? min(across, down) : max(across, down)
            size = CGSize(width: size.width * factor, height: size.height * factor)
        }
        var origin = CGPoint(x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2)
        if [.left, .topLeft, .bottomLeft].contains(self) { origin.x = bounds.minX }
        if [.right, .topRight, .bottomRight].contains(self) { origin.x = bounds.maxX - size.width }
        if [.top, .topLeft, .topRight].contains(self) { origin.y = bounds.minY }
        if [.bottom, .bottomLeft, .bottomRight].contains(self) { origin.y = bounds.maxY - size.height }
        return CGRect(origin: origin, size: size)
    }
}
