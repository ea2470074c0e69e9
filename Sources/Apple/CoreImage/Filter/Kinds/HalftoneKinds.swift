import Foundation

// The curves of the screens are this project's: docs/differences.md.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let screens: [FilterKind] = [
        screen("CICircularScreen", "Circular Screen", hasAngle: false) { offset, width in
            0.5 + 0.5 * cos(2 * Float.pi * offset.length / width)
        },
        screen("CILineScreen", "Line Screen", hasAngle: true) { offset, width in
            0.5 + 0.5 * cos(2 * Float.pi * offset.y / width)
        },
        screen("CIHatchedScreen", "Hatched Screen", hasAngle: true) { offset, width in
            0.5 + 0.5 * max(cos(2 * Float.pi * offset.x / width), cos(2 * Float.pi * offset.y / width))
        },
    ]

    /// Black where the gray of the picture is less than a threshold that depends on the place.
    private static func screen(
        _ name: String, _ title: String, hasAngle: Bool,
        _ threshold: @escaping @Sendable (SIMD2<Float>, Float) -> Float
    ) -> FilterKind {
        let angle: [Input] = hasAngle ? [.number(kCIInputAngleKey, 0, -Double.pi...Double.pi)] : []
        let inputs: [Input] = [
            .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputWidthKey, 6, 1...50),
            .number(kCIInputSharpnessKey, 0.7, 0...1),
        ]
        return FilterKind(name, title, [kCICategoryHalftoneEffect] + picture, inputs + angle) { values in
            let (center, width) = (values.place(kCIInputCenterKey), max(1, values.float(kCIInputWidthKey)))
            let turn = hasAngle ? values.float(kCIInputAngleKey) : 0
            let axis = SIMD2(cos(turn), sin(turn))
            let steepness = 1 / max(1 - min(max(values.float(kCIInputSharpnessKey), 0), 1), 0.02)
            return values.recipe().map { recipe in
                let codes = NeighborhoodRecipe(PointRecipe(recipe, [.toCode])) {
                    $0
                } pixel: { neighborhood, place in
                    let color = neighborhood.nearest(place)
                    guard color.w > 0 else { return .zero }
                    let offset = place - center
                    let turned = SIMD2((offset * axis).sum(), offset.y * axis.x - offset.x * axis.y)
                    let gray = color.luminance / color.w
                    let ink = min(1, max(0, 0.5 + (gray - threshold(turned, width)) * steepness))
                    return SIMD4(SIMD3(repeating: ink * color.w), color.w)
                }
                return PointRecipe(codes, [.toLight(.srgb)])
            }
        }
    }
}
