import Foundation

private let adjustment = [kCICategoryColorAdjustment, kCICategoryVideo, kCICategoryStillImage]
private let effect = [kCICategoryColorEffect, kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    /// A filter whose result has the picture's extent, and changes each pixel by itself.
    private static func points(
        _ name: String, _ title: String, _ categories: [String], _ inputs: [Input],
        _ operations: @escaping @Sendable (FilterValues) -> [PointOperation]
    ) -> FilterKind {
        FilterKind(name, title, categories, [.image] + inputs) { values in
            values.recipe().map { PointRecipe($0, operations(values)) }
        }
    }

    static let colorAdjustments: [FilterKind] = [
        points(
            "CIColorControls", "Color Controls", adjustment,
            [
                .number(kCIInputSaturationKey, 1, 0...2), .number(kCIInputBrightnessKey, 0, -1...1),
                .number(kCIInputContrastKey, 1, 0.25...4),
            ]
        ) { values in
            let (brightness, contrast) = (values.float(kCIInputBrightnessKey), values.float(kCIInputContrastKey))
            // The middle stays where it is.
            let shift = 0.5 - 0.5 * contrast
            var stretch = ColorMatrix.scale(contrast, contrast, contrast)
            for row in 0..<3 { stretch.factors[4 * row + 3] = brightness + shift }
            return [.matrix(.saturation(values.float(kCIInputSaturationKey))), .matrix(stretch)]
        },
        points("CIExposureAdjust", "Exposure Adjust", adjustment, [.number(kCIInputEVKey, 0, -10...10)]) { values in
            let factor = Float(pow(2, values.number(kCIInputEVKey)))
            return [.matrix(.scale(factor, factor, factor))]
        },
        points("CIGammaAdjust", "Gamma Adjust", adjustment, [.number(kCIInputPowerKey, 1, 0.25...4)]) { values in
            [.power(values.float(kCIInputPowerKey))]
        },
        points("CIHueAdjust", "Hue Adjust", adjustment, [.number(kCIInputAngleKey, 0, -Double.pi...Double.pi)]) {
            [.matrix(.hue($0.number(kCIInputAngleKey)))]
        },
        points("CIVibrance", "Vibrance", adjustment, [.number(kCIInputAmountKey, 0, -1...1)]) { values in
            [.vibrance(values.float(kCIInputAmountKey))]
        },
        points(
            "CIHighlightShadowAdjust", "Highlight and Shadow Adjust", adjustment,
            [
                .number(kCIInputRadiusKey, 0, 0...10), .number("inputShadowAmount", 0, -1...1),
                .number("inputHighlightAmount", 1, 0...1),
            ]
        ) { values in
            [
                .toCode, .highlightsAndShadows(values.float("inputHighlightAmount"), values.float("inputShadowAmount")),
                .toLight(.srgb),
            ]
        },
        points("CIWhitePointAdjust", "White Point Adjust", adjustment, [.color(kCIInputColorKey, 1, 1, 1)]) { values in
            let color = values.color(kCIInputColorKey).light
            return [.matrix(.scale(color.x, color.y, color.z))]
        },
        points(
            "CITemperatureAndTint", "Temperature and Tint", adjustment,
            [.vector("inputNeutral", 6500, 0), .vector("inputTargetNeutral", 6500, 0)]
        ) { values in
            let (from, to) = (values.vector("inputNeutral"), values.vector("inputTargetNeutral"))
            return [.matrix(WhitePoint(from).adaptation(to: WhitePoint(to)))]
        },
        points(
            "CIColorMatrix", "Color Matrix", adjustment,
            [
                .vector("inputRVector", 1, 0, 0, 0), .vector("inputGVector", 0, 1, 0, 0),
                .vector("inputBVector", 0, 0, 1, 0), .vector("inputAVector", 0, 0, 0, 1),
                .vector(kCIInputBiasVectorKey, 0, 0, 0, 0),
            ]
        ) { values in
            let bias = values.vector(kCIInputBiasVectorKey)
            let rows = ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].enumerated().map {
                let row = values.vector($1)
                return [row.x, row.y, row.z, row.w, bias.value(at: $0)].map { Float($0) }
            }
            return [.fullMatrix(rows.flatMap { $0 })]
        },
        points(
            "CIColorClamp", "Color Clamp", adjustment,
            [.vector("inputMinComponents", 0, 0, 0, 0), .vector("inputMaxComponents", 1, 1, 1, 1)]
        ) { values in
            func parts(_ vector: CIVector) -> SIMD4<Float> { SIMD4((0..<4).map { Float(vector.value(at: $0)) }) }
            return [
                .clamp(
                    least: parts(values.vector("inputMinComponents")),
                    greatest: parts(values.vector("inputMaxComponents")))
            ]
        },
        points("CILinearToSRGBToneCurve", "Linear to sRGB", adjustment, []) { _ in [.toCode] },
        points("CISRGBToneCurveToLinear", "sRGB to Linear", adjustment, []) { _ in [.toLight(.srgb)] },
    ]

    static let colorEffects: [FilterKind] = [
        points("CIColorInvert", "Color Invert", effect, []) { _ in
            [.matrix(ColorMatrix([-1, 0, 0, 1, 0, -1, 0, 1, 0, 0, -1, 1]))]
        },
        points(
            "CIColorMonochrome", "Color Monochrome", effect,
            [.color(kCIInputColorKey, 0.6, 0.45, 0.3), .number(kCIInputIntensityKey, 1, 0...1)]
        ) { values in
            let color = values.color(kCIInputColorKey).light
            return [.matrix(.tinted(color).mixed(values.float(kCIInputIntensityKey)))]
        },
        points("CISepiaTone", "Sepia Tone", effect, [.number(kCIInputIntensityKey, 1, 0...1)]) { values in
            [.matrix(ColorMatrix.sepia.mixed(values.float(kCIInputIntensityKey)))]
        },
        points(
            "CIFalseColor", "False Color", effect,
            [.color(kCIInputColor0Key, 0.3, 0, 0), .color(kCIInputColor1Key, 1, 0.9, 0.8)]
        ) { values in
            let (dark, bright) = (values.color(kCIInputColor0Key).light, values.color(kCIInputColor1Key).light)
            var matrix = ColorMatrix.tinted(bright - dark)
            for row in 0..<3 { matrix.factors[4 * row + 3] = dark[row] }
            return [.matrix(matrix)]
        },
        points("CIColorPosterize", "Color Posterize", effect, [.number(kCIInputLevelsKey, 6, 2...30)]) { values in
            [.toCode, .posterize(max(2, values.float(kCIInputLevelsKey))), .toLight(.srgb)]
        },
        points("CIMaskToAlpha", "Mask to Alpha", effect, []) { _ in
            [.maskFromGray, .fullMatrix([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0])]
        },
        points(
            "CIVignetteEffect", "Vignette Effect", effect,
            [
                .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 150, 0...2000),
                .number(kCIInputIntensityKey, 1, -1...1), .number("inputFalloff", 0.5, 0...1),
            ]
        ) { values in
            let (radius, falloff) = (values.number(kCIInputRadiusKey), values.number("inputFalloff"))
            return [
                .vignette(
                    .init(
                        center: values.point(kCIInputCenterKey), inner: CGFloat(radius * (1 - falloff)),
                        outer: CGFloat(radius * (1 + falloff)), amount: CGFloat(values.number(kCIInputIntensityKey))))
            ]
        },
        FilterKind(
            "CIVignette", "Vignette", effect,
            [.image, .number(kCIInputIntensityKey, 0, -1...1), .number(kCIInputRadiusKey, 1, 0...2)]
        ) { values in
            guard let recipe = values.recipe() else { return nil }
            let extent = recipe.extent
            if extent.isNull || extent.isUnbounded { return recipe }
            // From the middle to the corners.
            let reach = hypot(extent.width, extent.height) / 2
            let radius = max(0.05, CGFloat(values.number(kCIInputRadiusKey)))
            let circle = PointOperation.Circle(
                center: CGPoint(x: extent.midX, y: extent.midY), inner: 0, outer: reach * (0.7 + 0.4 * radius),
                amount: CGFloat(values.number(kCIInputIntensityKey)))
            return PointRecipe(recipe, [.vignette(circle)])
        },
    ]

    /// Close looks; which constants Apple's have is nowhere documented. All of them change codes, not light.
    static let photoEffects: [FilterKind] = [
        photo("Mono", "Mono", ColorMatrix.saturation(0), .straight),
        photo("Tonal", "Tonal", ColorMatrix.saturation(0), .tone(0, 1.12, 0.12, -0.24)),
        photo("Noir", "Noir", ColorMatrix.saturation(0), .tone(-0.02, 0.42, 1.9, -1.3)),
        photo("Fade", "Fade", ColorMatrix.saturation(0.62), .tone(0.1, 0.72, 0.18, -0.06)),
        photo("Chrome", "Chrome", ColorMatrix.saturation(1.3), .tone(0, 0.72, 0.92, -0.64)),
        photo(
            "Process", "Process", ColorMatrix.saturation(0.9),
            Tone(red: [0, 0.8, 0.5, -0.32], green: [0.02, 0.85, 0.45, -0.32], blue: [0.1, 0.78, 0.3, -0.24])),
        photo(
            "Transfer", "Transfer", ColorMatrix.saturation(0.95),
            Tone(red: [0.05, 0.9, 0.4, -0.35], green: [0.02, 0.9, 0.3, -0.26], blue: [0, 0.85, 0.2, -0.17])),
        photo(
            "Instant", "Instant", ColorMatrix.saturation(0.8),
            Tone(red: [0.07, 0.85, 0.3, -0.24], green: [0.06, 0.82, 0.28, -0.2], blue: [0.1, 0.7, 0.2, -0.14])),
    ]

    private static func photo(_ name: String, _ title: String, _ matrix: ColorMatrix, _ tone: Tone) -> FilterKind {
        points("CIPhotoEffect\(name)", "Photo Effect \(title)", effect, []) { _ in
            [.toCode, .matrix(matrix)] + (tone.isStraight ? [] : [.cubic(tone.factors)]) + [.toLight(.srgb)]
        }
    }

    /// The curves of a photo effect: cubic polynomials.
    private struct Tone {
        var red, green, blue: [Float]

        static let straight = tone(0, 1, 0, 0)

        static func tone(_ factors: Float...) -> Tone { Tone(red: factors, green: factors, blue: factors) }

        var factors: [Float] { red + green + blue }
        var isStraight: Bool { factors == Self.straight.factors }
    }
}

