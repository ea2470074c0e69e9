@testable import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Filters that move colors, draw with dots, or replace them by a table.
@Suite struct EffectTests {
    private let picture = Pixels.detailed(160, 120)

    private func result(_ filter: any CIFilterProtocol) throws -> Pixels {
        let image = try #require(filter.outputImage)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 160, height: 120))
        return try #require(Pixels(image))
    }

    /// The pixels for which something holds.
    private func places(_ isWanted: (Int, Int) -> Bool) -> [(x: Int, y: Int)] {
        (0..<120).flatMap { y in (0..<160).filter { isWanted($0, y) }.map { (x: $0, y: y) } }
    }

    private func distance(_ x: Int, _ y: Int, from center: CGPoint) -> Double {
        // Rows go down, and y goes up.
        hypot(Double(x) + 0.5 - center.x, 120 - Double(y) - 0.5 - center.y)
    }

    // MARK: Distortions

    @Test func aTwirlTurnsTheMiddleAndLeavesWhatIsOutside() throws {
        let center = CGPoint(x: 80, y: 60)
        let filter = CIFilter.twirlDistortion()
        filter.inputImage = picture.image
        filter.center = center
        filter.radius = 40
        filter.angle = .pi
        let twirled = try result(filter)
        #expect(
            places { distance($0, $1, from: center) > 42 }.allSatisfy {
                twirled.at($0.x, $0.y) == picture.at($0.x, $0.y)
            })
        // In a very large circle, all of the picture turns: what was below the middle comes to its right.
        let spot = Pixels(160, 120) { x, y in
            hypot(Double(x) - 79.5, Double(y) - 89.5) < 8 ? [255, 255, 255, 255] : [0, 0, 0, 255]
        }
        filter.inputImage = spot.image
        filter.radius = 40_000
        filter.angle = .pi / 2
        let quarter = try result(filter)
        #expect(quarter.at(109, 60)[0] > 200 && quarter.at(50, 60)[0] < 50 && quarter.at(79, 90)[0] < 50)
    }

    @Test func aBumpMagnifiesAndAPinchShrinks() throws {
        // A disk around the middle.
        let disk = Pixels(160, 120) { x, y in
            let isIn = hypot(Double(x) - 79.5, Double(y) - 59.5) < 15
            return isIn ? [255, 255, 255, 255] : [0, 0, 0, 255]
        }
        func size(_ scale: Float) throws -> Int {
            let filter = CIFilter.bumpDistortion()
            filter.inputImage = disk.image
            filter.center = CGPoint(x: 80, y: 60)
            filter.radius = 50
            filter.scale = scale
            let pixels = try result(filter)
            return places { pixels.at($0, $1)[0] > 127 }.count
        }
        let plain = try size(0)
        #expect(abs(plain - 707) < 20)
        #expect(try size(0.5) > plain * 3 / 2)
        #expect(try size(-0.5) < plain * 2 / 3)
    }

    @Test func aZoomBlurSmearsTowardsItsCenter() throws {
        // Rays from the middle stay as they are; rings become soft.
        let rays = Pixels(160, 120) { x, y in
            let angle = atan2(Double(y) - 59.5, Double(x) - 79.5)
            let value = UInt8(127 + 100 * cos(4 * angle))
            return [value, value, value, 255]
        }
        let rings = Pixels(160, 120) { x, y in
            let value = UInt8(127 + 100 * cos(hypot(Double(x) - 79.5, Double(y) - 59.5)))
            return [value, value, value, 255]
        }
        func blurred(_ picture: Pixels) throws -> Pixels {
            let filter = CIFilter.zoomBlur()
            filter.inputImage = picture.image
            filter.center = CGPoint(x: 80, y: 60)
            filter.amount = 40
            return try result(filter).part(110, 20, 40, 80)
        }
        #expect(try blurred(rays).psnr(rays.part(110, 20, 40, 80)) > 35)
        let range = try blurred(rings).bytes.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        #expect(Int(range.max()!) - Int(range.min()!) < 120)
    }

    // MARK: Drawings

    @Test func crystalsHaveColorsOfThePicture() throws {
        let filter = CIFilter.crystallize()
        filter.inputImage = picture.image
        filter.radius = 8
        filter.center = CGPoint(x: 10, y: 10)
        let crystals = try result(filter)
        let colors = Set(places { _, _ in true }.map { picture.at($0.x, $0.y) })
        let flat = Set(places { _, _ in true }.map { crystals.at($0.x, $0.y) })
        #expect(flat.isSubset(of: colors) && flat.count > 3)
        // Most neighbors are of one cell.
        let same = places { x, y in x > 0 && crystals.at(x, y) == crystals.at(x - 1, y) }.count
        #expect(same > 160 * 120 * 7 / 10)
    }

    @Test(arguments: [0.15, 0.5, 0.85]) func aDotScreenKeepsTheMeanGray(gray: Double) throws {
        let value = UInt8((gray * 255).rounded())
        let flat = Pixels(160, 120) { _, _ in [value, value, value, 255] }
        let filter = CIFilter.dotScreen()
        filter.inputImage = flat.image
        filter.center = CGPoint(x: 80, y: 60)
        filter.angle = 0.4
        filter.width = 8
        filter.sharpness = 0.9
        let dots = try result(filter)
        let values = places { _, _ in true }.map { Double(dots.at($0.x, $0.y)[0]) }
        #expect(abs(values.reduce(0, +) / Double(values.count) / 255 - gray) < 0.12)
        // Ink and paper.
        #expect(values.filter { $0 < 40 || $0 > 215 }.count > values.count / 2)
    }

    @Test func aMorphologyGradientIsTheRangeOfNearbyColors() throws {
        let step = Pixels(160, 120) { x, _ in x < 80 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
        let filter = CIFilter.morphologyGradient()
        filter.inputImage = step.image
        filter.radius = 3
        let edges = try result(filter)
        let wanted = Pixels(160, 120) { x, _ in (77..<83).contains(x) ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        #expect(edges == wanted)
    }

    @Test func aComicHasLinesAndFewShades() throws {
        let step = Pixels(160, 120) { x, _ in x < 80 ? [130, 150, 130, 255] : [250, 230, 240, 255] }
        let filter = CIFilter.comicEffect()
        filter.inputImage = step.image
        let comic = try result(filter)
        #expect(comic.at(80, 60)[1] < 60 && comic.at(20, 60)[1] > 110 && comic.at(140, 60)[1] > 200)
        let ramp = Pixels(160, 120) { x, _ in [UInt8(140 + x / 2), UInt8(140 + x / 2), UInt8(140 + x / 2), 255] }
        filter.inputImage = ramp.image
        let shades = try result(filter)
        #expect(Set((0..<160).map { shades.at($0, 60)[0] }).count < 6)
    }

    /// Centers and sizes from a program that divided by zero, or had no limits.
    @Test(arguments: [CGFloat.nan, .infinity, -1e20, 1e300]) func oddInputsMakePictures(value: CGFloat) throws {
        let names = ["CITwirlDistortion", "CIBumpDistortion", "CIZoomBlur", "CICrystallize", "CIDotScreen"]
        for name in names {
            for source in [picture.image, CIImage(color: .red)] {
                let filter = try #require(CIFilter(name: name, parameters: [kCIInputImageKey: source]))
                filter.setValue(CIVector(x: value, y: 10), forKey: kCIInputCenterKey)
                if filter.inputKeys.contains(kCIInputRadiusKey) {
                    filter.setValue(Double(value), forKey: kCIInputRadiusKey)
                }
                let image = try #require(filter.outputImage)
                #expect(Pixels(image, in: CGRect(x: 0, y: 0, width: 16, height: 16)) != nil, "\(name)")
            }
        }
        let gradient = CIFilter.morphologyGradient()
        gradient.inputImage = picture.image
        gradient.radius = Float(value)
        let image = try #require(gradient.outputImage)
        #expect(Pixels(image, in: CGRect(x: 0, y: 0, width: 16, height: 16)) != nil)
    }

    // MARK: Tables

    @Test func falseColorsFollowTheGray() throws {
        let ramp = Pixels(160, 120) { x, _ in [UInt8(x), UInt8(x), UInt8(x), 255] }
        let thermal = CIFilter.thermal()
        thermal.inputImage = ramp.image
        let heat = try result(thermal)
        // From blue to red.
        #expect(heat.at(20, 0)[2] > heat.at(20, 0)[0] && heat.at(150, 0)[0] > heat.at(150, 0)[2])
        let xRay = CIFilter.xRay()
        xRay.inputImage = ramp.image
        let bones = try result(xRay)
        #expect(bones.at(0, 0)[1] > 230 && bones.at(159, 0)[1] < 120)
    }

    /// A table of codes, as FFmpeg's `lut3d` applies it.
    @Test func aTableOfColorsIsInterpolatedAsFFmpegDoes() throws {
        let dimension = 9
        func color(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
            [red * red, 0.2 + 0.6 * green * (1 - red / 2), 1 - blue]
        }
        var (data, text) = (Data(), "LUT_3D_SIZE \(dimension)\n")
        let step = 1 / Double(dimension - 1)
        for blue in 0..<dimension {
            for green in 0..<dimension {
                for red in 0..<dimension {
                    let values = color(Double(red) * step, Double(green) * step, Double(blue) * step)
                    text += values.map { "\($0)" }.joined(separator: " ") + "\n"
                    for value in values + [1] { withUnsafeBytes(of: Float(value)) { data.append(contentsOf: $0) } }
                }
            }
        }
        let folder = try TemporaryFolder()
        let file = try folder.file("table.cube", contents: Data(text.utf8))
        let colors = Pixels.colorful(160, 120)
        let filter = CIFilter.colorCubeWithColorSpace()
        filter.inputImage = colors.image
        filter.cubeDimension = Float(dimension)
        filter.cubeData = data
        filter.colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
        let ours = try result(filter)
        let theirs = try colors.ffmpeg("format=gbrp,lut3d=file=\(file.path):interp=trilinear,format=rgba")
        #expect(ours.largestDifference(theirs) <= 2)
    }

    @Test func aTableThatIsTooSmallMakesNoPicture() {
        let filter = CIFilter.colorCube()
        filter.inputImage = picture.image
        filter.cubeDimension = 4
        filter.cubeData = Data(count: 63 * 16)
        #expect(filter.outputImage == nil)
        filter.cubeData = Data(count: 64 * 16)
        #expect(filter.outputImage != nil)
    }

    @Test func aTableContinuesBeyondItsEndsWhenExtrapolating() throws {
        let cube = ColorCube(dimension: 2) { $0 * 0.5 }
        var open = cube
        open.extrapolates = true
        #expect(cube.color(for: SIMD4(2, 0.5, -1, 1)) == SIMD4(0.5, 0.25, 0, 1))
        #expect(open.color(for: SIMD4(2, 0.5, -1, 1)) == SIMD4(1, 0.25, -0.5, 1))
        #expect(cube.color(for: SIMD4(.nan, .infinity, 0.2, 0.5)) == SIMD4(0, 0.5, 0.1, 0.5))
    }
}
