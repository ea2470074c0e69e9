import Foundation

// Effects that move colors. Apple names what these filters do and what their inputs are, but not how: the curves are ours,
// and docs/differences.md says so.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let distortions: [FilterKind] = [
        FilterKind(
            "CITwirlDistortion", "Twirl Distortion", [kCICategoryDistortionEffect] + picture,
            [
                .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 300, 0...500),
                .number(kCIInputAngleKey, Double.pi, -4 * Double.pi...4 * Double.pi),
            ]
        ) { values in
            let angle = values.float(kCIInputAngleKey)
            return inCircle(values) { offset, part in
                let turn = angle * (1 - part) * (1 - part)
                let (c, s) = (cos(turn), sin(turn))
                return SIMD2(c * offset.x + s * offset.y, c * offset.y - s * offset.x)
            }
        },
        FilterKind(
            "CIBumpDistortion", "Bump Distortion", [kCICategoryDistortionEffect] + picture,
            [
                .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 300, 0...600),
                .number(kCIInputScaleKey, 0.5, -1...1),
            ]
        ) { values in
            let scale = max(-1, min(1, values.float(kCIInputScaleKey)))
            return inCircle(values) { offset, part in
                let height = (1 - part * part) * (1 - part * part)
                return offset * (1 - scale * height)
            }
        },
    ]

    /// Moves what is in a circle.
    ///
    /// - Parameter source: maps an offset from the center, and its length as a fraction of the radius, to the offset from
    ///   which the color is taken.
    private static func inCircle(
        _ values: FilterValues, _ source: @escaping @Sendable (SIMD2<Float>, Float) -> SIMD2<Float>
    ) -> (any Recipe)? {
        let (point, radius) = (values.point(kCIInputCenterKey), values.float(kCIInputRadiusKey))
        guard let recipe = values.recipe(), radius > 0 else { return values.recipe() }
        let center = SIMD2(Float(point.x), Float(point.y))
        let side = CGFloat(radius)
        let circle = PixelRect(
            around: CGRect(x: point.x - side, y: point.y - side, width: 2 * side, height: 2 * side)
        ).outset(1, 1)
        return NeighborhoodRecipe(recipe) { region in
            region.intersection(circle).isEmpty ? region : region.union(circle)
        } pixel: { neighborhood, place in
            let offset = place - center
            let part = (offset * offset).sum().squareRoot() / radius
            return part < 1 ? neighborhood.sample(center + source(offset, part)) : neighborhood.nearest(place)
        }
    }
}