extension ColorMatrix {
    /// Gray in a color.
    static func tinted(_ color: SIMD3<Float>) -> ColorMatrix {
        ColorMatrix((0..<3).flatMap { row in luminance.map { $0 * color[row] } + [0] })
    }

    /// Gray in the colors of an old print; white becomes (1, 0.94, 0.78).
    static let sepia = tinted(SIMD3(1, 0.872, 0.571))

    /// Colors turn around gray; luminance stays. Source: W3C, Filter Effects, 9.6 (hueRotate), with BT.709's luminance.
    static func hue(_ angle: Double) -> ColorMatrix {
        let (c, s) = (Float(cos(angle)), Float(sin(angle)))
        let (r, g, b) = (luminance[0], luminance[1], luminance[2])
        // Rows of what stays, and of what follows the cosine and the sine.
        let cosines: [Float] = [1 - r, -g, -b, -r, 1 - g, -b, -r, -g, 1 - b]
        let sines: [Float] = [-r, -g, 1 - b, 0.143, 0.14, -0.283, r - 1, g, b]
        var factors: [Float] = []
        for row in 0..<3 {
            for column in 0..<3 {
                let turned: Float = c * cosines[3 * row + column] + s * sines[3 * row + column]
                factors.append(luminance[column] + turned)
            }
            factors.append(0)
        }
        return ColorMatrix(factors)
    }
}

