import CoreVideo
import TestSupport
import Testing

@testable import PixelCoding

struct MotionEstimatorTests {
    /// How far a motion may be from the true one: in pixels, and in radians.
    private func expect(
        _ motion: PictureMotion, _ x: Double, _ y: Double, _ angle: Double, within pixels: Double = 0.3,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(abs(motion.x - x) < pixels && abs(motion.y - y) < pixels, "\(motion)", sourceLocation: sourceLocation)
        #expect(abs(motion.angle - angle) < 0.0005, "\(motion)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0), (2.4, -1.7, 0.0), (0.0, 0.0, 0.012), (-11.0, 6.5, -0.008), (24.0, 9.0, 0.003),
    ])
    func shiftAndTurnAreFoundInNoise(x: Double, y: Double, angle: Double) throws {
        let estimator = MotionEstimator()
        let first = try PatternedScene.picture(width: 640, height: 360, noise: 8)
        let second = try PatternedScene.picture(width: 640, height: 360, x: x, y: y, angle: angle, noise: 8)
        #expect(estimator.next(first) == .none)
        expect(estimator.next(second), x, y, angle)
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ])
    func largePicturesAreMeasuredInTheirOwnPixels(pixelFormat: OSType) throws {
        let estimator = MotionEstimator()
        let first = try PatternedScene.picture(width: 1280, height: 720, pixelFormat: pixelFormat)
        let second = try PatternedScene.picture(
            width: 1280, height: 720, x: 17, y: -8, angle: 0.004, pixelFormat: pixelFormat)
        _ = estimator.next(first)
        expect(estimator.next(second), 17, -8, 0.004, within: 0.5)
    }

    @Test func aChangeOfLightIsNoMotion() throws {
        let estimator = MotionEstimator()
        _ = estimator.next(try PatternedScene.picture(width: 640, height: 360, noise: 2))
        let darker = try PatternedScene.picture(width: 640, height: 360, x: 3, y: 2, noise: 2, light: 0.85)
        expect(estimator.next(darker), 3, 2, 0)
    }

    @Test func aCameraThatTurnsFastIsFollowed() throws {
        let estimator = MotionEstimator()
        var x = 0.0
        // Each step is faster by little; the last ones are farther than a camera that stood still could be followed.
        for speed in stride(from: 0.0, through: 60, by: 12) {
            x += speed
            let motion = estimator.next(try PatternedScene.picture(width: 640, height: 360, x: x, noise: 2))
            expect(motion, speed, 0, 0)
        }
    }

    @Test func aFlatPictureAndAnotherSceneHaveNoMotion() throws {
        let estimator = MotionEstimator()
        let gray = try #require(GrayFrame.make(120, width: 640, height: 360).imageBuffer)
        #expect(estimator.next(gray) == .none && estimator.next(gray) == .none)
        let scene = try PatternedScene.picture(width: 640, height: 360)
        #expect(estimator.next(scene) == .none)
        // Another size cannot be compared.
        #expect(estimator.next(try PatternedScene.picture(width: 320, height: 240, x: 5)) == .none)
        let small = try PatternedScene.picture(width: 320, height: 240, x: 8)
        expect(estimator.next(small), 3, 0, 0)
    }

    /// No picture is too small to be taken.
    @Test(arguments: [(2, 2), (4, 8), (16, 2), (64, 48), (98, 50)])
    func tinyPicturesAreTaken(width: Int, height: Int) throws {
        let estimator = MotionEstimator()
        let picture = try PatternedScene.picture(width: width, height: height)
        _ = estimator.next(picture)
        let motion = estimator.next(picture)
        #expect(abs(motion.x) < 0.01 && abs(motion.y) < 0.01)
    }
}
