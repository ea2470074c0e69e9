import QuartzCore

/// A change of all colors of a view.
private protocol ColorChange: EffectChange {
    var matrix: ColorMatrix { get }
}

@MainActor extension ColorChange {
    func apply(_ surface: Surface, _ environment: EnvironmentValues) {
        surface.layer.colorMatrix = matrix == .identity ? nil : matrix
    }
}

/// The light of red, green and blue.
private let luminance = SIMD3<Float>(0.213, 0.715, 0.072)

/// Source: W3C, Filter Effects, which has the same matrices.
private struct Saturation: ColorChange {
    var animatableData: Double

    var matrix: ColorMatrix {
        let amount = Float(animatableData)
        var matrix = ColorMatrix.identity
        for part in 0..<3 {
            let gray = luminance[part] * (1 - amount)
            matrix.rows[part] = SIMD4(gray, gray, gray, 0)
            matrix.rows[part][part] += amount
        }
        return matrix
    }
}

private struct Brightness: ColorChange {
    var animatableData: Double

    var matrix: ColorMatrix {
        let amount = Float(animatableData)
        return ColorMatrix(rows: ColorMatrix.identity.rows, offset: SIMD4(amount, amount, amount, 0))
    }
}

private struct Contrast: ColorChange {
    var animatableData: Double

    var matrix: ColorMatrix {
        let amount = Float(animatableData)
        let middle = 0.5 - amount / 2
        return ColorMatrix(
            rows: ColorMatrix.identity.rows.enumerated().map { $0 < 3 ? $1 * amount : $1 },
            offset: SIMD4(middle, middle, middle, 0))
    }
}

/// Source: W3C, Filter Effects, which has the same matrix.
private struct HueRotation: ColorChange {
    var animatableData: Double

    var matrix: ColorMatrix {
        let (cosine, sine) = (Float(cos(animatableData)), Float(sin(animatableData)))
        let turned: [SIMD3<Float>] = [
            SIMD3(0.787, -0.213, -0.213), SIMD3(-0.715, 0.285, -0.715), SIMD3(-0.072, -0.072, 0.928),
        ]
        let sideways: [SIMD3<Float>] = [
            SIMD3(-0.213, 0.143, -0.787), SIMD3(-0.715, 0.140, 0.715), SIMD3(0.928, -0.283, 0.072),
        ]
        var matrix = ColorMatrix.identity
        for part in 0..<3 {
            let row = SIMD3(repeating: luminance[part]) + turned[part] * cosine + sideways[part] * sine
            matrix.rows[part] = SIMD4(row, 0)
        }
        return matrix
    }
}

private struct Inversion: ColorChange {
    var animatableData = EmptyAnimatableData()

    var matrix: ColorMatrix {
        ColorMatrix(rows: ColorMatrix.identity.rows.enumerated().map { $0 < 3 ? -$1 : $1 }, offset: SIMD4(1, 1, 1, 0))
    }
}

/// What is bright becomes opaque, all of it black.
private struct LuminanceToAlpha: ColorChange {
    var animatableData = EmptyAnimatableData()

    var matrix: ColorMatrix {
        ColorMatrix(rows: (0..<4).map { $0 < 3 ? SIMD4(0, 0, 0, luminance[$0]) : SIMD4() })
    }
}

private struct Multiplication: EffectChange {
    let color: Color
    var animatableData = EmptyAnimatableData()

    func apply(_ surface: Surface, _ environment: EnvironmentValues) {
        let color = color.resolve(in: environment)
        let parts = SIMD4(color.red, color.green, color.blue, color.opacity)
        surface.layer.colorMatrix = ColorMatrix(rows: (0..<4).map { ColorMatrix.identity.rows[$0] * parts[$0] })
    }
}

extension View {
    /// - Parameter amount: 1 changes nothing, 0 is gray.
    public nonisolated func saturation(_ amount: Double) -> some View { modified(Saturation(animatableData: amount)) }

    /// - Parameter amount: 0 changes nothing, 1 is gray.
    public nonisolated func grayscale(_ amount: Double) -> some View { saturation(1 - amount) }

    /// - Parameter amount: is added to each color: 0 changes nothing, 1 is white, -1 black.
    public nonisolated func brightness(_ amount: Double) -> some View { modified(Brightness(animatableData: amount)) }

    /// - Parameter amount: 1 changes nothing, 0 is gray, what is negative inverts.
    public nonisolated func contrast(_ amount: Double) -> some View { modified(Contrast(animatableData: amount)) }

    public nonisolated func hueRotation(_ angle: Angle) -> some View {
        modified(HueRotation(animatableData: angle.radians))
    }

    public nonisolated func colorInvert() -> some View { modified(Inversion()) }

    /// Makes a mask: what is bright is opaque.
    public nonisolated func luminanceToAlpha() -> some View { modified(LuminanceToAlpha()) }

    /// Multiplies each part of the colors by that of a color. Linux: not animated.
    public nonisolated func colorMultiply(_ color: Color) -> some View { modified(Multiplication(color: color)) }
}
