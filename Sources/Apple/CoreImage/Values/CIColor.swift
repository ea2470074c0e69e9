import Foundation

/// A color: red, green and blue, not multiplied by alpha, in a color space. Source: Apple, CIColor.
open class CIColor: NSObject, @unchecked Sendable {  // never changes
    public let red: CGFloat
    public let green: CGFloat
    public let blue: CGFloat
    public let alpha: CGFloat
    public let colorSpace: CGColorSpace

    private init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat, _ space: CGColorSpace) {
        (self.red, self.green, self.blue, self.alpha, colorSpace) = (red, green, blue, alpha, space)
    }

    public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat) {
        self.init(r, g, b, a, .srgb)
    }

    public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) { self.init(r, g, b, 1, .srgb) }

    /// - Returns: `nil` for a color space without red, green and blue.
    public convenience init?(
        red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat, colorSpace: CGColorSpace
    ) {
        guard colorSpace.model == .rgb else { return nil }
        self.init(r, g, b, a, colorSpace)
    }

    /// - Returns: `nil` for a color space without red, green and blue.
    public convenience init?(red r: CGFloat, green g: CGFloat, blue b: CGFloat, colorSpace: CGColorSpace) {
        self.init(red: r, green: g, blue: b, alpha: 1, colorSpace: colorSpace)
    }

    /// A gray becomes red, green and blue of the same amount.
    public convenience init(cgColor color: CGColor) {
        let parts = color.components ?? [0, 0]
        let alpha = parts.last ?? 1
        guard let space = color.colorSpace, space.model == .rgb, parts.count == 4 else {
            self.init(parts[0], parts[0], parts[0], alpha, .srgb)
            return
        }
        self.init(parts[0], parts[1], parts[2], alpha, space)
    }

    /// From the form of ``stringRepresentation``; what is missing is 0, alpha 1.
    public convenience init(string representation: String) {
        let parts = representation.split { " \t\n,".contains($0) }.map { CGFloat(Double($0) ?? 0) }
        func part(_ index: Int, _ other: CGFloat) -> CGFloat { parts.indices.contains(index) ? parts[index] : other }
        self.init(part(0, 0), part(1, 0), part(2, 0), part(3, 1), .srgb)
    }

    /// With alpha.
    open var numberOfComponents: Int { 4 }

    /// `0.5 0 1 1`.
    open var stringRepresentation: String {
        [red, green, blue, alpha].map { "\(NSNumber(value: Double($0)))" }.joined(separator: " ")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIColor else { return false }
        return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
            && colorSpace == other.colorSpace
    }

    open override var hash: Int { [red, green, blue, alpha].hashValue }

    public class var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
    public class var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
    public class var gray: CIColor { CIColor(red: 0.5, green: 0.5, blue: 0.5) }
    public class var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
    public class var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
    public class var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
    public class var cyan: CIColor { CIColor(red: 0, green: 1, blue: 1) }
    public class var magenta: CIColor { CIColor(red: 1, green: 0, blue: 1) }
    public class var yellow: CIColor { CIColor(red: 1, green: 1, blue: 0) }
    public class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }
}

extension CGColorSpace {
    static let srgb = CGColorSpace(name: CGColorSpace.sRGB)!
}

extension CIColor {
    /// A picture of the color, in light.
    var recipe: any Recipe { PointRecipe(ColorRecipe(self), ColorEncoding(colorSpace).toLight) }

    /// Its light: red, green and blue.
    var light: SIMD3<Float> {
        func light(_ code: CGFloat) -> Float {
            Float(code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4))
        }
        return SIMD3(light(red), light(green), light(blue))
    }
}
