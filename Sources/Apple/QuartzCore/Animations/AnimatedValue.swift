import Foundation
import MissingGraphics

/// A value of a property that can be between two others.
package enum AnimatedValue: Equatable, Sendable {
    case number(Double)
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    case color(CGColor)
    case transform(CATransform3D)
    case path(CGPath)
    case numbers([Double])
    case colors([CGColor])

    /// - Returns: `nil` for what cannot be animated.
    package init?(_ value: Any?) {
        switch value {
        case let value as AnimatedValue: self = value
        case let value as Double: self = .number(value)
        case let value as CGFloat: self = .number(value)
        case let value as Float: self = .number(Double(value))
        case let value as Int: self = .number(Double(value))
        case let value as Bool: self = .number(value ? 1 : 0)
        case let value as NSNumber: self = .number(value.doubleValue)
        case let value as CGPoint: self = .point(value)
        case let value as CGSize: self = .size(value)
        case let value as CGRect: self = .rect(value)
        case let value as CGColor: self = .color(value)
        case let value as CATransform3D: self = .transform(value)
        case let value as CGPath: self = .path(value)
        case let value as [CGColor]: self = .colors(value)
        case let value as [Double]: self = .numbers(value)
        case let value as [NSNumber]: self = .numbers(value.map(\.doubleValue))
        case let value as [Int]: self = .numbers(value.map(Double.init))
        default: return nil
        }
    }

    /// The value itself, as programs have it.
    package var value: Any {
        switch self {
        case .number(let value): value
        case .point(let value): value
        case .size(let value): value
        case .rect(let value): value
        case .color(let value): value
        case .transform(let value): value
        case .path(let value): value
        case .numbers(let value): value
        case .colors(let value): value
        }
    }

    /// The numbers that it consists of, if they mean the same at each place.
    private var parts: [Double]? {
        switch self {
        case .number(let value): [value]
        case .point(let value): [value.x, value.y]
        case .size(let value): [value.width, value.height]
        case .rect(let value): [value.minX, value.minY, value.width, value.height]
        case .color(let value): Self.premultiplied(value)
        case .transform(let value): value.rows.map { Double($0) }
        case .path(let value): value.elements.flatMap(\.numbers)
        case .numbers(let values): values
        case .colors(let values): values.flatMap(Self.premultiplied)
        }
    }

    /// A value of the same kind, made of other numbers.
    private func with(_ parts: [Double]) -> AnimatedValue {
        switch self {
        case .number: return .number(parts[0])
        case .point: return .point(CGPoint(x: parts[0], y: parts[1]))
        case .size: return .size(CGSize(width: parts[0], height: parts[1]))
        case .rect: return .rect(CGRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3]))
        case .color: return .color(Self.color(parts[...]))
        case .transform: return .transform(CATransform3D(rows: parts.map { CGFloat($0) }))
        case .path(let path): return .path(path.with(parts))
        case .numbers: return .numbers(parts)
        case .colors:
            return .colors(stride(from: 0, to: parts.count, by: 4).map { Self.color(parts[$0..<$0 + 4]) })
        }
    }

    /// What lies between two values; paths with other elements, and other kinds, change at the end.
    ///
    /// - Parameter t: 0 for this value, 1 for `end`, and beyond.
    package func mixed(with end: AnimatedValue, _ t: Double) -> AnimatedValue {
        if case .transform(let one) = self, case .transform(let two) = end {
            return .transform(one.mixed(with: two, t))
        }
        guard isLike(end), let one = parts, let two = end.parts else { return t < 1 ? self : end }
        return with(zip(one, two).map { $0 + ($1 - $0) * t })
    }

    /// The sum, of transforms the one after the other.
    package func adding(_ other: AnimatedValue) -> AnimatedValue {
        if case .transform(let one) = self, case .transform(let two) = other {
            return .transform(CATransform3DConcat(two, one))
        }
        guard isLike(other), let one = parts, let two = other.parts else { return other }
        return with(zip(one, two).map { $0 + $1 })
    }

    package func scaled(by factor: Double) -> AnimatedValue { parts.map { with($0.map { $0 * factor }) } ?? self }

    private func isLike(_ other: AnimatedValue) -> Bool {
        switch (self, other) {
        case (.number, .number), (.point, .point), (.size, .size), (.rect, .rect), (.color, .color): true
        case (.transform, .transform): true
        case (.numbers(let one), .numbers(let two)): one.count == two.count
        case (.colors(let one), .colors(let two)): one.count == two.count
        case (.path(let one), .path(let two)): one.elements.map(\.kind) == two.elements.map(\.kind)
        default: false
        }
    }

    private static func premultiplied(_ color: CGColor) -> [Double] {
        let c = color.rgba
        return [c.x * c.w, c.y * c.w, c.z * c.w, c.w]
    }

    private static func color(_ parts: ArraySlice<Double>) -> CGColor {
        let parts = Array(parts)
        let alpha = parts[3]
        guard alpha > 0 else { return CGColor(red: 0, green: 0, blue: 0, alpha: 0) }
        return CGColor(red: parts[0] / alpha, green: parts[1] / alpha, blue: parts[2] / alpha, alpha: min(1, alpha))
    }
}

