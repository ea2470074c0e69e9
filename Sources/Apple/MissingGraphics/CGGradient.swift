import Foundation

/// Whether a gradient goes on beyond its ends, in their colors. Source: Apple, CGGradientDrawingOptions.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colors at places from 0 to 1, with smooth transitions between them. Source: Apple, CGGradient.
public final class CGGradient: _CFObject, Sendable {
    /// In the order of their locations; the colors are not multiplied by alpha.
    private let stops: [(location: Double, color: SIMD4<Double>)]

    /// - Parameters:
    ///   - space: Linux: without effect; the colors are those of the context.
    ///   - colors: `CGColor`s.
    ///   - locations: one for each color; `nil` for equal distances.
    /// - Returns: `nil` without colors, or for anything that is not a color.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
        let values = colors.compactMap { ($0 as? CGColor)?.rgba }
        guard values.count == colors.count else { return nil }
        self.init(values, locations)
    }

    /// - Parameters:
    ///   - space: of the components.
    ///   - components: for each color those of the color space, and alpha.
    ///   - locations: `count` numbers; `nil` for equal distances.
    ///   - count: of the colors.
    /// - Returns: `nil` without colors.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        let stride = space.numberOfComponents + 1
        self.init(
            (0..<count).compactMap { CGColor(colorSpace: space, components: components + $0 * stride)?.rgba }, locations
        )
    }

    private init?(_ colors: [SIMD4<Double>], _ locations: UnsafePointer<CGFloat>?) {
        guard !colors.isEmpty else { return nil }
        let distance = 1 / Double(max(colors.count - 1, 1))
        stops = colors.enumerated().map { index, color in
            (locations.map { Double($0[index]) } ?? Double(index) * distance, color)
        }.sorted { $0.location < $1.location }
    }

    /// - Parameter location: from 0 to 1; beyond the first and the last stop, their colors go on.
    func color(at location: Double) -> SIMD4<Double> {
        guard let next = stops.firstIndex(where: { $0.location > location }) else {
            return stops[stops.count - 1].color
        }
        guard next > 0 else { return stops[0].color }
        let (low, high) = (stops[next - 1], stops[next])
        let part = (location - low.location) / (high.location - low.location)
        return low.color + (high.color - low.color) * part
    }
}

extension CGContext {
    /// Fills the clip with colors that change from one point to another.
    public func drawLinearGradient(
        _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        guard length > 0 else { return }
        shade(gradient, options) { ((($0.x - start.x) * dx + ($0.y - start.y) * dy) / length) }
    }

    /// Fills the clip with colors that change from one circle to another.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        let (dx, dy, dr) = (endCenter.x - startCenter.x, endCenter.y - startCenter.y, endRadius - startRadius)
        let a = dx * dx + dy * dy - dr * dr
        // Of all circles through a place, the one that is drawn last.
        shade(gradient, options) { place in
            let (px, py) = (place.x - startCenter.x, place.y - startCenter.y)
            let b = px * dx + py * dy + startRadius * dr
            let c = px * px + py * py - startRadius * startRadius
            let places: [CGFloat]
            if abs(a) < 1e-9 {
                places = abs(b) < 1e-9 ? [] : [c / (2 * b)]
            } else {
                let root = b * b - a * c
                places = root < 0 ? [] : [(b + root.squareRoot()) / a, (b - root.squareRoot()) / a]
            }
            return places.sorted(by: >).first { part in
                let isDrawn =
                    (part >= 0 || options.contains(.drawsBeforeStartLocation))
                    && (part <= 1 || options.contains(.drawsAfterEndLocation))
                return isDrawn && startRadius + part * dr >= 0
            }
        }
    }

    /// - Parameter location: where a place is between start, 0, and end, 1; `nil` where nothing is drawn.
    private func shade(
        _ gradient: CGGradient, _ options: CGGradientDrawingOptions, _ location: (CGPoint) -> CGFloat?
    ) {
        paintAll { place in
            guard let part = location(place) else { return nil }
            if part < 0, !options.contains(.drawsBeforeStartLocation) { return nil }
            if part > 1, !options.contains(.drawsAfterEndLocation) { return nil }
            return Self.premultiplied(gradient.color(at: Double(min(max(part, 0), 1))))
        }
    }
}
