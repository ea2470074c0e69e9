import Foundation

// Effects that move colors. Apple names what these filters do and what their inputs are, but not how: the curves are ours,
// and docs/differences.md says so.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let distortions: [FilterKind] = [
        twirl("CITwirlDistortion", "Twirl Distortion", radii: 0...500, angle: .pi, in: -4 * Double.pi...4 * Double.pi),
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
        FilterKind(
            "CIPinchDistortion", "Pinch Distortion", [kCICategoryDistortionEffect] + picture,
            [
                .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 300, 0...1000),
                .number(kCIInputScaleKey, 0.5, 0...2),
            ]
        ) { values in
            let scale = max(0, min(1, values.float(kCIInputScaleKey)))
            return inCircle(values) { offset, part in part > 0 ? offset * pow(part, -scale) : offset }
        },
        twirl("CIVortexDistortion", "Vortex Distortion", radii: 0...800, angle: 56.55, in: -94.25...94.25),
        FilterKind(
            "CIBumpDistortionLinear", "Bump Distortion Linear", [kCICategoryDistortionEffect] + picture,
            [
                .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 300, 0...600),
                .number(kCIInputAngleKey, 0, 0...2 * Double.pi), .number(kCIInputScaleKey, 0.5, -1...1),
            ]
        ) { values in
            let (center, radius) = (values.place(kCIInputCenterKey), values.float(kCIInputRadiusKey))
            let scale = max(-1, min(1, values.float(kCIInputScaleKey)))
            let angle = values.float(kCIInputAngleKey)
            let axis = SIMD2(cos(angle), sin(angle))
            guard let recipe = values.recipe(), radius > 0 else { return values.recipe() }
            let reach = Int(min(radius, 4096).rounded(.up)) + 1
            return NeighborhoodRecipe(recipe) {
                $0.outset(reach, reach)
            } pixel: { neighborhood, place in
                let away = ((place - center) * axis).sum()
                let part = abs(away) / radius
                guard part < 1 else { return neighborhood.nearest(place) }
                let height = (1 - part * part) * (1 - part * part)
                return neighborhood.sample(place - axis * (away * scale * height))
            }
        },
        FilterKind(
            "CIHoleDistortion", "Hole Distortion", [kCICategoryDistortionEffect] + picture,
            [.image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 150, 0.01...1000)]
        ) { values in
            let (center, radius) = (values.place(kCIInputCenterKey), values.float(kCIInputRadiusKey))
            guard let recipe = values.recipe(), radius > 0 else { return values.recipe() }
            let reach = Int(min(radius, 4096).rounded(.up)) + 1
            return NeighborhoodRecipe(recipe) {
                $0.outset(reach, reach)
            } pixel: { neighborhood, place in
                let offset = place - center
                let away = offset.length
                if away <= radius { return .zero }
                // What was inside twice the radius is in the ring.
                guard away < 2 * radius else { return neighborhood.nearest(place) }
                return neighborhood.sample(center + offset * (2 * (away - radius) / away))
            }
        },
        FilterKind(
            "CICircleSplashDistortion", "Circle Splash Distortion", [kCICategoryDistortionEffect] + picture,
            [.image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 150, 0...1000)]
        ) { values in
            let (center, radius) = (values.place(kCIInputCenterKey), max(0, values.float(kCIInputRadiusKey)))
            let side = CGFloat(radius) + 1
            let circle = PixelRect(
                around: CGRect(
                    x: CGFloat(center.x) - side, y: CGFloat(center.y) - side, width: 2 * side, height: 2 * side))
            return values.recipe().map { recipe in
                NeighborhoodRecipe(ClampRecipe(source: recipe)) {
                    $0.union(circle)
                } pixel: { neighborhood, place in
                    let offset = place - center
                    let away = offset.length
                    return away <= radius
                        ? neighborhood.nearest(place) : neighborhood.sample(center + offset * (radius / away))
                }
            }
        },
    ]

    /// Turns what is in a circle, the nearer to its center the more. A vortex is a twirl of nine turns.
    private static func twirl(
        _ name: String, _ title: String, radii: ClosedRange<Double>, angle: Double, in angles: ClosedRange<Double>
    ) -> FilterKind {
        FilterKind(
            name, title, [kCICategoryDistortionEffect] + picture,
            [
                .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadiusKey, 300, radii),
                .number(kCIInputAngleKey, angle, angles),
            ]
        ) { values in
            let angle = values.float(kCIInputAngleKey)
            return inCircle(values) { offset, part in
                let turn = angle * (1 - part) * (1 - part)
                let (c, s) = (cos(turn), sin(turn))
                return SIMD2(c * offset.x + s * offset.y, c * offset.y - s * offset.x)
            }
        }
    }

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
