@testable import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

/// Filters that compute a pixel from those around it, beside their definitions: pixel by pixel, on a small picture whose
/// sizes are odd, up to its edges.
@Suite struct DefinitionTests {
    private let picture = Grid()

    // MARK: Blurs

    @Test(arguments: [Float(0), 0.7, 1, 2.5, 8, 12]) func aDiscBlurIsTheMeanOfADisc(radius: Float) throws {
        let filter = CIFilter.discBlur()
        (filter.inputImage, filter.radius) = (picture.image, radius)
        let offsets = disc(Double(radius))
        try expect(filter, growth: SIMD2(repeating: Int(radius))) { x, y in
            offsets.reduce(.zero) { $0 + picture.clear(x + $1.x, y + $1.y) } / Float(offsets.count)
        }
    }

    @Test(arguments: zip([0, 0.4, Float.pi / 2, -2.5, 1.1, 2.8], [5, 7.3, 6, 3, 0, 25] as [Float]))
    func aMotionBlurIsTheMeanOfALine(angle: Float, radius: Float) throws {
        let filter = CIFilter.motionBlur()
        (filter.inputImage, filter.angle, filter.radius) = (picture.image, angle, radius)
        let way = SIMD2(cos(Double(angle)), sin(Double(angle))) * Double(radius)
        let steps = Int(radius.rounded(.up))
        let places = steps == 0 ? [.zero] : (-steps...steps).map { way * (Double($0) / Double(steps)) }
        let growth = SIMD2(Int(abs(way.x).rounded(.up)), Int(abs(way.y).rounded(.up)))
        try expect(filter, growth: growth) { x, y in
            places.reduce(.zero) { $0 + picture.sample(x, y, $1) } / Float(places.count)
        }
    }

    @Test(arguments: [Float(60), -35, 190]) func aZoomBlurIsTheMeanOfALineToTheCenter(amount: Float) throws {
        let filter = CIFilter.zoomBlur()
        (filter.inputImage, filter.amount, filter.center) = (picture.image, amount, CGPoint(x: 13.37, y: 7.91))
        // Places are floats: they are off by a millionth of 37 pixels, and colors by as much of a step between pixels.
        try expect(filter, within: 4e-5) { x, y in
            let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
            let way = (SIMD2(13.37, 7.91) - place) * Double(amount / 200)
            // No way here is so near a whole length that a float could round it up.
            let count = max(1, (way * way).sum().squareRoot().rounded(.up))
            let places = (0...Int(count)).map { place + way * (Double($0) / count) }
            return places.reduce(.zero) { $0 + picture.sampleOfRepeated($1) } / Float(places.count)
        }
    }

    @Test func theMedianIsTheFifthOfNine() throws {
        let filter = CIFilter.median()
        filter.inputImage = picture.image
        try expect(filter, within: 0) { x, y in
            let around = square.map { picture.repeated(x + $0.x, y + $0.y) }
            var result = SIMD4<Float>.zero
            for component in 0..<4 { result[component] = around.map { $0[component] }.sorted()[4] }
            return result
        }
    }

