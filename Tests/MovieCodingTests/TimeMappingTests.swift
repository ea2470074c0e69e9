import CoreMedia
import Testing

@testable import MovieCoding

@Suite struct TimeMappingTests {
    @Test func lengthsInNanosecondsAreScaledToo() {
        let second = CMTime(value: 1_000_000_000, timescale: 1_000_000_000)
        let (ten, twenty) = (CMTimeMultiply(second, multiplier: 10), CMTimeMultiply(second, multiplier: 20))
        #expect(ten.scaled(from: ten, to: twenty).seconds == 20)
        #expect(abs(twenty.scaled(from: twenty, to: ten).seconds - 10) < 1e-6)
    }

    @Test func lengthsInFramesAreScaledExactly() {
        let frames = CMTime(value: 45, timescale: 30)
        let half = frames.scaled(from: CMTime(value: 90, timescale: 30), to: CMTime(value: 1, timescale: 1))
        #expect(half == CMTime(value: 1, timescale: 2))
    }
}