/// A white, as XYZ.
private struct WhitePoint {
    let xyz: SIMD3<Double>

    /// Temperature in kelvins, and tint from green to magenta.
    ///
    /// Source: CIE 15, daylight (4000 to 25000 K); Kim et al., black bodies below.
    init(_ vector: CIVector) {
        let t: Double = min(max(Double(vector.x), 1667), 25000)
        // By powers of 1 / t, and of x.
        let ofX: [Double] =
            t < 4000
            ? [0.17991, 0.8776956e3, -0.2343589e6, -0.2661239e9]
            : t <= 7000 ? [0.244063, 0.09911e3, 2.9678e6, -4.607e9] : [0.23704, 0.24748e3, 1.9018e6, -2.0064e9]
        let ofY: [Double] =
            t >= 4000
            ? [-0.275, 2.87, -3, 0]
            : t >= 2222
                ? [-0.16748867, 2.09137015, -1.37418593, -0.9549476]
                : [-0.20219683, 2.18555832, -1.3481102, -1.1063814]
        func polynomial(_ factors: [Double], _ value: Double) -> Double {
            factors.reversed().reduce(0) { $0 * value + $1 }
        }
        let x = polynomial(ofX, 1 / t)
        var y = polynomial(ofY, x)
        // 3000 steps are one of v in CIE 1960.
        y += Double(vector.y) / 3000 * 0.6
        xyz = SIMD3(x / y, 1, (1 - x - y) / y)
    }

