import CaptureEngine
import Testing

@testable import SimulatedDevices

struct HandShakeTests {
    private let phone = SimulatedPhone(clock: ManualClock())

    @Test func aPhoneStandsOnATripodUntilAHandTakesIt() throws {
        #expect(phone.shake.motion(at: 1_234_567_890) == nil)
        try phone.perform("shake 0.5")
        #expect(phone.shake == HandShake(strength: 0.5))
        try phone.perform("shake 0")
        #expect(phone.shake.motion(at: 1_234_567_890) == nil)
    }

    @Test func theSameMomentHasTheSameShake() throws {
        let weak = try #require(HandShake(strength: 0.5).motion(at: 700_000_000))
        let strong = try #require(HandShake(strength: 1).motion(at: 700_000_000))
        #expect(HandShake(strength: 1).motion(at: 700_000_000) == strong)
        #expect(abs(strong.x - 2 * weak.x) < 1e-12 && abs(strong.angle - 2 * weak.angle) < 1e-12)
        #expect(HandShake(strength: 1).motion(at: 733_333_333) != strong)
    }

    /// The slope over a thousandth of a second; the fastest swing's curve is less than that of its own.
    @Test func theSpeedIsThatOfTheMotion() throws {
        let shake = HandShake(strength: 0.7)
        for moment in stride(from: 0, to: 2_000_000_000, by: 97_000_000) as StrideTo<Int64> {
            let before = try #require(shake.motion(at: moment - 500_000)).angle
            let after = try #require(shake.motion(at: moment + 500_000)).angle
            #expect(abs(shake.angularSpeed(at: moment) - (after - before) / 0.001) < 1e-5)
        }
    }

    /// As far as hands shake: a hundredth of the picture's width, and a degree.
    @Test func aHandShakesWithinLimits() throws {
        let motions = (0..<300).compactMap { HandShake(strength: 1).motion(at: $0 * 33_333_333) }
        #expect(motions.count == 300)
        #expect(motions.allSatisfy { abs($0.x) < 0.0125 && abs($0.y) < 0.0125 && abs($0.angle) < 0.018 })
        #expect(motions.contains { abs($0.x) > 0.006 } && motions.contains { abs($0.y) > 0.004 })
    }
}
