import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let regularPatterns: [FilterKind] = [
        pattern("CICheckerboardGenerator", "Checkerboard") { offset, width in
            sin(.pi * offset.x / width) * sin(.pi * offset.y / width)
        },
        pattern("CIStripesGenerator", "Stripes") { offset, width in sin(.pi * offset.x / width) },
        FilterKind(
            "CIGaussianGradient", "Gaussian Gradient", [kCICategoryGradient] + picture,
            [
                .vector(kCIInputCenterKey, 150, 150), .color(kCIInputColor0Key, 1, 1, 1),
                .color(kCIInputColor1Key, 0, 0, 0, 0), .number(kCIInputRadiusKey, 300, 0...800),
            ]
        ) { values in
            let (center, radius) = (values.place(kCIInputCenterKey), max(values.float(kCIInputRadiusKey), 1e-3))
            return colors(values) { place in
                let part = (place - center).length / radius
                // Three standard deviations are the radius.
                return part < 1 ? exp(-4.5 * part * part) : 0
            }
        },
    ]

    private static func pattern(
        _ name: String, _ title: String, _ wave: @escaping @Sendable (SIMD2<Float>, Float) -> Float
    ) -> FilterKind {
        FilterKind(
            name, title, [kCICategoryGenerator] + picture,
            [
                .vector(kCIInputCenterKey, 150, 150), .color(kCIInputColor0Key, 1, 1, 1),
                .color(kCIInputColor1Key, 0, 0, 0), .number(kCIInputWidthKey, 80, 0...800),
                .number(kCIInputSharpnessKey, 1, 0...1),
            ]
        ) { values in
            let (center, width) = (values.place(kCIInputCenterKey), max(values.float(kCIInputWidthKey), 1e-3))
            let steepness = 1 / max(1 - min(max(values.float(kCIInputSharpnessKey), 0), 1), 1e-4)
            return colors(values) { place in min(1, max(0, 0.5 + wave(place - center, width) * steepness / 2)) }
        }
    }

    /// Between two colors.
    ///
    /// - Parameter part: how much of the first one is at a place.
    private static func colors(
        _ values: FilterValues, _ part: @escaping @Sendable (SIMD2<Float>) -> Float
    ) -> any Recipe {
        func codes(_ key: String) -> SIMD4<Float> {
            let color = values.color(key)
            let alpha = Float(color.alpha)
            return SIMD4(Float(color.red), Float(color.green), Float(color.blue), 1) * alpha
        }
        let (first, second) = (codes(kCIInputColor0Key), codes(kCIInputColor1Key))
        return PointRecipe(PlaceRecipe { second + (first - second) * part($0) }, [.toLight(.srgb)])
    }
}
