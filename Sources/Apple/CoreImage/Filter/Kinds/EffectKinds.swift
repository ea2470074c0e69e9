import Foundation

// Effects that draw with dots, or replace colors. Apple names what these filters do and what their inputs are,
// but not how: the curves are ours, and docs/differences.md says so.

private let picture = [kCICategoryVideo, kCICategoryStillImage]
private let luminance = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)

extension FilterKind {
    static let zooms: [FilterKind] = [
        FilterKind(
            "CIZoomBlur", "Zoom Blur", [kCICategoryBlur] + picture,
            [.image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputAmountKey, 20, -200...200)]
        ) { values in
            let point = values.point(kCIInputCenterKey)
            let center = SIMD2(Float(point.x), Float(point.y))
            // How far each pixel is smeared toward the center, as a fraction of its distance.
            let part = max(-1, min(1, values.float(kCIInputAmountKey) / 200))
            guard let recipe = values.recipe(), part != 0 else { return values.recipe() }
            return NeighborhoodRecipe(recipe) { region in
                let (low, high) = (SIMD2(region.x, region.y), SIMD2(region.maxX, region.maxY))
                let corners = [low, high].map { corner in
                    let place = SIMD2(Float(corner.x), Float(corner.y))
                    return place + (center - place) * part
                }
                let box = CGRect(
                    x: Double(corners[0].x), y: Double(corners[0].y),
                    width: Double(max(corners[1].x - corners[0].x, 1)),
                    height: Double(max(corners[1].y - corners[0].y, 1)))
                return region.union(PixelRect(around: box)).outset(1, 1)
            } pixel: { neighborhood, place in
                let way = (center - place) * part
                let count = max(1, min(64, way.length.rounded(.up)))
                return neighborhood.mean(from: place, step: way / count, count: Int(count) + 1)
            }
        }
    ]

    static let drawings: [FilterKind] = [
        FilterKind(
            "CICrystallize", "Crystallize", [kCICategoryStylize] + picture,
            [.image, .number(kCIInputRadiusKey, 20, 1...100), .vector(kCIInputCenterKey, 150, 150)]
        ) { values in
            let point = values.point(kCIInputCenterKey)
            let crystals = Crystals(
                side: max(1, values.float(kCIInputRadiusKey)) * 2, corner: SIMD2(Float(point.x), Float(point.y)))
            let border = Int(crystals.side * 2) + 1
            return values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(border, border)
                } pixel: { neighborhood, place in
                    neighborhood.nearest(crystals.seed(of: place))
                }
            }
        },
        FilterKind(
            "CIPointillize", "Pointillize", [kCICategoryStylize] + picture,
            [.image, .number(kCIInputRadiusKey, 20, 1...100), .vector(kCIInputCenterKey, 150, 150)]
        ) { values in
            let radius = max(1, min(1000, values.float(kCIInputRadiusKey)))
            let dots = Crystals(side: radius * 2, corner: values.place(kCIInputCenterKey))
            let border = Int(dots.side * 2) + 1
            return values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(border, border)
                } pixel: { neighborhood, place in
                    let seed = dots.seed(of: place)
                    // Dots of the picture's colors on white paper, with soft edges.
                    let covered = min(1, max(0, radius - (place - seed).length + 0.5))
                    let paper = SIMD4<Float>(repeating: neighborhood.nearest(place).w)
                    return paper + (neighborhood.nearest(seed) - paper) * covered
                }
            }
        },
        FilterKind(
            "CIDotScreen", "Dot Screen", [kCICategoryHalftoneEffect] + picture,
            [
                .image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputAngleKey, 0, -Double.pi...Double.pi),
                .number(kCIInputWidthKey, 6, 1...50), .number(kCIInputSharpnessKey, 0.7, 0...1),
            ]
        ) { values in
            let (point, angle) = (values.point(kCIInputCenterKey), values.float(kCIInputAngleKey))
            let screen = DotScreen(
                center: SIMD2(Float(point.x), Float(point.y)), axis: SIMD2(cos(angle), sin(angle)),
                width: max(1, values.float(kCIInputWidthKey)), sharpness: values.float(kCIInputSharpnessKey))
            return values.recipe().map { recipe in
                let codes = NeighborhoodRecipe(PointRecipe(recipe, [.toCode])) {
                    $0
                } pixel: { neighborhood, place in
                    let color = neighborhood.nearest(place)
                    guard color.w > 0 else { return .zero }
                    let gray = (color * luminance).sum() / color.w
                    return SIMD4(SIMD3(repeating: screen.ink(gray, at: place) * color.w), color.w)
                }
                return PointRecipe(codes, [.toLight(.srgb)])
            }
        },
        FilterKind("CIComicEffect", "Comic Effect", [kCICategoryStylize] + picture, [.image]) { values in
            values.recipe().map { recipe in
                let codes = NeighborhoodRecipe(PointRecipe(recipe, [.toCode])) {
                    $0.outset(2, 2)
                } pixel: {
                    comic($0, $1)
                }
                return PointRecipe(codes, [.toLight(.srgb)])
            }
        },
    ]

    /// Few shades, dots in the dark ones, and a black line where colors meet.
    private static func comic(_ neighborhood: Neighborhood, _ place: SIMD2<Float>) -> SIMD4<Float> {
        func gray(_ x: Float, _ y: Float) -> Float {
            (neighborhood.nearest(place + SIMD2(x, y)) * luminance).sum()
        }
        let color = neighborhood.nearest(place)
        guard color.w > 0 else { return .zero }
        let across = gray(2, 1) + gray(2, -1) - gray(-2, 1) - gray(-2, -1)
        let upright = gray(1, 2) + gray(-1, 2) - gray(1, -2) - gray(-1, -2)
        let line = min(1, max(0, (across * across + upright * upright).squareRoot() * 2 - 0.4))
        let shade = max((color * luminance).sum() / color.w, 1e-3)
        var wanted = (shade * 4).rounded() / 4
        if shade < 0.5 {
            let screen = DotScreen(center: .zero, axis: SIMD2(0.7071, 0.7071), width: 5, sharpness: 0.8)
            wanted = max(wanted, 0.1) + (screen.ink(shade, at: place) - 0.5) * 0.2
        }
        let result = color * (max(0, wanted) / shade * (1 - line))
        return SIMD4(result.x, result.y, result.z, color.w).clamped(
            lowerBound: .zero, upperBound: SIMD4(repeating: color.w))
    }

    static let falseColors: [FilterKind] = [
        mapped(
            "CIThermal", "Thermal",
            [
                SIMD3(0, 0, 0.15), SIMD3(0.2, 0, 0.55), SIMD3(0.7, 0.05, 0.45), SIMD3(0.95, 0.4, 0.1),
                SIMD3(1, 0.85, 0.2), SIMD3(1, 1, 0.9),
            ]),
        mapped(
            "CIXRay", "X-Ray", [SIMD3(0.95, 1, 1), SIMD3(0.45, 0.7, 0.75), SIMD3(0.1, 0.25, 0.3), SIMD3(0, 0.02, 0.05)]),
    ]

    /// Gray becomes a color of a scale, from black to white.
    private static func mapped(_ name: String, _ title: String, _ scale: [SIMD3<Float>]) -> FilterKind {
        let cube = ColorCube(dimension: 33) { color in
            let place = (SIMD4(color, 0) * luminance).sum() * Float(scale.count - 1)
            let index = min(Int(place), scale.count - 2)
            return scale[index] + (scale[index + 1] - scale[index]) * (place - Float(index))
        }
        return FilterKind(name, title, [kCICategoryColorEffect] + picture, [.image]) { values in
            values.recipe().map { PointRecipe($0, [.toCode, .cube(cube), .toLight(.srgb)]) }
        }
    }

    static let colorCubes: [FilterKind] = [
        FilterKind("CIColorCube", "Color Cube", [kCICategoryColorEffect] + picture, cubeInputs) { values in
            cube(values, in: nil)
        },
        FilterKind(
            "CIColorCubeWithColorSpace", "Color Cube with Color Space", [kCICategoryColorEffect] + picture,
            cubeInputs + [.init(key: "inputColorSpace", value: .colorSpace)]
        ) { values in
            cube(values, in: values.colorSpace("inputColorSpace"))
        },
    ]

    private static let cubeInputs: [Input] = [
        .image, .number("inputCubeDimension", 2, 2...128), .init(key: "inputCubeData", value: .data),
        .init(key: "inputExtrapolate", value: .truth(false)),
    ]

    /// Without a table that fits the dimension there is no picture.
    ///
    /// - Parameter space: of the table's colors; `nil` for the working space, which is linear.
    private static func cube(_ values: FilterValues, in space: CGColorSpace?) -> (any Recipe)? {
        guard let recipe = values.recipe(), let data = values.data("inputCubeData"),
            let cube = ColorCube(
                dimension: Int(values.number("inputCubeDimension")), data: data,
                extrapolates: values.number("inputExtrapolate") != 0)
        else { return nil }
        guard let space else { return PointRecipe(recipe, [.cube(cube)]) }
        let encoding = ColorEncoding(space)
        return PointRecipe(recipe, encoding.toCodes + [.cube(cube)] + encoding.toLight)
    }
}

