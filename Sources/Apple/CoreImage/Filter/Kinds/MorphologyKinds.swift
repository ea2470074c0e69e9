internal import CFilters
import Foundation

// The greatest and the least around a pixel, and how far they are apart.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let morphology: [FilterKind] = [
        extreme("CIMorphologyMaximum", "Morphology Maximum", [radius], filters_greatest, disc),
        extreme("CIMorphologyMinimum", "Morphology Minimum", [radius], filters_least, disc),
        extreme("CIMorphologyRectangleMaximum", "Morphology Rectangle Maximum", sides, filters_greatest, rectangle),
        extreme("CIMorphologyRectangleMinimum", "Morphology Rectangle Minimum", sides, filters_least, rectangle),
        FilterKind(
            "CIMorphologyGradient", "Morphology Gradient", [kCICategoryBlur] + picture,
            [.image, .number(kCIInputRadiusKey, 5, 1...50)]
        ) { values in
            let shape = PixelShape.disc(max(1, values.number(kCIInputRadiusKey).rounded()))
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: shape.reach) { block, picture in range(shape, picture, into: block) }
            }
        },
    ]

    private static let radius = Input.number(kCIInputRadiusKey, 0, 0...50)
    private static let sides: [Input] = [.number(kCIInputWidthKey, 5, 1...50), .number("inputHeight", 5, 1...50)]

    private static func disc(_ values: FilterValues) -> PixelShape { .disc(values.number(kCIInputRadiusKey)) }

    private static func rectangle(_ values: FilterValues) -> PixelShape {
        .rectangle(across: Int(values.number(kCIInputWidthKey)) / 2, down: Int(values.number("inputHeight")) / 2)
    }

    /// The greatest or least of each component in a shape.
    private static func extreme(
        _ name: String, _ title: String, _ inputs: [Input], _ fold: filters_fold,
        _ shape: @escaping @Sendable (FilterValues) -> PixelShape
    ) -> FilterKind {
        FilterKind(name, title, [kCICategoryBlur] + picture, [.image] + inputs) { values in
            let shape = shape(values)
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: shape.reach) { block, picture in
                    shape.fold(fold, picture, into: block)
                }
            }
        }
    }

    /// Colors: the greatest without the least. No brighter than their alpha allows; in an opaque picture, nothing is cut off.
    private static func range(_ shape: PixelShape, _ picture: FloatPicture, into block: FloatPicture) {
        let region = block.region
        let least = FloatPicture(region)
        shape.fold(filters_least, picture, into: least, components: 0..<3)
        shape.fold(filters_greatest, picture, into: block, components: 0..<3)
        for y in region.y..<region.maxY {
            let (lowest, colors) = (least.run(region.x, y), block.run(region.x, y))
            filters_range(
                lowest.base, lowest.plane, picture.run(region.x, y).component(3), colors.base, colors.plane,
                Int32(region.width))
        }
    }
}
