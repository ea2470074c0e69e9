import Foundation
import MissingGraphics

/// Which corners are round; y points down, as on iOS. Source: Apple, CACornerMask.
public struct CACornerMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// Source: Apple, CALayerCornerCurve.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// Linux: drawn as ``circular``.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// How contents fill a layer. Source: Apple, CALayerContentsGravity.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let center = CALayerContentsGravity(rawValue: "center")
    public static let top = CALayerContentsGravity(rawValue: "top")
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    public static let left = CALayerContentsGravity(rawValue: "left")
    public static let right = CALayerContentsGravity(rawValue: "right")
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// What a layer is, without its place in the tree.
package struct LayerValues: Sendable {
    package var bounds = CGRect.zero
    package var position = CGPoint.zero
    package var zPosition: CGFloat = 0
    package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    package var transform = CATransform3DIdentity
    package var sublayerTransform = CATransform3DIdentity
    package var isHidden = false
    package var opacity: Float = 1
    package var masksToBounds = false
    package var cornerRadius: CGFloat = 0
    package var maskedCorners: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    package var cornerCurve = CALayerCornerCurve.circular
    package var backgroundColor: CGColor?
    package var borderColor: CGColor? = .black
    package var borderWidth: CGFloat = 0
    package var shadowColor: CGColor? = .black
    package var shadowOpacity: Float = 0
    package var shadowOffset = CGSize(width: 0, height: -3)
    package var shadowRadius: CGFloat = 3
    package var shadowPath: CGPath?
    package var blurRadius: CGFloat = 0
    package var colorMatrix: ColorMatrix?
    package var blend = CGBlendMode.normal
    package var transitionPart: CGFloat = 1
    package var isGeometryFlipped = false
    package var isOpaque = false
    package var shouldRasterize = false
    package var rasterizationScale: CGFloat = 1
    package var contentsGravity = CALayerContentsGravity.resize
    package var contentsScale: CGFloat = 1
    package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// From the layer's coordinates to the superlayer's.
    package var placement: CATransform3D {
        let anchor = anchor
        guard !CATransform3DIsIdentity(transform) else {
            return CATransform3DMakeTranslation(position.x - anchor.x, position.y - anchor.y, 0)
        }
        return CATransform3DConcat(
            CATransform3DTranslate(transform, -anchor.x, -anchor.y, 0),
            CATransform3DMakeTranslation(position.x, position.y, 0))
    }

    /// From the layer's coordinates to the superlayer's, with what that does to all of its sublayers.
    ///
    /// - Parameter outer: the superlayer's values; `nil` for a mask, which is no sublayer.
    package func placement(inside outer: LayerValues?) -> CATransform3D {
        guard let outer, !CATransform3DIsIdentity(outer.sublayerTransform) else { return placement }
        let anchor = outer.anchor
        return CATransform3DConcat(
            placement,
            CATransform3DConcat(
                CATransform3DTranslate(outer.sublayerTransform, -anchor.x, -anchor.y, 0),
                CATransform3DMakeTranslation(anchor.x, anchor.y, 0)))
    }

    /// The anchor point in the layer's coordinates.
    private var anchor: CGPoint {
        CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
    }

    var frame: CGRect {
        get {
            guard CATransform3DIsIdentity(transform) else { return bounds.applying(placement.plane) }
            return CGRect(
                x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
                width: bounds.width, height: bounds.height)
        }
        set {
            var size = newValue.size
            let plane = transform.plane
            if !plane.isIdentity, plane.a * plane.d - plane.b * plane.c != 0 {
                let untransformed = CGRect(origin: .zero, size: size).applying(plane.inverted())
                size = untransformed.size
            }
            bounds.size = size
            position = CGPoint(
                x: newValue.minX + anchorPoint.x * newValue.width, y: newValue.minY + anchorPoint.y * newValue.height)
        }
    }
}

extension CATransform3D {
    /// What it does to points of the plane, seen from afar.
    package var plane: CGAffineTransform { CATransform3DGetAffineTransform(self) }
}