/// The plane in cells around seeds, one somewhere in each square of a grid.
private struct Crystals: Sendable {
    let side: Float
    let corner: SIMD2<Float>

    /// The nearest seed to a place.
    func seed(of place: SIMD2<Float>) -> SIMD2<Float> {
        let square = ((place - corner) / side).rounded(.down)
        var (nearest, least) = (place, Float.infinity)
        for y in -1...1 {
            for x in -1...1 {
                let own = square + SIMD2(Float(x), Float(y))
                let seed = corner + (own + Self.random(own)) * side
                let distance = ((seed - place) * (seed - place)).sum()
                if distance < least { (nearest, least) = (seed, distance) }
            }
        }
        return nearest
    }

    /// The same for a square each time; 0 to 1.
    private static func random(_ square: SIMD2<Float>) -> SIMD2<Float> {
        let (x, y) = (UInt64(bitPattern: Int64(square.x)), UInt64(bitPattern: Int64(square.y)))
        // Source: the finalizer of SplitMix64.
        var bits = (x &* 0x9E37_79B9_7F4A_7C15) ^ (y &* 0xC2B2_AE3D_27D4_EB4F)
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return SIMD2(Float(bits & 0xFFFF), Float(bits >> 48)) / 65536
    }
}

/// Dots on a turned grid, whose size is the darkness.
private struct DotScreen: Sendable {
    let center: SIMD2<Float>
    let axis: SIMD2<Float>
    let width: Float
    let sharpness: Float

    /// How bright the print is where the picture has a gray: 0 where there is ink.
    func ink(_ gray: Float, at place: SIMD2<Float>) -> Float {
        let offset = place - center
        let u = (offset.x * axis.x + offset.y * axis.y) / width
        let v = (offset.y * axis.x - offset.x * axis.y) / width
        let threshold = 0.5 + 0.25 * (cos(2 * Float.pi * u) + cos(2 * Float.pi * v))
        let steepness = 1 / max(1 - min(max(sharpness, 0), 1), 0.02)
        return min(1, max(0, 0.5 + (gray - threshold) * steepness))
    }
}
