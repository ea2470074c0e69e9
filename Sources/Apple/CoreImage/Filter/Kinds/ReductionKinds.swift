import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let reductions: [FilterKind] = [
        extremeOfArea("CIAreaMaximum", "Area Maximum") { pointwiseMax($0, $1) },
        extremeOfArea("CIAreaMinimum", "Area Minimum") { pointwiseMin($0, $1) },
        FilterKind("CIAreaMinMax", "Area Min and Max", [kCICategoryReduction] + picture, area) { values in
            reduced(values, to: 2) { pixels in
                let (least, greatest) = extremes(pixels)
                return [least, greatest]
            }
        },
        FilterKind("CIAreaMinMaxRed", "Area Min and Max Red", [kCICategoryReduction] + picture, area) { values in
            reduced(values, to: 1) { pixels in
                let (least, greatest) = extremes(pixels)
                return [SIMD4(least.x, greatest.x, 0, 1)]
            }
        },
        pixelOfArea("CIAreaMaximumAlpha", "Area Maximum Alpha") { $0.w > $1.w },
        pixelOfArea("CIAreaMinimumAlpha", "Area Minimum Alpha") { $0.w < $1.w },
        lineAverage("CIRowAverage", "Row Average", isOfRows: true),
        lineAverage("CIColumnAverage", "Column Average", isOfRows: false),
        FilterKind(
            "CIAreaHistogram", "Area Histogram", [kCICategoryReduction] + picture,
            area + [.number("inputCount", 64, 1...256), .number(kCIInputScaleKey, 1, 0...100)]
        ) { values in
            // NaN counts as nothing.
            histogram(values) { $0 > 0 ? min($0, 1) : 0 }
        },
        FilterKind(
            "CIAreaLogarithmicHistogram", "Area Logarithmic Histogram", [kCICategoryReduction] + picture,
            area + [
                .number("inputCount", 64, 1...256), .number(kCIInputScaleKey, 1, 0...100),
                .number("inputMinimumStop", -10, -127...127), .number("inputMaximumStop", 4, -127...127),
            ]
        ) { values in
            let first = values.float("inputMinimumStop")
            let stops = max(values.float("inputMaximumStop") - first, 1e-3)
            return histogram(values) { $0 > 0 ? max(0, min((log2($0) - first) / stops, 1)) : 0 }
        },
        FilterKind(
            "CIHistogramDisplayFilter", "Histogram Display", [kCICategoryReduction] + picture,
            [
                .image, .number("inputHeight", 100, 1...200), .number("inputHighLimit", 1, 0...1),
                .number("inputLowLimit", 0, 0...1),
            ]
        ) { values in
            values.recipe().map { recipe in
                HistogramRecipe(
                    source: recipe, height: Int(max(1, min(16_384, values.number("inputHeight").rounded()))),
                    low: CGFloat(values.number("inputLowLimit")), high: CGFloat(values.number("inputHighLimit")))
            }
        },
    ]

    private static let area: [Input] = [.image, .vector(kCIInputExtentKey, 0, 0, 640, 80)]

    /// A row of pixels that are computed from all pixels of the area.
    private static func reduced(
        _ values: FilterValues, to width: Int,
        _ reduce: @escaping @Sendable ((_ body: (SIMD4<Float>) -> Void) -> Void) -> [SIMD4<Float>]
    ) -> (any Recipe)? {
        values.recipe().map {
            ReductionRecipe(
                source: $0, area: values.vector(kCIInputExtentKey).cgRectValue, width: width, reduce: reduce)
        }
    }

    /// How many components are in each of some ranges, as shares of the scale.
    ///
    /// - Parameter place: where a component is, from 0, the first range, to 1, the last one.
    private static func histogram(
        _ values: FilterValues, _ place: @escaping @Sendable (Float) -> Float
    ) -> (any Recipe)? {
        let count = max(1, min(2048, Int(values.number("inputCount"))))
        let scale = values.float(kCIInputScaleKey)
        return reduced(values, to: count) { pixels in
            var bins = [SIMD4<Float>](repeating: .zero, count: count)
            var total: Float = 0
            pixels { pixel in
                total += 1
                for component in 0..<4 {
                    bins[min(count - 1, Int(place(pixel[component]) * Float(count)))][component] += 1
                }
            }
            return bins.map { $0 * (scale / max(total, 1)) }
        }
    }

    /// The least and the greatest of each component.
    private static func extremes(
        _ pixels: ((SIMD4<Float>) -> Void) -> Void
    ) -> (least: SIMD4<Float>, greatest: SIMD4<Float>) {
        var found: (least: SIMD4<Float>, greatest: SIMD4<Float>)?
        pixels { pixel in
            found = found.map { (pointwiseMin($0.least, pixel), pointwiseMax($0.greatest, pixel)) } ?? (pixel, pixel)
        }
        return found ?? (.zero, .zero)
    }

    /// The first pixel that is better than all others.
    private static func pixelOfArea(
        _ name: String, _ title: String, _ isBetter: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> Bool
    ) -> FilterKind {
        FilterKind(name, title, [kCICategoryReduction] + picture, area) { values in
            reduced(values, to: 1) { pixels in
                var found: SIMD4<Float>?
                pixels { pixel in
                    if found.map({ isBetter(pixel, $0) }) ?? true { found = pixel }
                }
                return [found ?? .zero]
            }
        }
    }

    private static func lineAverage(_ name: String, _ title: String, isOfRows: Bool) -> FilterKind {
        FilterKind(name, title, [kCICategoryReduction] + picture, area) { values in
            values.recipe().map {
                LineAverageRecipe(
                    source: $0, area: values.vector(kCIInputExtentKey).cgRectValue, isOfRows: isOfRows)
            }
        }
    }

    private static func extremeOfArea(
        _ name: String, _ title: String, _ better: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterKind {
        FilterKind(name, title, [kCICategoryReduction] + picture, area) { values in
            reduced(values, to: 1) { pixels in
                var found: SIMD4<Float>?
                pixels { pixel in found = found.map { better($0, pixel) } ?? pixel }
                return [found ?? .zero]
            }
        }
    }
}
