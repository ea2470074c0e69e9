/// What a shape does in a direction of the layout. Source: Apple, LayoutDirectionBehavior.
public enum LayoutDirectionBehavior: Hashable, Sendable {
    /// It is the same in both.
    case fixed
    /// It is written for the other direction, and mirrored in this one.
    case mirrors(in: LayoutDirection)

    /// Mirrored from right to left. This is the default for shapes.
    public static var mirrors: LayoutDirectionBehavior { .mirrors(in: .rightToLeft) }
}

extension Shape {
    /// The outline in a direction of the layout.
    func path(in rect: CGRect, _ direction: LayoutDirection) -> Path {
        let path = path(in: rect)
        guard layoutDirectionBehavior == .mirrors(in: direction) else { return path }
        return path.applying(CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: rect.minX + rect.maxX, ty: 0))
    }
}
