import Foundation

/// How a layer changes to what it shows next. Source: Apple, CATransitionType.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The new fades in over the old.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new slides over the old.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new pushes the old away.
    public static let push = CATransitionType(rawValue: "push")
    /// The old slides away from above the new.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Where something slides. Source: Apple, CATransitionSubtype.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// To the left.
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    /// To the right.
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    /// Upwards, as on iOS, where layers are upside down.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// Downwards.
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The key that a transition has on its layer.
public let kCATransition = "transition"

/// A change from what a layer showed to what it will show. Source: Apple, CATransition.
///
/// Linux: of a view's own layer, and from what it shows when the transition is added; nothing is seen of those of other
/// layers.
open class CATransition: CAAnimation, @unchecked Sendable {
    open var type = CATransitionType.fade
    /// `nil` is ``CATransitionSubtype/fromLeft``.
    open var subtype: CATransitionSubtype?
    /// The part of the way where it begins, 0 to 1.
    open var startProgress: Float = 0
    /// The part of the way where it ends, 0 to 1.
    open var endProgress: Float = 1

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CATransition else { return }
        (type, subtype) = (other.type, other.subtype)
        (startProgress, endProgress) = (other.startProgress, other.endProgress)
    }

    override func apply(to layer: CALayer, at time: CFTimeInterval) {
        guard let progress = progress(at: time) else { return }
        let (start, end) = (Double(startProgress), Double(endProgress))
        layer.setAnimatedValue(.number(start + (end - start) * progress), "transitionPart")
    }
}