    /// Bradford's adaptation, for linear sRGB: what is white under this light becomes the other's white.
    func adaptation(to other: WhitePoint) -> ColorMatrix {
        let cone = Matrix3([0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
        let (from, to) = (cone.applied(xyz), cone.applied(other.xyz))
        let ratio = to / from
        let scale = Matrix3([ratio.x, 0, 0, 0, ratio.y, 0, 0, 0, ratio.z])
        let toXYZ = Matrix3([
            0.4123908, 0.35758434, 0.18048079, 0.21263901, 0.71516868, 0.07219232, 0.01933082, 0.11919478, 0.95053215,
        ])
        let all = toXYZ.inverted * (cone.inverted * (scale * (cone * toXYZ)))
        return ColorMatrix(rows: (0..<3).map { Array(all.values[3 * $0..<3 * $0 + 3]) })
    }
}

/// Three rows of three.
private struct Matrix3 {
    var values: [Double]

    init(_ values: [Double]) { self.values = values }

    func applied(_ v: SIMD3<Double>) -> SIMD3<Double> {
        func row(_ index: Int) -> Double {
            let first: Double = values[3 * index] * v.x
            let second: Double = values[3 * index + 1] * v.y
            return first + second + values[3 * index + 2] * v.z
        }
        return SIMD3(row(0), row(1), row(2))
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for index in 0..<3 {
                    product[3 * row + column] += left.values[3 * row + index] * right.values[3 * index + column]
                }
            }
        }
        return Matrix3(product)
    }

    var inverted: Matrix3 {
        let m = values
        func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
        let adjugate: [Double] = [
            minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5), -minor(3, 5, 6, 8), minor(0, 2, 6, 8),
            -minor(0, 2, 3, 5), minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
        ]
        let first: Double = m[0] * adjugate[0] + m[1] * adjugate[3]
        let determinant: Double = first + m[2] * adjugate[6]
        return Matrix3(adjugate.map { $0 / determinant })
    }
}
