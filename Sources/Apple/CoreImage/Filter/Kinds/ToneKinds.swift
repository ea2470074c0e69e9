import Foundation

// Filters that change each pixel by itself, in a way that needs a function.

private let adjustment = [kCICategoryColorAdjustment, kCICategoryVideo, kCICategoryStillImage]
private let effect = [kCICategoryColorEffect, kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    /// - Parameters:
    ///   - isCode: whether the function changes codes, not light.
    ///   - change: of red, green, blue and alpha, not multiplied by alpha.
    static func pixels(
        _ recipe: (any Recipe)?, isCode: Bool = false,
        _ change: @escaping @Sendable (SIMD4<Float>) -> SIMD4<Float>
    ) -> (any Recipe)? {
        recipe.map { recipe in
            let changed = NeighborhoodRecipe(isCode ? PointRecipe(recipe, [.toCode]) : recipe) {
                $0
            } pixel: { neighborhood, place in
                let color = neighborhood.nearest(place)
                var straight = color.w > 0 ? color / color.w : .zero
                straight.w = color.w
                var result = change(straight)
                result.w = min(max(result.w, 0), 1)
                return SIMD4(result.x * result.w, result.y * result.w, result.z * result.w, result.w)
            }
            return isCode ? PointRecipe(changed, [.toLight(.srgb)]) : changed
        }
    }

    static let tones: [FilterKind] = [
        FilterKind(
            "CIToneCurve", "Tone Curve", adjustment,
            [
                .image, .vector("inputPoint0", 0, 0), .vector("inputPoint1", 0.25, 0.25),
                .vector("inputPoint2", 0.5, 0.5), .vector("inputPoint3", 0.75, 0.75), .vector("inputPoint4", 1, 1),
            ]
        ) { values in
            let curve = ToneCurve((0..<5).map { values.point("inputPoint\($0)") })
            return pixels(values.recipe(), isCode: true) { color in
                SIMD4(curve.value(color.x), curve.value(color.y), curve.value(color.z), color.w)
            }
        },
        FilterKind(
            "CIColorPolynomial", "Color Polynomial", adjustment,
            [.image]
                + ["Red", "Green", "Blue", "Alpha"].map {
                    .init(key: "input\($0)Coefficients", value: .vector([0, 1, 0, 0]))
                }
        ) { values in
            let factors = ["Red", "Green", "Blue", "Alpha"].map { name in
                let vector = values.vector("input\(name)Coefficients")
                return (0..<4).map { Float(vector.value(at: $0)) }
            }
            return pixels(values.recipe()) { color in
                var result = SIMD4<Float>.zero
                for component in 0..<4 {
                    result[component] = factors[component].reversed().reduce(0) { $0 * color[component] + $1 }
                }
                return result
            }
        },
        FilterKind(
            "CIColorCrossPolynomial", "Color Cross-Polynomial", effect,
            [.image]
                + ["Red", "Green", "Blue"].enumerated().map { index, name in
                    .init(
                        key: "input\(name)Coefficients", value: .vector((0..<10).map { $0 == index ? 1 : 0 }))
                }
        ) { values in
            let factors = ["Red", "Green", "Blue"].map { name in
                let vector = values.vector("input\(name)Coefficients")
                return (0..<10).map { Float(vector.value(at: $0)) }
            }
            return pixels(values.recipe()) { color in
                let (r, g, b) = (color.x, color.y, color.z)
                let terms = [r, g, b, r * r, g * g, b * b, r * g, g * b, b * r, 1]
                var result = color
                for component in 0..<3 {
                    result[component] = zip(factors[component], terms).reduce(0) { $0 + $1.0 * $1.1 }
                }
                return result
            }
        },
        FilterKind(
            "CIColorCurves", "Color Curves", effect,
            [
                .image, .init(key: "inputCurvesData", value: .data), .vector("inputCurvesDomain", 0, 1),
                .init(key: "inputColorSpace", value: .colorSpace),
            ]
        ) { values in
            guard let recipe = values.recipe() else { return nil }
            guard let data = values.data("inputCurvesData") else { return recipe }
            guard let curves = ColorCurves(data, from: values.vector("inputCurvesDomain")) else { return nil }
            let encoding = values.colorSpace("inputColorSpace").map(ColorEncoding.init) ?? ColorEncoding(curve: .linear)
            return pixels(PointRecipe(recipe, encoding.toCodes)) { curves.color(for: $0) }
                .map { PointRecipe($0, encoding.toLight) }
        },
        FilterKind(
            "CIColorThreshold", "Color Threshold", adjustment, [.image, .number("inputThreshold", 0.5, 0...1)]
        ) { values in
            let threshold = values.float("inputThreshold")
            return pixels(values.recipe()) { color in
                var result = SIMD4<Float>.zero.replacing(with: .one, where: color .> SIMD4(repeating: threshold))
                result.w = color.w
                return result
            }
        },
        FilterKind("CIMaximumComponent", "Maximum Component", effect, [.image]) { values in
            pixels(values.recipe()) { SIMD4(SIMD3(repeating: max($0.x, $0.y, $0.z)), $0.w) }
        },
        FilterKind("CIMinimumComponent", "Minimum Component", effect, [.image]) { values in
            pixels(values.recipe()) { SIMD4(SIMD3(repeating: min($0.x, $0.y, $0.z)), $0.w) }
        },
    ]
}

