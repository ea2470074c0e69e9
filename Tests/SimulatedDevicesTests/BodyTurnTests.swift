import CaptureEngine
import Testing

@testable import SimulatedDevices

struct BodyTurnTests {
    private let clock = ManualClock()
    private let body: SimulatedBody

    init() {
        body = SimulatedBody(clock: clock)
        body.turn(to: .portrait)
    }

    /// Quarter and half turns, as a person who looks at the screen sees them; x is to the right, y up, z to the person.
    @Test(
        arguments: [
            (.portrait, [0, 0, 0]), (.landscapeLeft, [0, 0, 1]), (.landscapeRight, [0, 0, -1]), (.faceUp, [-1, 0, 0]),
            (.faceDown, [1, 0, 0]),
        ] as [(BodyOrientation, SIMD3<Double>)])
    func aTurnIsAQuarterAroundAnAxis(orientation: BodyOrientation, axis: SIMD3<Double>) {
        body.turn(to: orientation)
        let difference = body.rotationRate * BodyTurn.duration - axis * .pi / 2
        #expect((difference * difference).sum() < 1e-18)
    }

    @Test(arguments: [(.portrait, .portraitUpsideDown), (.faceUp, .faceDown)] as [(BodyOrientation, BodyOrientation)])
    func halfATurnHasItsAngle(start: BodyOrientation, end: BodyOrientation) {
        body.turn(to: start)
        body.turn(to: end)
        let rate = body.rotationRate
        #expect(abs((rate * rate).sum().squareRoot() * BodyTurn.duration - .pi) < 1e-9)
    }

    @Test func aTiltIsATurnThatEnds() {
        body.tilt(by: 30)
        #expect(abs(body.rotationRate.z * BodyTurn.duration + .pi / 6) < 1e-9)
        clock.advance(by: CMTime(value: 24, timescale: 100))
        #expect(body.rotationRate.z < -1)
        clock.advance(by: CMTime(value: 1, timescale: 100))
        #expect(body.rotationRate == .zero)
        body.tilt(by: -15)
        #expect(abs(body.rotationRate.z * BodyTurn.duration - .pi / 4) < 1e-9)
    }
}