    @Test(arguments: zip([0.02, 0.3, 0.1, 10] as [Float], [0.4, 0, 2, 1] as [Float]))
    func noiseReductionTakesTheMeanOfWhatIsAlike(level: Float, sharpness: Float) throws {
        let filter = CIFilter.noiseReduction()
        (filter.inputImage, filter.noiseLevel, filter.sharpness) = (picture.image, level, sharpness)
        let luminance = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)
        try expect(filter) { x, y in
            let (middle, around) = (picture.at(x, y), square.map { picture.repeated(x + $0.x, y + $0.y) })
            let alike = around.filter { abs((($0 - middle) * luminance).sum()) <= level }
            let (smooth, all) = (alike.reduce(.zero, +) / Float(alike.count), around.reduce(.zero, +) / 9)
            return smooth + (middle - all) * sharpness * (1 - Float(alike.count) / 9)
        }
    }

    // MARK: Morphology

    @Test(arguments: [Float(0), 1, 3.5, 9, 24]) func extremesAreThoseOfADisc(radius: Float) throws {
        let (maximum, minimum) = (CIFilter.morphologyMaximum(), CIFilter.morphologyMinimum())
        (maximum.inputImage, maximum.radius) = (picture.image, radius)
        (minimum.inputImage, minimum.radius) = (picture.image, radius)
        let offsets = disc(Double(radius))
        try expect(maximum, within: 0) { x, y in picture.greatest(x, y, offsets) }
        try expect(minimum, within: 0) { x, y in picture.least(x, y, offsets) }
    }

    @Test(arguments: zip([1, 5, 7, 2, 50] as [Float], [1, 5, 3, 30, 9] as [Float]))
    func extremesAreThoseOfARectangle(width: Float, height: Float) throws {
        let (maximum, minimum) = (CIFilter.morphologyRectangleMaximum(), CIFilter.morphologyRectangleMinimum())
        (maximum.inputImage, maximum.width, maximum.height) = (picture.image, width, height)
        (minimum.inputImage, minimum.width, minimum.height) = (picture.image, width, height)
        let (across, down) = (Int(width) / 2, Int(height) / 2)
        let offsets = (-down...down).flatMap { y in (-across...across).map { x in SIMD2(x, y) } }
        try expect(maximum, within: 0) { x, y in picture.greatest(x, y, offsets) }
        try expect(minimum, within: 0) { x, y in picture.least(x, y, offsets) }
    }

    @Test(arguments: [Float(1), 5, 12]) func aGradientIsTheRangeInADisc(radius: Float) throws {
        let filter = CIFilter.morphologyGradient()
        (filter.inputImage, filter.radius) = (picture.image, radius)
        let offsets = disc(Double(radius))
        try expect(filter) { x, y in
            let alpha = picture.at(x, y).w
            var range = picture.greatest(x, y, offsets) - picture.least(x, y, offsets)
            // No brighter than alpha, but where the picture is opaque.
            if alpha < 1 { range.clamp(lowerBound: SIMD4(repeating: -.infinity), upperBound: SIMD4(repeating: alpha)) }
            range.w = alpha
            return range
        }
    }

    // MARK: Convolutions

    @Test(arguments: ["3X3", "5X5", "7X7", "9Horizontal", "9Vertical"], ["", "RGB"])
    func aConvolutionIsAWeightedSum(size: String, kind: String) throws {
        let side = try #require(Int(size.prefix(1)))
        let (width, height) = ["9Horizontal": (9, 1), "9Vertical": (1, 9)][size] ?? (side, side)
        let weights = (0..<width * height).map { Float($0 * 7 % 11) / 40 - 0.1 }
        let filter = try #require(CIFilter(name: "CIConvolution\(kind)\(size)"))
        filter.setValue(picture.image, forKey: kCIInputImageKey)
        filter.setValue(CIVector(values: weights.map { CGFloat($0) }, count: weights.count), forKey: "inputWeights")
        filter.setValue(0.125, forKey: "inputBias")
        try expect(filter) { x, y in
            var sum = SIMD4<Float>(repeating: 0.125)
            for (index, weight) in weights.enumerated() {
                // Rows of weights are from the upper one on.
                let (dx, dy) = (index % width - width / 2, height / 2 - index / width)
                sum += weight * picture.repeated(x + dx, y + dy)
            }
            sum.w = kind == "RGB" ? picture.at(x, y).w : min(max(sum.w, 0), 1)
            return sum
        }
    }

    // MARK: Hexagons

    @Test(arguments: zip([8, 1, 5.5] as [Float], [CGPoint(x: 150, y: 150), .zero, CGPoint(x: -17.3, y: 8.9)]))
    func aHexagonIsTheMeanOfPlacesInIt(scale: Float, center: CGPoint) throws {
        let filter = CIFilter.hexagonalPixellate()
        (filter.inputImage, filter.scale, filter.center) = (picture.image, scale, center)
        let side = Double(scale)
        let cell = SIMD2(side * 3.0.squareRoot(), side * 3)
        let origin = SIMD2(Double(center.x), Double(center.y))
        // Places are floats: they are off by a millionth of 37 pixels, and colors by as much of a step between pixels.
        try expect(filter, within: 4e-5) { x, y in
            let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
            func distance(_ middle: SIMD2<Double>) -> Double { ((middle - place) * (middle - place)).sum() }
            // Middles of hexagons are those of two grids of rectangles; the nearest one's counts.
            let middles = [SIMD2<Double>.zero, cell / 2].map { shift in
                ((place - origin - shift) / cell).rounded(.toNearestOrAwayFromZero) * cell + shift + origin
            }
            let middle = distance(middles[0]) <= distance(middles[1]) ? middles[0] : middles[1]
            let ways = (0..<12).map { step in
                let (turn, away) = (Double(step) * .pi / 6, side * (step % 2 == 0 ? 0.75 : 0.4))
                return SIMD2(cos(turn), sin(turn)) * away
            }
            return ([.zero] + ways).reduce(.zero) { $0 + picture.sampleOfRepeated(middle + $1) } / 13
        }
    }

    // MARK: Edges

    @Test func edgesAreTheDifferencesOfFourCorners() throws {
        let filter = CIFilter.edges()
        (filter.inputImage, filter.intensity) = (picture.image, 0.5)
        try expect(filter) { x, y in
            let rising = picture.repeated(x + 1, y - 1) - picture.repeated(x - 1, y + 1)
            let falling = picture.repeated(x + 1, y + 1) - picture.repeated(x - 1, y - 1)
            var result = 0.5 * (rising * rising + falling * falling).squareRoot()
            result.w = picture.at(x, y).w
            return result
        }
    }

    // MARK: Tiles

    private static let large = Pixels.detailed(600, 150)

    /// Tiles are 512 by 64 pixels, counted from the upper left corner.
    @Test(arguments: [
        "CIDiscBlur", "CIMotionBlur", "CIMedianFilter", "CINoiseReduction", "CIMorphologyGradient",
        "CIMorphologyRectangleMaximum", "CIHexagonalPixellate",
    ])
    func tilesFitTogether(name: String) throws {
        let image = Self.large.image.applyingFilter(name).cropped(to: CGRect(x: 0, y: 0, width: 600, height: 150))
        let whole = try #require(Pixels(image))
        for (x, y) in [(512, 64), (512, 128), (40, 128)] {
            let part = try #require(Pixels(image, in: CGRect(x: x - 7, y: 150 - y - 7, width: 14, height: 14)))
            #expect(part.largestDifference(whole.part(x - 7, y - 7, 14, 14)) <= 1, "at \(x), \(y)")
        }
    }

    // MARK: What is beyond 0 to 1

    /// A sum that was kept from pixel to pixel would spread it along the row.
    @Test func whatIsNoNumberStaysNearIt() throws {
        var broken = picture
        broken.pixels[11 * broken.width + 12] = SIMD4(repeating: .nan)
        for (filter, name) in [
            (CIFilter(name: "CIDiscBlur", parameters: [kCIInputRadiusKey: 3]), "disc"),
            (CIFilter(name: "CIMotionBlur", parameters: [kCIInputRadiusKey: 3]), "motion"),
            (CIFilter(name: "CIMorphologyMaximum", parameters: [kCIInputRadiusKey: 3]), "maximum"),
            (CIFilter(name: "CIMedianFilter"), "median"), (CIFilter(name: "CINoiseReduction"), "noise"),
        ] {
            let filter = try #require(filter)
            func result(_ picture: Grid) throws -> [SIMD4<Float>] {
                filter.setValue(picture.image, forKey: kCIInputImageKey)
                return Grid.values(try #require(filter.outputImage), in: picture.region)
            }
            let (odd, usual) = (try result(broken), try result(picture))
            for y in 0..<picture.height {
                for x in 0..<picture.width where max(abs(x - 12), abs(y - 11)) > 3 {
                    let index = y * picture.width + x
                    #expect(odd[index] == usual[index], "\(name) at \(x), \(y)")
                }
            }
        }
    }

    // MARK: Helpers

    private let square = (-1...1).flatMap { y in (-1...1).map { x in SIMD2(x, y) } }

    /// All pixels that are no farther away.
    private func disc(_ radius: Double) -> [SIMD2<Int>] {
        let side = Int(radius)
        return (-side...side).flatMap { y in (-side...side).map { x in SIMD2(x, y) } }
            .filter { Double(($0 &* $0).wrappedSum()) <= radius * radius }
    }

    /// Expects what a function says of each pixel, in the whole result and in a part of it; by default within some roundings
    /// of floats.
    private func expect(
        _ filter: CIFilter, growth: SIMD2<Int> = .zero, within tolerance: Float = 2e-6,
        _ location: SourceLocation = #_sourceLocation, _ wanted: (Int, Int) -> SIMD4<Float>
    ) throws {
        let image = try #require(filter.outputImage)
        let whole = picture.region.outset(growth.x, growth.y)
        #expect(image.extent == whole.rect, sourceLocation: location)
        let part = PixelRect(x: picture.origin.x + 9, y: picture.origin.y + 2, width: 7, height: 5)
        for region in [whole, part] {
            let values = Grid.values(image, in: region)
            for y in region.y..<region.maxY {
                for x in region.x..<region.maxX {
                    let result = values[(y - region.y) * region.width + x - region.x]
                    let difference = result - wanted(x, y)
                    let worst = max(difference.max(), -difference.min())
                    guard worst <= tolerance else {
                        Issue.record("\(result), not \(wanted(x, y)), at \(x), \(y)", sourceLocation: location)
                        return
                    }
                }
            }
        }
    }
}

