/// What happens to a view, with all that is in it, when it is drawn.
struct Effect {
    var opacity = 1.0
    /// Around the view's own top left corner.
    var transform = CGAffineTransform.identity

    static func scale(_ x: CGFloat, _ y: CGFloat, _ anchor: UnitPoint, _ size: CGSize) -> CGAffineTransform {
        around(anchor, size, CGAffineTransform(scaleX: x, y: y))
    }

    static func rotation(_ angle: Angle, _ anchor: UnitPoint, _ size: CGSize) -> CGAffineTransform {
        around(anchor, size, CGAffineTransform(rotationAngle: angle.radians))
    }

    static func around(_ anchor: UnitPoint, _ size: CGSize, _ transform: CGAffineTransform) -> CGAffineTransform {
        let point = anchor.point(in: CGRect(origin: .zero, size: size))
        return CGAffineTransform(translationX: -point.x, y: -point.y).concatenating(transform)
            .concatenating(CGAffineTransform(translationX: point.x, y: point.y))
    }
}
