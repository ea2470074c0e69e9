import Foundation

// Blurs that look at each of the pixels around a pixel; AreaKinds.swift has the others.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let neighborBlurs: [FilterKind] = [
        FilterKind(
            "CIDiscBlur", "Disc Blur", [kCICategoryBlur] + picture, [.image, .number(kCIInputRadiusKey, 8, 0...100)]
        ) { values in
            let offsets = disc(values.number(kCIInputRadiusKey))
            let reach = offsets.map(\.x).max() ?? 0
            return mean(values, offsets, reach: SIMD2(reach, reach)) { neighborhood, place, offset in
                neighborhood.pixel(Int(place.x.rounded(.down)) + offset.x, Int(place.y.rounded(.down)) + offset.y)
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
            let (angle, steps) = (values.number(kCIInputAngleKey), Int(radius.rounded(.up)))
            let way = SIMD2(Float(cos(angle) * radius), Float(sin(angle) * radius))
            let offsets = steps == 0 ? [.zero] : (-steps...steps).map { way * Float($0) / Float(steps) }
            let reach = SIMD2(Int(abs(way.x).rounded(.up)), Int(abs(way.y).rounded(.up)))
            return mean(values, offsets, reach: reach) { $0.sample($1 + $2) }
        },
        FilterKind(
            "CIMedianFilter", "Median", [kCICategoryBlur] + picture, [.image]
        ) { values in
            values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(1, 1)
                } pixel: { neighborhood, place in
                    let around = square(neighborhood, place, side: 3)
                    var result = SIMD4<Float>.zero
                    for component in 0..<4 { result[component] = around.map { $0[component] }.sorted()[4] }
                    return result
                }
            }
        },
        FilterKind(
            "CINoiseReduction", "Noise Reduction", [kCICategoryBlur] + picture,
            [.image, .number("inputNoiseLevel", 0.02, 0...0.1), .number(kCIInputSharpnessKey, 0.4, 0...2)]
        ) { values in
            let (level, sharpness) = (values.float("inputNoiseLevel"), values.float(kCIInputSharpnessKey))
            return values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(1, 1)
                } pixel: { neighborhood, place in
                    // What differs by less than the level is noise; where more differs, there is an edge.
                    let around = square(neighborhood, place, side: 3)
                    let middle = around[4]
                    let alike = around.filter { abs(($0 - middle).luminance) <= level }
                    let smooth = alike.reduce(.zero, +) / Float(alike.count)
                    let edge = 1 - Float(alike.count) / 9
                    return smooth + (middle - around.reduce(.zero, +) / 9) * (sharpness * edge)
                }
            }
        },
    ]

    /// The mean of what is at some offsets; beyond its edges, the picture is clear.
    private static func mean<Offset: SIMD & Sendable>(
        _ values: FilterValues, _ offsets: [Offset], reach: SIMD2<Int>,
        _ color: @escaping @Sendable (Neighborhood, SIMD2<Float>, Offset) -> SIMD4<Float>
    ) -> (any Recipe)? {
        values.recipe().map { recipe in
            NeighborhoodRecipe(recipe, growth: (reach.x, reach.y)) {
                $0.outset(reach.x + 1, reach.y + 1)
            } pixel: { neighborhood, place in
                offsets.reduce(.zero) { $0 + color(neighborhood, place, $1) } / Float(offsets.count)
            }
        }
    }

    /// The pixels around a place, from the upper row on.
    private static func square(_ neighborhood: Neighborhood, _ place: SIMD2<Float>, side: Int) -> [SIMD4<Float>] {
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        let half = side / 2
        return (-half...half).reversed().flatMap { dy in
            (-half...half).map { dx in neighborhood.pixel(x + dx, y + dy) }
        }
    }
}
