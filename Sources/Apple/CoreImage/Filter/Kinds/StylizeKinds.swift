import Foundation

// How a picture gets dull or made of cells is this project's: docs/differences.md.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let gloom: [FilterKind] = [
        FilterKind(
            "CIGloom", "Gloom", [kCICategoryStylize] + picture,
            [.image, .number(kCIInputRadiusKey, 10, 0...100), .number(kCIInputIntensityKey, 0.5, 0...1)]
        ) { values in
            let radius = values.number(kCIInputRadiusKey)
            let amount = max(0, min(1, values.number(kCIInputIntensityKey)))
            return values.recipe().map { recipe in
                guard radius > 0 else { return recipe }
                // What is brighter than what is around it becomes as dark as that.
                let blurred = BlurRecipe(source: ClampRecipe(source: recipe), shape: .gaussian(radius))
                let dull = BlendRecipe(upper: CropRecipe(blurred, recipe.extent), lower: recipe, mode: .minimum)
                let mask = ColorRecipe(CIColor(red: 0, green: 0, blue: 0, alpha: CGFloat(amount)))
                return MaskRecipe(upper: dull, lower: recipe, mask: mask)
            }
        }
    ]

    static let mixtures: [FilterKind] = [
        FilterKind(
            "CIMix", "Mix", [kCICategoryStylize] + picture, [.image, .background, .number(kCIInputAmountKey, 1, 0...1)]
        ) { values in
            guard let upper = values.recipe() else { return nil }
            let amount = CGFloat(max(0, min(1, values.number(kCIInputAmountKey))))
            return MaskRecipe(
                upper: upper, lower: values.recipe(kCIInputBackgroundImageKey) ?? EmptyRecipe(),
                mask: ColorRecipe(CIColor(red: 0, green: 0, blue: 0, alpha: amount)))
        },
        FilterKind(
            "CIColorAbsoluteDifference", "Color Absolute Difference", [kCICategoryColorAdjustment] + picture,
            [.image, .init(key: "inputImage2", value: .image)]
        ) { values in
            guard let first = values.recipe(), let second = values.recipe("inputImage2") else { return values.recipe() }
            return BlendRecipe(upper: first, lower: second, mode: .difference)
        },
    ]

    static let hexagons: [FilterKind] = [
        FilterKind(
            "CIHexagonalPixellate", "Hexagonal Pixelate", [kCICategoryStylize] + picture,
            [.image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputScaleKey, 8, 1...100)]
        ) { values in
            let (center, side) = (values.point(kCIInputCenterKey), max(1, min(1000, values.number(kCIInputScaleKey))))
            return values.recipe().map { HexagonRecipe(source: $0, center: center, side: side) }
        }
    ]
}
