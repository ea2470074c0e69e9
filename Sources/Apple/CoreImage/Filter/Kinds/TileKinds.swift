import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let tiles: [FilterKind] = [
        FilterKind(
            "CIAffineTile", "Affine Tile", [kCICategoryTileEffect] + picture,
            [.image, .init(key: kCIInputTransformKey, value: .transform)]
        ) { values in
            let transform = values.transform(kCIInputTransformKey)
            guard transform.a * transform.d != transform.b * transform.c else { return EmptyRecipe() }
            let back = transform.inverted()
            return folded(values) { place, extent in
                let point = CGPoint(x: CGFloat(place.x), y: CGFloat(place.y)).applying(back)
                func inside(_ value: CGFloat, _ start: CGFloat, _ length: CGFloat) -> Float {
                    let part = (value - start).truncatingRemainder(dividingBy: length)
                    return Float(start + (part < 0 ? part + length : part))
                }
                return SIMD2(
                    inside(point.x, extent.minX, extent.width), inside(point.y, extent.minY, extent.height))
            }
        },
        FilterKind(
            "CIKaleidoscope", "Kaleidoscope", [kCICategoryTileEffect] + picture,
            [
                .image, .number("inputCount", 6, 1...64), .vector(kCIInputCenterKey, 150, 150),
                .number(kCIInputAngleKey, 0, -Double.pi...Double.pi),
            ]
        ) { values in
            let (center, angle) = (values.place(kCIInputCenterKey), values.float(kCIInputAngleKey))
            let wedge = 2 * Float.pi / max(1, values.float("inputCount").rounded())
            return folded(values) { place, _ in
                let offset = place - center
                var turn = (atan2(offset.y, offset.x) - angle).truncatingRemainder(dividingBy: wedge)
                if turn < 0 { turn += wedge }
                // Each wedge is a half and its mirror image.
                if turn > wedge / 2 { turn = wedge - turn }
                return center + offset.length * SIMD2(cos(turn + angle), sin(turn + angle))
            }
        },
    ]

    /// A picture without end that is made of one with an end.
    ///
    /// - Parameter source: the place from which the color of a place is taken.
    private static func folded(
        _ values: FilterValues, _ source: @escaping @Sendable (SIMD2<Float>, CGRect) -> SIMD2<Float>
    ) -> (any Recipe)? {
        guard let recipe = values.recipe() else { return nil }
        let extent = recipe.extent
        guard !extent.isEmpty, !extent.isUnbounded else { return recipe }
        let whole = PixelRect(centersIn: extent)
        return NeighborhoodRecipe(ClampRecipe(source: recipe)) { _ in
            whole
        } pixel: { neighborhood, place in
            neighborhood.sample(source(place, extent))
        }
    }
}
