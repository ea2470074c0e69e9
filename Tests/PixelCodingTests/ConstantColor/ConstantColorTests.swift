import CaptureEngine
import CoreVideo
import PixelCoding
import TestSupport
import Testing

/// Separating the flash's light from other light.
struct ConstantColorTests {
    private func result(
        _ wall: LitWall, before: LitWall? = nil, after: LitWall? = nil
    ) throws -> ConstantColor.Result {
        try ConstantColor.picture(
            lit: try wall.frame(isLit: true),
            ambient: [try (before ?? wall).frame(isLit: false), try (after ?? wall).frame(isLit: false)])
    }

    /// In the middle of a square.
    private func trust(_ result: ConstantColor.Result, _ x: Int, _ y: Int) -> UInt8 {
        result.confidence.withPlanes { planes in
            planes[0].base.load(
                fromByteOffset: (4 * y + 2) * planes[0].bytesPerRow + 4 * x + 2, as: UInt8.self)
        }
    }

    /// How far the ratios of a square's colors are from those in white light.
    private func error(_ wall: LitWall, _ picture: CVPixelBuffer, _ x: Int, _ y: Int) -> Double {
        let (shown, real) = (wall.shown(in: picture, x, y), LitWall.color(x, y))
        return max(abs(shown.x / shown.y / (real.x / real.y) - 1), abs(shown.z / shown.y / (real.z / real.y) - 1))
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ])
    func coloredLightIsRemoved(pixelFormat: OSType) throws {
        var wall = LitWall()
        wall.pixelFormat = pixelFormat
        let (lit, result) = (try wall.frame(isLit: true), try result(wall))
        for y in 0..<3 {
            for x in 0..<4 {
                // A step of the code is up to 3 % of the darkest of these colors.
                #expect(error(wall, result.picture, x, y) < 0.08, "\(x), \(y)")
                #expect(error(wall, try #require(lit.imageBuffer), x, y) > 0.15)
                #expect(trust(result, x, y) > 230)
            }
        }
        #expect(result.level > 0.9 && result.level <= 1)
        #expect(CVPixelBufferGetPixelFormatType(result.picture) == pixelFormat)
        #expect(CVPixelBufferGetWidth(result.confidence) == 16 && CVPixelBufferGetHeight(result.confidence) == 12)
    }

    /// Four pixels share their chroma, and each has a luma of its own.
    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ])
    func everyPixelOfASquareIsWritten(pixelFormat: OSType) throws {
        var wall = LitWall()
        wall.pixelFormat = pixelFormat
        let picture = try result(wall).picture
        for y in 0..<3 {
            for x in 0..<4 {
                let first = wall.shown(in: picture, x, y)
                for pixel in [(1, 0), (0, 1), (1, 1)] {
                    let other = wall.shown(in: picture, x, y, pixel: pixel)
                    // A step of the code is up to 3 % of the darkest of these colors.
                    #expect(abs(other.y / first.y - 1) < 0.05, "\(x), \(y): \(pixel)")
                }
            }
        }
    }

    @Test(arguments: [(Float(0), 1.0), (-0.5, 1.414), (0.5, 1)])
    func thePictureIsAsBrightAsItShould(offset: Float, factor: Double) throws {
        var wall = LitWall()
        wall.offset = offset
        let result = try result(wall)
        for (x, y) in [(0, 0), (1, 0), (3, 0)] {
            let (shown, all) = (wall.shown(in: result.picture, x, y).y, wall.light(x, y, isLit: true).y)
            #expect(abs(shown / all / factor - 1) < 0.05)
        }
    }

    @Test func whereTheFlashHasNoEffectThePictureIsOrdinary() throws {
        var wall = LitWall()
        wall.flash = .zero
        let result = try result(wall)
        #expect(result.level == 0)
        for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 0)] {
            let (shown, all) = (wall.shown(in: result.picture, x, y), wall.light(x, y, isLit: true))
            #expect(abs(shown.y / all.y - 1) < 0.03 && abs(shown.x / all.x - 1) < 0.05)
        }
    }

    @Test func overexposedPartsAreNotTrusted() throws {
        var wall = LitWall()
        // Red squares reach 1.05, all others stay below.
        wall.flash = LitWall.Light(repeating: 1.1)
        let result = try result(wall)
        #expect(trust(result, 0, 0) == 0 && trust(result, 1, 0) > 200)
    }

    @Test func movingPartsAreNotTrusted() throws {
        var (before, after) = (LitWall(), LitWall())
        before.moth = (1, 1)
        after.moth = (2, 1)
        let result = try result(before, before: before, after: after)
        // Where it was before, and where it is afterwards.
        #expect(trust(result, 1, 1) == 0 && trust(result, 2, 1) == 0)
        #expect(trust(result, 0, 0) > 230 && trust(result, 3, 2) > 230)
    }

    @Test func movementInTheDarkDoesNotMatter() throws {
        var (before, after) = (LitWall(), LitWall())
        (before.lamp, after.lamp) = (.zero, .zero)
        before.moth = (1, 1)
        after.moth = (2, 1)
        var lit = before
        lit.moth = nil
        #expect(try result(lit, before: before, after: after).level > 0.95)
    }

    @Test func differentExposuresAreCompensatedFor() throws {
        let wall = LitWall()
        var longer = wall
        longer.exposure = 1.25
        let result = try result(wall, before: longer, after: longer)
        for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 0)] { #expect(error(wall, result.picture, x, y) < 0.08) }
        #expect(result.level > 0.9)
    }

    @Test(arguments: [(63, 47), (2, 2), (5, 3), (1, 1)])
    func everySizeHasAMap(width: Int, height: Int) throws {
        var wall = LitWall()
        (wall.width, wall.height) = (width, height)
        let result = try result(wall)
        #expect(CVPixelBufferGetWidth(result.confidence) == max(width / 4, 1))
        #expect(CVPixelBufferGetHeight(result.confidence) == max(height / 4, 1))
        #expect(CVPixelBufferGetWidth(result.picture) == width && CVPixelBufferGetHeight(result.picture) == height)
        // Smaller ones have no place where colors are not mixed.
        if width >= 16 { #expect(error(wall, result.picture, 0, 0) < 0.08) }
    }

    @Test func withoutAFlashThePictureIsUnchangedAndUntrusted() throws {
        let dark = try LitWall().frame(isLit: false)
        // Somebody turned on a lamp for the middle one.
        var brighter = LitWall()
        brighter.lamp *= 2
        let middle = try brighter.frame(isLit: false)
        let result = try ConstantColor.picture(lit: middle, ambient: [dark, dark])
        #expect(result.picture === middle.imageBuffer && result.level == 0)
        #expect(CVPixelBufferGetWidth(result.confidence) == 16 && CVPixelBufferGetHeight(result.confidence) == 12)
        result.confidence.withPlanes { planes in
            for row in 0..<12 {
                let bytes = UnsafeRawBufferPointer(start: planes[0].base + row * planes[0].bytesPerRow, count: 16)
                #expect(bytes.allSatisfy { $0 == 0 })
            }
        }
    }

    @Test func picturesThatDifferInSizeOrFormatAreAnError() throws {
        var other = LitWall()
        other.width = 32
        #expect(throws: CaptureError.self) { try result(LitWall(), after: other) }
        other = LitWall()
        other.pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        #expect(throws: CaptureError.self) { try result(LitWall(), before: other) }
        #expect(throws: CaptureError.self) {
            try ConstantColor.picture(lit: try LitWall().frame(isLit: true), ambient: [])
        }
    }
}