/// Tables of red, green and blue; between their entries, values are interpolated.
private struct ColorCurves: Sendable {
    private let entries: [SIMD3<Float>]
    private let first: Float
    private let length: Float

    /// - Parameters:
    ///   - data: three floats for each entry.
    ///   - domain: the values that the first and the last entry are for.
    /// - Returns: `nil` for fewer than two entries, or a domain without a length.
    init?(_ data: Data, from domain: CIVector) {
        let count = data.count / 12
        (first, length) = (Float(domain.value(at: 0)), Float(domain.value(at: 1) - domain.value(at: 0)))
        guard count >= 2, length > 0 else { return nil }
        entries = data.withUnsafeBytes { bytes in
            (0..<count).map { entry in
                SIMD3((0..<3).map { bytes.loadUnaligned(fromByteOffset: 12 * entry + 4 * $0, as: Float.self) })
            }
        }
    }

    /// The color for one that is not multiplied by alpha.
    func color(for color: SIMD4<Float>) -> SIMD4<Float> {
        var result = color
        for component in 0..<3 {
            let part = (color[component] - first) / length
            // NaN counts as the first.
            let place = part > 0 ? min(part, 1) * Float(entries.count - 1) : 0
            let index = min(Int(place), entries.count - 2)
            let (low, high) = (entries[index][component], entries[index + 1][component])
            result[component] = low + (high - low) * (place - Float(index))
        }
        return result
    }
}

/// A smooth curve through some points, constant before the first and after the last.
private struct ToneCurve: Sendable {
    private let table: [Float]

    init(_ points: [CGPoint]) {
        let points = points.sorted { $0.x < $1.x }
        /// The slope at a point: that of the line through its neighbors.
        func slope(_ index: Int) -> CGFloat {
            let (from, to) = (points[max(index - 1, 0)], points[min(index + 1, points.count - 1)])
            return to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0
        }
        table = (0...1023).map { step in
            let x = CGFloat(step) / 1023
            guard let next = points.firstIndex(where: { $0.x > x }) else { return Float(points[points.count - 1].y) }
            guard next > 0 else { return Float(points[0].y) }
            let (from, to) = (points[next - 1], points[next])
            let width = to.x - from.x
            let t = (x - from.x) / width
            let (square, cube) = (t * t, t * t * t)
            // Source: cubic Hermite splines.
            let ends = from.y * (2 * cube - 3 * square + 1) + to.y * (3 * square - 2 * cube)
            let slopes = slope(next - 1) * (cube - 2 * square + t) + slope(next) * (cube - square)
            return Float(ends + width * slopes)
        }
    }

    func value(_ x: Float) -> Float {
        // NaN counts as nothing.
        let place = x > 0 ? min(x, 1) * 1023 : 0
        let index = min(Int(place), 1022)
        return table[index] + (table[index + 1] - table[index]) * (place - Float(index))
    }
}
