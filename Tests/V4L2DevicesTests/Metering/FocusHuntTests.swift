import Testing

@testable import V4L2Devices

struct FocusHuntTests {
    /// A lens whose pictures are sharpest at one position.
    private struct Lens {
        var hunt: FocusHunt
        var peak: Double
        var delay = 3
        var contrast = 1.0
        private var pending: [Double] = []
        private var shown = 0.0

        init(from start: Double = 0, peak: Double, follows: Bool = false) {
            hunt = FocusHunt(from: start, follows: follows)
            self.peak = peak
            hunt.positionIsSet()
        }

        private func sharpness(at position: Double) -> Double {
            let distance = (position - peak) / 0.1
            return 0.02 + contrast / (1 + distance * distance)
        }

        mutating func frame() {
            pending.append(hunt.position)
            if pending.count > delay { shown = pending.removeFirst() }
            if hunt.takesFrame(), hunt.note(sharpness: sharpness(at: shown)) != nil { hunt.positionIsSet() }
        }

        mutating func rest() {
            for _ in 0..<300 where hunt.isAdjusting { frame() }
        }
    }

    @Test(arguments: [0, 0.07, 0.2, 0.5, 0.72, 0.95, 1], [1, 4])
    func theSharpestPositionIsFound(peak: Double, delay: Int) {
        var lens = Lens(peak: peak)
        lens.delay = delay
        lens.rest()
        #expect(!lens.hunt.isAdjusting && abs(lens.hunt.position - peak) < 0.03)
    }

    @Test func withNothingToFocusOnTheLensReturns() {
        var lens = Lens(from: 0.4, peak: 0.7)
        lens.contrast = 0
        lens.rest()
        #expect(!lens.hunt.isAdjusting && lens.hunt.position == 0.4)
    }

    @Test(arguments: [true, false]) func aPictureThatLosesItsSharpnessIsFocusedAgain(follows: Bool) {
        var lens = Lens(peak: 0.8, follows: follows)
        lens.rest()
        lens.peak = 0.2
        for _ in 0..<20 { lens.frame() }
        #expect(lens.hunt.isAdjusting == follows)
        lens.rest()
        #expect(abs(lens.hunt.position - (follows ? 0.2 : 0.8)) < 0.03)
    }
}
