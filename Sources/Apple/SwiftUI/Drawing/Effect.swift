/// What happens to a view, with all that is in it, when it is drawn.
struct Effect: Animatable {
    var opacity = 1.0
    /// Around the view's own top left corner.
    var transform = CGAffineTransform.identity
    var blur = 0.0

    static func scale(_ x: CGFloat, _ y: CGFloat, _ anchor: UnitPoint, _ size: CGSize) -> CGAffineTransform {
        around(anchor, size, CGAffineTransform(scaleX: x, y: y))
    }

    static func rotation(_ angle: Angle, _ anchor: UnitPoint, _ size: CGSize) -> CGAffineTransform {
        around(anchor, size, CGAffineTransform(rotationAngle: angle.radians))
    }

    private static func around(_ anchor: UnitPoint, _ size: CGSize, _ transform: CGAffineTransform) -> CGAffineTransform {
        let point = anchor.point(in: CGRect(origin: .zero, size: size))
        return CGAffineTransform(translationX: -point.x, y: -point.y).concatenating(transform)
            .concatenating(CGAffineTransform(translationX: point.x, y: point.y))
    }

    var animatableData: AnimatedNumbers {
        get { AnimatedNumbers([opacity, blur]) }
        set { (opacity, blur) = (newValue[0], newValue[1]) }
    }
}

/// What a part of the screen is drawn on.
@MainActor final class Surface {
}

/// The surfaces of one container, in the order in which they are drawn.
@MainActor final class Drawing {
    func add(_ surface: Surface, _ frame: CGRect) {}
    func snapped(_ frame: CGRect) -> CGRect { frame }
    func group(_ item: Item, _ effect: Effect, _ body: (Drawing) -> Void) { body(self) }
}