/// Colors multiplied by alpha, some of them brighter than white; from the lower row on.
private struct Grid: Recipe, Rows {
    let width = 37
    let height = 23
    let origin = SIMD2(-5, 3)
    var pixels: [SIMD4<Float>]

    init() {
        // Without a pattern, and always the same.
        func value(_ index: Int, _ component: Int) -> Float {
            let number = 4 * index + component
            return Float(number * number * 193 % 1009) / 1008
        }
        pixels = (0..<37 * 23).map { index in
            let alpha = index % 3 == 0 ? 1 : value(index, 3)
            let light: Float = index % 50 == 7 ? 1.9 : 1
            return SIMD4(SIMD3(value(index, 0), value(index, 1), value(index, 2)) * (alpha * light), alpha)
        }
    }

    var region: PixelRect { PixelRect(x: origin.x, y: origin.y, width: width, height: height) }
    var extent: CGRect { region.rect }
    var image: CIImage { CIImage(self) }

    func at(_ x: Int, _ y: Int) -> SIMD4<Float> { pixels[(y - origin.y) * width + x - origin.x] }

    /// The pixels at the edges go on.
    func repeated(_ x: Int, _ y: Int) -> SIMD4<Float> {
        at(min(max(x, region.x), region.maxX - 1), min(max(y, region.y), region.maxY - 1))
    }

