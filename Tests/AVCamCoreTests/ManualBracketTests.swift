import AVFoundation
import Testing

@testable import AVCamCore

struct ManualBracketTests {
    /// A camera from 1/8000 s to 1/30 s, at ISO 50 to 3200.
    private func bracket(_ duration: Double, _ iso: Float) -> ManualBracket {
        ManualBracket(
            duration: duration, iso: iso,
            durations: CMTime(value: 1, timescale: 8000)...CMTime(value: 1, timescale: 30), isos: 50...3200)
    }

    private static let within: [(stops: Float, duration: Double)] = [
        (-2, 0.00025), (0, 0.001), (0.5, 0.001414), (3, 0.008),
    ]

    @Test(arguments: within) func theTimeMakesTheDifference(stops: Float, duration: Double) {
        let exposure = bracket(0.001, 400).exposure(at: stops)
        #expect(abs(exposure.duration.seconds / duration - 1) < 1e-3)
        #expect(exposure.iso == 400)
    }

    @Test func theSensitivityGivesWhatNoTimeCan() {
        let bright = bracket(1.0 / 60, 400).exposure(at: 3)
        #expect(bright.duration == CMTime(value: 1, timescale: 30) && abs(bright.iso - 1600) < 1)
        let dark = bracket(1.0 / 4000, 400).exposure(at: -3)
        #expect(dark.duration == CMTime(value: 1, timescale: 8000) && abs(dark.iso - 100) < 1)
    }

    @Test func nothingIsBeyondTheCamera() {
        for stops in [Float(-9), 9] {
            let exposure = bracket(1.0 / 1000, 400).exposure(at: stops)
            #expect(exposure.iso == (stops < 0 ? 50 : 3200))
            #expect(exposure.duration == CMTime(value: 1, timescale: stops < 0 ? 8000 : 30))
        }
    }
}
