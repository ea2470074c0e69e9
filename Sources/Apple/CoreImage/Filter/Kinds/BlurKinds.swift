internal import CFilters
import Foundation

// Blurs that look at each of the pixels around a pixel; AreaKinds.swift has the others.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let neighborBlurs: [FilterKind] = [
        FilterKind(
            "CIDiscBlur", "Disc Blur", [kCICategoryBlur] + picture, [.image, .number(kCIInputRadiusKey, 8, 0...100)]
        ) { values in
            let shape = PixelShape.disc(values.number(kCIInputRadiusKey))
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: shape.reach, border: .clear) { block, picture in
                    shape.fold(filters_mean, picture, into: block)
                }
            }
        },
        FilterKind(
            "CIMotionBlur", "Motion Blur", [kCICategoryBlur] + picture,
            [
                .image, .number(kCIInputRadiusKey, 20, 0...100),
                .number(kCIInputAngleKey, 0, -Double.pi...Double.pi),
            ]
        ) { values in
            let radius = min(max(0, values.number(kCIInputRadiusKey)), 200)
            let angle = values.number(kCIInputAngleKey)
            let way = SIMD2(Float(cos(angle) * radius), Float(sin(angle) * radius))
            let reach = SIMD2(Int(abs(way.x).rounded(.up)), Int(abs(way.y).rounded(.up)))
            let line = PixelWeights.line(SIMD2<Double>(way), steps: Int(radius.rounded(.up)))
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: reach, border: .clear) { line.sum($0, $1, $2, $3) }
            }
        },
        FilterKind(
            "CIMedianFilter", "Median", [kCICategoryBlur] + picture, [.image]
        ) { values in
            values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: SIMD2(1, 1)) { from, step, to, count in
                    filters_median(from.base, step, from.plane, to.base, to.plane, count)
                }
            }
        },
        FilterKind(
            "CINoiseReduction", "Noise Reduction", [kCICategoryBlur] + picture,
            [.image, .number("inputNoiseLevel", 0.02, 0...0.1), .number(kCIInputSharpnessKey, 0.4, 0...2)]
        ) { values in
            let (level, sharpness) = (values.float("inputNoiseLevel"), values.float(kCIInputSharpnessKey))
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: SIMD2(1, 1)) { from, step, to, count in
                    filters_reduce_noise(level, sharpness, from.base, step, from.plane, to.base, to.plane, count)
                }
            }
        },
        FilterKind(
            "CIMaskedVariableBlur", "Masked Variable Blur", [kCICategoryBlur] + picture,
            [.image, .init(key: "inputMask", value: .image), .number(kCIInputRadiusKey, 5, 0...100)]
        ) { values in
            let radius = values.number(kCIInputRadiusKey)
            guard let recipe = values.recipe(), let mask = values.recipe("inputMask"), radius > 0 else {
                return values.recipe()
            }
            return blurred(recipe, radius, where: mask)
        },
    ]

    /// Blurred as far as the gray of a mask says: white for the whole radius.
    ///
    /// Four blurs are computed; what is between two of them is mixed.
    private static func blurred(_ recipe: any Recipe, _ radius: Double, where mask: any Recipe) -> any Recipe {
        let steps = 4
        let endless = ClampRecipe(source: recipe)
        return (1...steps).reduce(recipe) { result, step in
            let blur = BlurRecipe(source: endless, shape: .gaussian(radius * Double(step) / Double(steps)))
            var share = [Float](repeating: 0, count: 20)
            (share[18], share[19]) = (Float(steps), Float(1 - step))
            let part = PointRecipe(mask, [.maskFromGray, .fullMatrix(share), .clamp(least: .zero, greatest: .one)])
            return MaskRecipe(upper: CropRecipe(blur, recipe.extent), lower: result, mask: part)
        }
    }
}
