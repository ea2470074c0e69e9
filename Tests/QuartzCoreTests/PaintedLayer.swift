import Foundation
import QuartzCore
import Testing

/// What the painter of layer trees makes of a layer and those below it: one pixel for a point, with y down.
struct PaintedLayer {
    private let width: Int
    private let bytes: [UInt8]

    /// - Parameter time: of the animations; `nil` for layers without them.
    init(_ layer: CALayer, at time: CFTimeInterval? = nil) throws {
        width = Int(layer.bounds.width)
        let height = Int(layer.bounds.height)
        let context = try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.translateBy(x: 0, y: CGFloat(height))
        context.scaleBy(x: 1, y: -1)
        context.translateBy(x: -layer.frame.minX, y: -layer.frame.minY)
        LayerTreePainter(time: time, text: nil, contents: [:]).paint(layer, in: context, pointsUp: false)
        bytes = Array(try #require(context.makeImage()?.dataProvider?.data))
    }

    /// Red, green, blue and alpha.
    subscript(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[4 * (y * width + x)..<4 * (y * width + x) + 4]) }
}

extension CALayer {
    /// A layer of one color.
    convenience init(_ frame: CGRect, _ color: CGColor? = nil) {
        self.init()
        self.frame = frame
        backgroundColor = color
    }
}

extension CGColor {
    static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
}
