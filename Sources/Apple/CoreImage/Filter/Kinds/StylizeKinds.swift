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

    static let hexagons: [FilterKind] = [
        FilterKind(
            "CIHexagonalPixellate", "Hexagonal Pixelate", [kCICategoryStylize] + picture,
            [.image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputScaleKey, 8, 1...100)]
        ) { values in
            let (center, side) = (values.place(kCIInputCenterKey), max(1, min(1000, values.float(kCIInputScaleKey))))
            let reach = Int(side * 2) + 1
            return values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(reach, reach)
                } pixel: { neighborhood, place in
                    // Middles of hexagons are those of two grids of rectangles.
                    let cell = SIMD2(side * Float(3).squareRoot(), side * 3)
                    func nearest(_ shift: SIMD2<Float>) -> SIMD2<Float> {
                        let grid = ((place - center - shift) / cell).rounded(.toNearestOrAwayFromZero)
                        return grid * cell + shift + center
                    }
                    let (first, second) = (nearest(.zero), nearest(cell / 2))
                    let middle = (place - first).length <= (place - second).length ? first : second
                    var sum = neighborhood.sample(middle)
                    for step in 0..<12 {
                        let turn = Float(step) * .pi / 6
                        let away = step % 2 == 0 ? side * 0.75 : side * 0.4
                        sum += neighborhood.sample(middle + away * SIMD2(cos(turn), sin(turn)))
                    }
                    return sum / 13
                }
            }
        }
    ]
}
