import Foundation

extension FilterKind {
    static let depths: [FilterKind] = [
        reciprocal("CIDepthToDisparity", "Depth To Disparity"),
        reciprocal("CIDisparityToDepth", "Disparity To Depth"),
    ]

    /// Meters become 1/meters, and the reverse; nothing stays nothing.
    private static func reciprocal(_ name: String, _ title: String) -> FilterKind {
        FilterKind(
            name, title, [kCICategoryColorAdjustment, kCICategoryVideo, kCICategoryStillImage], [.image]
        ) { values in
            pixels(values.recipe()) { color in
                func inverse(_ value: Float) -> Float { value > 0 ? 1 / value : 0 }
                return SIMD4(inverse(color.x), inverse(color.y), inverse(color.z), color.w)
            }
        }
    }
}
