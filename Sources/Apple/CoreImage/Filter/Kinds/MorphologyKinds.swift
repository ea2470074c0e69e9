import Foundation

// The greatest and the least around a pixel; EffectKinds.swift has their difference.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    /// The farthest pixel that is looked at: all pixels of a circle are.
    static let farthestNeighbor = 50

    static let morphology: [FilterKind] = [
        extreme("CIMorphologyMaximum", "Morphology Maximum", [.number(kCIInputRadiusKey, 0, 0...50)], true) {
            disc($0.number(kCIInputRadiusKey))
        },
        extreme("CIMorphologyMinimum", "Morphology Minimum", [.number(kCIInputRadiusKey, 0, 0...50)], false) {
            disc($0.number(kCIInputRadiusKey))
        },
        extreme("CIMorphologyRectangleMaximum", "Morphology Rectangle Maximum", rectangle, true, box),
        extreme("CIMorphologyRectangleMinimum", "Morphology Rectangle Minimum", rectangle, false, box),
    ]

    private static let rectangle: [Input] = [
        .number(kCIInputWidthKey, 5, 1...50), .number("inputHeight", 5, 1...50),
    ]

    private static func box(_ values: FilterValues) -> [SIMD2<Int>] {
        func half(_ key: String) -> Int { min(max(0, Int(values.number(key)) / 2), farthestNeighbor) }
        let (across, down) = (half(kCIInputWidthKey), half("inputHeight"))
        return (-down...down).flatMap { y in (-across...across).map { x in SIMD2(x, y) } }
    }

    /// The greatest or least of each component among some pixels.
    private static func extreme(
        _ name: String, _ title: String, _ inputs: [Input], _ isGreatest: Bool,
        _ offsets: @escaping @Sendable (FilterValues) -> [SIMD2<Int>]
    ) -> FilterKind {
        FilterKind(name, title, [kCICategoryBlur] + picture, [.image] + inputs) { values in
            let offsets = offsets(values)
            let (across, down) = (offsets.map(\.x).max() ?? 0, offsets.map(\.y).max() ?? 0)
            return values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(across, down)
                } pixel: { neighborhood, place in
                    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
                    var found = neighborhood.pixel(x, y)
                    for offset in offsets {
                        let color = neighborhood.pixel(x + offset.x, y + offset.y)
                        found = isGreatest ? pointwiseMax(found, color) : pointwiseMin(found, color)
                    }
                    return found
                }
            }
        }
    }

    static func disc(_ radius: Double) -> [SIMD2<Int>] {
        let radius = min(max(0, radius), Double(farthestNeighbor))
        let side = Int(radius)
        return (-side...side).flatMap { y in (-side...side).map { x in SIMD2(x, y) } }
            .filter { Double(($0 &* $0).wrappedSum()) <= radius * radius }
    }
}
