/// How what is drawn is put together with what is there. Source: Apple, CGBlendMode.
public enum CGBlendMode: Int32, Sendable {
    case normal = 0
    case multiply = 1
    case screen = 2
    case overlay = 3
    case darken = 4
    case lighten = 5
    case colorDodge = 6
    case colorBurn = 7
    case softLight = 8
    case hardLight = 9
    case difference = 10
    case exclusion = 11
    case hue = 12
    case saturation = 13
    case color = 14
    case luminosity = 15
    case clear = 16
    case copy = 17
    case sourceIn = 18
    case sourceOut = 19
    case sourceAtop = 20
    case destinationOver = 21
    case destinationIn = 22
    case destinationOut = 23
    case destinationAtop = 24
    case xor = 25
    case plusDarker = 26
    case plusLighter = 27
}

extension CGBlendMode {
    /// Puts colors together that are multiplied by their alpha, from 0 to 255.
    ///
    /// - Parameter part: how much of the pixel is drawn on, from 0 to 1.
    /// - Returns: the color that is there afterwards.
    @inline(__always)
    func compose(_ source: SIMD4<Float>, _ below: SIMD4<Float>, part: Float) -> SIMD4<Float> {
        if self == .normal { return (source * part).over(below) }
        return below + (composed(source / 255, below / 255) * 255 - below) * part
    }

    /// Components from 0 to 1. Source: W3C, Compositing and Blending Level 1.
    private func composed(_ source: SIMD4<Float>, _ below: SIMD4<Float>) -> SIMD4<Float> {
        let (alpha, other) = (source.w, below.w)
        switch self {
        case .normal: return source + below * (1 - alpha)
        case .clear: return .zero
        case .copy: return source
        case .sourceIn: return source * other
        case .sourceOut: return source * (1 - other)
        case .sourceAtop: return source * other + below * (1 - alpha)
        case .destinationOver: return below + source * (1 - other)
        case .destinationIn: return below * alpha
        case .destinationOut: return below * (1 - alpha)
        case .destinationAtop: return below * alpha + source * (1 - other)
        case .xor: return source * (1 - other) + below * (1 - alpha)
        case .plusLighter: return (source + below).clamped(lowerBound: .zero, upperBound: .one)
        case .plusDarker:
            // Source: Apple, CGBlendMode.plusDarker: what is missing to the alpha is added up.
            let sum = min(1, alpha + other)
            let dark = SIMD4(repeating: sum) - ((SIMD4(repeating: alpha) - source) + (SIMD4(repeating: other) - below))
            var result = dark.clamped(lowerBound: .zero, upperBound: .one)
            result.w = sum
            return result
        default:
            guard alpha > 0, other > 0 else { return source + below * (1 - alpha) }
            let (top, bottom) = (source / alpha, below / other)
            var result = source * (1 - other) + below * (1 - alpha) + blended(top, bottom) * (alpha * other)
            result.w = alpha + other - alpha * other
            return result
        }
    }

    /// Mixes colors that are not multiplied by alpha.
    private func blended(_ top: SIMD4<Float>, _ bottom: SIMD4<Float>) -> SIMD4<Float> {
        switch self {
        case .multiply: return top * bottom
        case .screen: return top + bottom - top * bottom
        case .darken: return pointwiseMin(top, bottom)
        case .lighten: return pointwiseMax(top, bottom)
        case .difference: return pointwiseMax(top, bottom) - pointwiseMin(top, bottom)
        case .exclusion: return top + bottom - 2 * top * bottom
        case .hue: return Self.with(luminosityOf: bottom, Self.with(saturationOf: bottom, top))
        case .saturation: return Self.with(luminosityOf: bottom, Self.with(saturationOf: top, bottom))
        case .color: return Self.with(luminosityOf: bottom, top)
        case .luminosity: return Self.with(luminosityOf: top, bottom)
        default:
            var result = bottom
            for index in 0..<3 { result[index] = blended(top[index], bottom[index]) }
            return result
        }
    }

    private func blended(_ top: Float, _ bottom: Float) -> Float {
        switch self {
        case .overlay: return Self.hardLight(bottom, top)
        case .hardLight: return Self.hardLight(top, bottom)
        case .colorDodge: return bottom <= 0 ? 0 : top >= 1 ? 1 : min(1, bottom / (1 - top))
        case .colorBurn: return bottom >= 1 ? 1 : top <= 0 ? 0 : 1 - min(1, (1 - bottom) / top)
        case .softLight:
            if top <= 0.5 { return bottom - (1 - 2 * top) * bottom * (1 - bottom) }
            let root = bottom <= 0.25 ? ((16 * bottom - 12) * bottom + 4) * bottom : bottom.squareRoot()
            return bottom + (2 * top - 1) * (root - bottom)
        default: return top
        }
    }

    private static func hardLight(_ top: Float, _ bottom: Float) -> Float {
        top <= 0.5 ? 2 * top * bottom : top + top - 1 + bottom - (top + top - 1) * bottom
    }

    private static func luminosity(_ color: SIMD4<Float>) -> Float {
        0.3 * color.x + 0.59 * color.y + 0.11 * color.z
    }

    private static func with(luminosityOf other: SIMD4<Float>, _ color: SIMD4<Float>) -> SIMD4<Float> {
        var result = color + (luminosity(other) - luminosity(color))
        let light = luminosity(result)
        let least = min(result.x, result.y, result.z)
        let most = max(result.x, result.y, result.z)
        if least < 0 { result = light + (result - light) * (light / (light - least)) }
        if most > 1 { result = light + (result - light) * ((1 - light) / (most - light)) }
        return result
    }

    private static func with(saturationOf other: SIMD4<Float>, _ color: SIMD4<Float>) -> SIMD4<Float> {
        func range(_ color: SIMD4<Float>) -> (least: Float, width: Float) {
            let least = min(color.x, color.y, color.z)
            return (least, max(color.x, color.y, color.z) - least)
        }
        let (own, wanted) = (range(color), range(other))
        return own.width > 0 ? (color - own.least) * (wanted.width / own.width) : .zero
    }
}

extension SIMD4<Float> {
    /// Blends over another color; both are multiplied by their alpha, 0 to 255.
    @inline(__always)
    func over(_ below: SIMD4<Float>) -> SIMD4<Float> { self + below * (1 - w / 255) }
}
