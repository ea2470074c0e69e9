import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let reductions: [FilterKind] = [
        extremeOfArea("CIAreaMaximum", "Area Maximum") { pointwiseMax($0, $1) },
        extremeOfArea("CIAreaMinimum", "Area Minimum") { pointwiseMin($0, $1) },
        FilterKind(
            "CIAreaHistogram", "Area Histogram", [kCICategoryReduction] + picture,
            [
                .image, .vector(kCIInputExtentKey, 0, 0, 640, 80), .number("inputCount", 64, 1...256),
                .number(kCIInputScaleKey, 1, 0...100),
            ]
        ) { values in
            let count = max(1, min(2048, Int(values.number("inputCount"))))
            let scale = values.float(kCIInputScaleKey)
            return values.recipe().map { recipe in
                ReductionRecipe(source: recipe, area: values.vector(kCIInputExtentKey).cgRectValue, width: count) {
                    pixels in
                    var bins = [SIMD4<Float>](repeating: .zero, count: count)
                    var total: Float = 0
                    pixels { pixel in
                        total += 1
                        for component in 0..<4 {
                            let value = pixel[component]
                            // What is no number counts as nothing.
                            let part = value > 0 ? min(value, 1) : 0
                            bins[min(count - 1, Int(part * Float(count)))][component] += 1
                        }
                    }
                    return bins.map { $0 * (scale / max(total, 1)) }
                }
            }
        },
    ]

    private static func extremeOfArea(
        _ name: String, _ title: String, _ better: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterKind {
        FilterKind(
            name, title, [kCICategoryReduction] + picture, [.image, .vector(kCIInputExtentKey, 0, 0, 640, 80)]
        ) { values in
            values.recipe().map { recipe in
                ReductionRecipe(source: recipe, area: values.vector(kCIInputExtentKey).cgRectValue, width: 1) {
                    pixels in
                    var found: SIMD4<Float>?
                    pixels { pixel in found = found.map { better($0, pixel) } ?? pixel }
                    return [found ?? .zero]
                }
            }
        }
    }
}