extension PathElement {
    fileprivate var kind: Int { Int(type.rawValue) }

    fileprivate var numbers: [Double] { points.flatMap { [$0.x, $0.y] } }
}

extension CGPath {
    /// The same elements with other points.
    fileprivate func with(_ numbers: [Double]) -> CGPath {
        let path = CGMutablePath()
        var rest = numbers[...]
        func next() -> CGPoint {
            defer { rest = rest.dropFirst(2) }
            return CGPoint(x: rest[rest.startIndex], y: rest[rest.startIndex + 1])
        }
        for element in elements {
            switch element {
            case .move: path.move(to: next())
            case .line: path.addLine(to: next())
            case .quad:
                let control = next()
                path.addQuadCurve(to: next(), control: control)
            case .curve:
                let (one, two) = (next(), next())
                path.addCurve(to: next(), control1: one, control2: two)
            case .close: path.closeSubpath()
            }
        }
        return path
    }
}

extension CATransform3D {
    /// Maps of the plane turn, grow and move; others mix their numbers.
    fileprivate func mixed(with end: CATransform3D, _ t: Double) -> CATransform3D {
        guard CATransform3DIsAffine(self), CATransform3DIsAffine(end),
            let one = PlaneParts(CATransform3DGetAffineTransform(self)),
            let two = PlaneParts(CATransform3DGetAffineTransform(end))
        else {
            return CATransform3D(rows: zip(rows, end.rows).map { $0 + ($1 - $0) * t })
        }
        return CATransform3DMakeAffineTransform(one.mixed(with: two, t).transform)
    }
}

/// A map of the plane as what people see of it.
struct PlaneParts {
    var scaleX, scaleY, shear, rotation, x, y: Double

    /// - Returns: `nil` if it flattens the plane.
    init?(_ t: CGAffineTransform) {
        let determinant = t.a * t.d - t.b * t.c
        guard determinant != 0 else { return nil }
        (x, y) = (t.tx, t.ty)
        scaleX = hypot(t.a, t.b)
        rotation = atan2(t.b, t.a)
        shear = (t.a * t.c + t.b * t.d) / determinant
        scaleY = determinant / scaleX
    }

    var transform: CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).rotated(by: rotation)
            .concatenatingBefore(CGAffineTransform(a: 1, b: 0, c: shear, d: 1, tx: 0, ty: 0))
            .scaledBy(x: scaleX, y: scaleY)
    }

    func mixed(with end: PlaneParts, _ t: Double) -> PlaneParts {
        func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * t }
        var result = self
        // Mirrored on another axis, a half turn is none.
        var (from, to) = (self, end)
        if (from.scaleX < 0) != (to.scaleX < 0), (from.scaleY < 0) != (to.scaleY < 0) {
            (from.scaleX, from.scaleY, from.rotation) = (-from.scaleX, -from.scaleY, from.rotation + .pi)
        }
        // The shorter way round.
        var turn = (to.rotation - from.rotation).truncatingRemainder(dividingBy: 2 * .pi)
        if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
        to.rotation = from.rotation + turn
        (result.scaleX, result.scaleY) = (mix(from.scaleX, to.scaleX), mix(from.scaleY, to.scaleY))
        (result.shear, result.rotation) = (mix(from.shear, to.shear), mix(from.rotation, to.rotation))
        (result.x, result.y) = (mix(x, end.x), mix(y, end.y))
        return result
    }
}

extension CGAffineTransform {
    fileprivate func concatenatingBefore(_ first: CGAffineTransform) -> CGAffineTransform { first.concatenating(self) }
}
