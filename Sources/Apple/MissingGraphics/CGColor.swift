import Foundation

/// A color: components and what they mean. Source: Apple, CGColor.
public final class CGColor: Hashable, Sendable {
    public let colorSpace: CGColorSpace?
    private let values: [CGFloat]

    /// - Parameter components: those of the color space, and alpha.
    /// - Returns: `nil` if there are fewer.
    public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        colorSpace = space
        values = (0...space.numberOfComponents).map { components[$0] }
    }

    private init(_ space: CGColorSpace, _ values: [CGFloat]) {
        colorSpace = space
        self.values = values
    }

    /// Components from 0 to 1, in sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(CGColorSpace(CGColorSpace.sRGB, .rgb), [red, green, blue, alpha])
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(CGColorSpace(CGColorSpace.genericGrayGamma2_2, .monochrome), [gray, alpha])
    }

    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(gray: gray, alpha: alpha)
    }

    public static let black = CGColor(gray: 0, alpha: 1)
    public static let white = CGColor(gray: 1, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// With alpha as the last.
    public var components: [CGFloat]? { values }
    public var numberOfComponents: Int { values.count }
    public var alpha: CGFloat { values[values.count - 1] }

    public func copy() -> CGColor? { self }

    public func copy(alpha: CGFloat) -> CGColor? {
        colorSpace.map { CGColor($0, values.dropLast() + [alpha]) }
    }

    /// Red, green, blue and alpha from 0 to 1, not multiplied by it.
    package var rgba: SIMD4<Double> {
        values.count == 2
            ? SIMD4(values[0], values[0], values[0], values[1]) : SIMD4(values[0], values[1], values[2], values[3])
    }

    package convenience init(rgba: SIMD4<Double>) {
        self.init(red: rgba.x, green: rgba.y, blue: rgba.z, alpha: rgba.w)
    }

    public static func == (one: CGColor, other: CGColor) -> Bool {
        one.colorSpace == other.colorSpace && one.values == other.values
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