    /// Nothing is beyond the edges.
    func clear(_ x: Int, _ y: Int) -> SIMD4<Float> {
        region.intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty ? .zero : at(x, y)
    }

    /// Between four pixels, by an offset from a pixel; nothing is beyond the edges.
    func sample(_ x: Int, _ y: Int, _ offset: SIMD2<Double>) -> SIMD4<Float> {
        mixed(SIMD2(Double(x), Double(y)) + offset, clear)
    }

    /// Between four pixels; the pixels at the edges go on.
    func sampleOfRepeated(_ place: SIMD2<Double>) -> SIMD4<Float> { mixed(place - 0.5, repeated) }

    private func mixed(_ corner: SIMD2<Double>, _ pixel: (Int, Int) -> SIMD4<Float>) -> SIMD4<Float> {
        let low = corner.rounded(.down)
        let (part, x, y) = (SIMD2<Float>(corner - low), Int(low.x), Int(low.y))
        let lower = pixel(x, y) * (1 - part.x) + pixel(x + 1, y) * part.x
        let upper = pixel(x, y + 1) * (1 - part.x) + pixel(x + 1, y + 1) * part.x
        return lower * (1 - part.y) + upper * part.y
    }

    func greatest(_ x: Int, _ y: Int, _ offsets: [SIMD2<Int>]) -> SIMD4<Float> {
        offsets.reduce(at(x, y)) { pointwiseMax($0, repeated(x + $1.x, y + $1.y)) }
    }

    func least(_ x: Int, _ y: Int, _ offsets: [SIMD2<Int>]) -> SIMD4<Float> {
        offsets.reduce(at(x, y)) { pointwiseMin($0, repeated(x + $1.x, y + $1.y)) }
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        for index in 0..<count { run.advanced(by: index).fill(clear(x + index, y), 1) }
    }

    /// A picture as floats of light, from the lower row on.
    static func values(_ image: CIImage, in region: PixelRect) -> [SIMD4<Float>] {
        var values = [SIMD4<Float>](repeating: .zero, count: region.count)
        values.withUnsafeMutableBytes { memory in
            CIContext().render(
                image, toBitmap: memory.baseAddress!, rowBytes: 16 * region.width, bounds: region.rect, format: .RGBAf,
                colorSpace: nil)
        }
        let rows = (0..<region.height).map { Array(values[$0 * region.width..<($0 + 1) * region.width]) }
        return rows.reversed().flatMap { $0 }
    }
}
