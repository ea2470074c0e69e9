import Foundation
import Testing
import YUV

@testable import PixelCoding

struct MotionSmootherTests {
    private static let size = PixelSize(width: 1920, height: 1080)

    /// Where the scene is in the pictures that are shown, for a camera that moves along a path at 30 frames a second.
    private func shown(
        _ style: StabilizationStyle, _ path: [PictureMotion]
    ) -> (places: [PictureMotion], corrections: [PictureMotion]) {
        var smoother = MotionSmoother(style, Self.size)
        var corrections: [PictureMotion] = []
        var last = PictureMotion.none
        for (index, place) in path.enumerated() {
            let motion = PictureMotion(x: place.x - last.x, y: place.y - last.y, angle: place.angle - last.angle)
            smoother.add(motion, at: Double(index) / 30)
            last = place
            while let correction = smoother.next(isLast: false) { corrections.append(correction) }
        }
        while let correction = smoother.next(isLast: true) { corrections.append(correction) }
        let places = zip(path, corrections).map { place, correction in
            PictureMotion(
                x: place.x - correction.x, y: place.y - correction.y, angle: place.angle - correction.angle)
        }
        return (places, corrections)
    }

    private func tremor(_ hertz: Double, _ index: Int) -> Double { sin(2 * .pi * hertz * Double(index) / 30) }

    private func spread(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }

    /// What is left of a tremor of 2 Hz: a fifth, or a tenth for who looks ahead.
    @Test(arguments: [(StabilizationStyle.standard, 0.2), (.cinematic, 0.1)])
    func aTremorIsLeftOut(style: StabilizationStyle, rest: Double) {
        let path = (0..<240).map { (index: Int) -> PictureMotion in
            PictureMotion(x: 15 * tremor(2, index), y: 12 * tremor(3, index), angle: 0.006 * tremor(2.5, index))
        }
        let shown = shown(style, path).places.dropFirst(60)
        let camera = path.dropFirst(60)
        #expect(spread(shown.map(\.x)) < rest * spread(camera.map(\.x)))
        #expect(spread(shown.map(\.y)) < rest * spread(camera.map(\.y)))
        #expect(spread(shown.map(\.angle)) < rest * spread(camera.map(\.angle)))
    }

    @Test(arguments: [StabilizationStyle.standard, .cinematic])
    func aPanIsFollowedWithinTheMargin(style: StabilizationStyle) {
        // A second of rest, three seconds at 400 pixels a second, and two seconds of rest.
        let path = (0..<180).map { (index: Int) -> PictureMotion in
            let moving = Double(min(max(index - 30, 0), 90))
            return PictureMotion(x: 400 * moving / 30)
        }
        let (places, corrections) = shown(style, path)
        #expect(corrections.allSatisfy { abs($0.x) <= style.margin * 1920 + 0.001 })
        // The picture moves in one direction, and arrives.
        #expect(zip(places, places.dropFirst()).allSatisfy { $1.x >= $0.x - 0.001 })
        #expect(abs(places[179].x - 1200) < 6)
        // In the middle of the pan it is as fast as the camera.
        #expect(abs(places[100].x - places[90].x - 10 * 400.0 / 30) < 2)
    }

    @Test(arguments: [StabilizationStyle.standard, .cinematic])
    func aPictureNeverShowsWhatIsBeyondTheCameras(style: StabilizationStyle) {
        // Jumps that no hand makes.
        let path = (0..<90).map { (index: Int) -> PictureMotion in
            let x = Double((index * 7919) % 900)
            let y = Double((index * 104_729) % 700)
            let angle = Double((index * 31) % 40) / 100
            return PictureMotion(x: x - 450, y: y - 350, angle: angle - 0.2)
        }
        for correction in shown(style, path).corrections {
            let (x, y) = (abs(correction.x), abs(correction.y))
            let (half, side) = (Double(Self.size.height) / 2, Double(Self.size.width) / 2)
            #expect(x + abs(correction.angle) * half <= style.margin * 1920 + 0.001)
            #expect(y + abs(correction.angle) * side <= style.margin * 1080 + 0.001)
        }
    }

    @Test func aStillCameraStaysWhereItIs() {
        let shown = shown(.cinematic, [PictureMotion](repeating: .none, count: 40))
        #expect(shown.corrections == [PictureMotion](repeating: .none, count: 40))
    }

    @Test(arguments: [1, 2, 3, 8, 12, 13, 40])
    func everyFrameGetsOneCorrection(count: Int) {
        for style in [StabilizationStyle.standard, .cinematic] {
            let path = (0..<count).map { PictureMotion(x: Double($0)) }
            #expect(shown(style, path).corrections.count == count)
        }
    }

    @Test func framesOfOneTimeDoNoHarm() {
        var smoother = MotionSmoother(.standard, Self.size)
        for _ in 0..<3 {
            smoother.add(PictureMotion(x: 4), at: 1)
            let correction = smoother.next(isLast: false)
            #expect(correction?.x.isFinite == true)
        }
    }
}
