import CoreVideo
import Foundation
import PixelCoding

/// A picture in gray, turned upright, and the way back to the picture's own coordinates.
struct SearchedImage {
    /// In pixels. Wider or higher pictures than any camera's are not searched.
    static let largest: CGFloat = 32_768

    let gray: GrayPicture
    private let extent: CGRect
    private let orientation: ExifOrientation

    /// - Parameter longestSide: a larger picture is divided by a whole number.
    /// - Returns: `nil` for a picture without pixels, or without end.
    init?(_ image: CIImage, _ context: CIContext, orientation: ExifOrientation, longestSide: Int) {
        let extent = image.extent.integral
        let sides = 1...Self.largest
        guard sides.contains(extent.width), sides.contains(extent.height),
            let buffer = try? CVPixelBuffer(
                width: Int(extent.width), height: Int(extent.height), pixelFormat: kCVPixelFormatType_OneComponent8)
        else { return nil }
        context.render(image, to: buffer, bounds: extent, colorSpace: .srgb)
        guard let gray = GrayPicture(buffer, longestSide: longestSide) else { return nil }
        self.gray = gray.oriented(orientation)
        self.extent = extent
        self.orientation = orientation
    }

    /// The point of the picture that lies at a point of the upright one, from (0, 0) at its top left to (1, 1).
    func point(_ upright: CGPoint) -> CGPoint {
        let turned = orientation.isMirrored ? CGPoint(x: 1 - upright.x, y: upright.y) : upright
        let stored =
            switch orientation.rotation {
            case 90: CGPoint(x: turned.y, y: 1 - turned.x)
            case 180: CGPoint(x: 1 - turned.x, y: 1 - turned.y)
            case 270: CGPoint(x: 1 - turned.y, y: turned.x)
            default: turned
            }
        return CGPoint(x: extent.minX + stored.x * extent.width, y: extent.maxY - stored.y * extent.height)
    }

    func corners(clockwise corners: [CGPoint]) -> FeatureCorners { FeatureCorners(clockwise: corners.map(point)) }

    func corners(of box: CGRect) -> FeatureCorners {
        corners(clockwise: [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY), CGPoint(x: box.maxX, y: box.maxY),
            CGPoint(x: box.minX, y: box.maxY),
        ])
    }
}
