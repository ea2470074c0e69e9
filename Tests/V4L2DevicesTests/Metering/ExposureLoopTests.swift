import Foundation
import Testing

@testable import V4L2Devices

struct ExposureLoopTests {
    private static let range = -8.0...6.0
    private static let target = 0.18

    /// A sensor whose pictures show an exposure some frames later.
    private struct Sensor {
        /// The light of the scene at an exposure of 0.
        var scene: Double
        /// In frames.
        var delay: Int
        /// What the camera makes of an exposure, in stops.
        var response: (Double) -> Double = { $0 }
        private var pending: [Double] = []
        private var shown: Double

        init(scene: Double, delay: Int, at value: Double, response: @escaping (Double) -> Double = { $0 }) {
            (self.scene, self.delay, self.response, shown) = (scene, delay, response, value)
        }

        /// The level of the next frame.
        mutating func frame(at value: Double) -> Double {
            pending.append(value)
            if pending.count > delay { shown = pending.removeFirst() }
            return min(scene * exp2(response(shown)), 1)
        }
    }

    private struct Run {
        var loop: ExposureLoop
        var sensor: Sensor
        /// What was set, in order.
        var values: [Double] = []

        init(_ loop: ExposureLoop, _ sensor: Sensor) {
            (self.loop, self.sensor) = (loop, sensor)
            self.loop.valueIsSet()
        }

        /// Runs until the loop is at rest, or for so many frames.
        mutating func rest(within frames: Int = 400) {
            for _ in 0..<frames where loop.isAdjusting { frame() }
        }

        mutating func frame() {
            let level = sensor.frame(at: loop.value)
            guard loop.takesFrame(), let value = loop.note(level: level) else { return }
            values.append(value)
            loop.valueIsSet()
        }

        var level: Double {
            var sensor = sensor
            return (0...sensor.delay).map { _ in sensor.frame(at: loop.value) }.last ?? 0
        }
    }

    private func run(
        from start: Double = 0, scene: Double, delay: Int = 2, follows: Bool = false,
        response: @escaping (Double) -> Double = { $0 }
    ) -> Run {
        let loop = ExposureLoop(from: start, in: Self.range, target: Self.target, follows: follows)
        return Run(loop, Sensor(scene: scene, delay: delay, at: start, response: response))
    }

    @Test(arguments: [0.01, 0.03, 0.1, 0.6, 1.5, 8], [1, 2, 3, 4])
    func itReachesTheTargetFromBothSidesAndDoesNotSwing(scene: Double, delay: Int) {
        var run = run(scene: scene, delay: delay)
        run.rest()
        #expect(!run.loop.isAdjusting && !run.loop.hasFailed)
        #expect(abs(log2(run.level / Self.target)) < 0.15)
        #expect(abs(run.loop.offset) < 0.15, "in stops")
        let steps = zip([0] + run.values, run.values).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 }, "no step goes back: \(steps)")
    }

    /// A gain's unit is unknown: the real one may do a third of what is assumed, or five times as much.
    @Test(arguments: [0.3, 0.6, 2, 3, 5], [0.06, 0.1, 0.7])
    func aGainOfAnotherScaleDoesNotMakeItSwing(factor: Double, scene: Double) {
        var run = run(scene: scene, delay: 4) { factor * $0 }
        run.rest()
        #expect(!run.loop.isAdjusting && !run.loop.hasFailed)
        #expect(abs(log2(run.level / Self.target)) < 0.3)
    }

    @Test func coarseStepsEndAtTheBestOfThem() {
        var run = run(scene: 0.14, delay: 1) { $0.rounded() }
        run.rest()
        #expect(!run.loop.isAdjusting)
        #expect(abs(run.level - 0.14) < 0.001, "0.28 is further away")
    }

    @Test(arguments: [(1e-3, range.upperBound), (1e3, range.lowerBound)])
    func whatCannotBeReachedEndsAtTheLimit(scene: Double, limit: Double) {
        var run = run(scene: scene)
        run.rest()
        #expect(!run.loop.isAdjusting)
        #expect(run.loop.value == limit)
        #expect(scene > 1 ? run.loop.offset > 1 : run.loop.offset < -1)
    }

    @Test(arguments: [0.05, 0.5, 1, 0.0005]) func aControlWithoutEffectIsGivenUp(scene: Double) {
        var run = run(scene: scene, follows: true) { _ in 0 }
        run.rest()
        #expect(run.loop.hasFailed && !run.loop.isAdjusting)
        let count = run.values.count
        for _ in 0..<100 { run.frame() }
        #expect(run.values.count == count, "it does not try again")
    }

    @Test func aSceneThatChangesIsFollowed() {
        var run = run(scene: 0.1, follows: true)
        run.rest()
        run.sensor.scene = 0.4
        for _ in 0..<6 { run.frame() }
        #expect(run.loop.isAdjusting)
        run.rest()
        #expect(abs(log2(run.level / Self.target)) < 0.15)
    }

    @Test func aSceneThatChangesDuringTheSearchIsFollowed() {
        var run = run(scene: 0.01)
        for _ in 0..<14 { run.frame() }
        run.sensor.scene = 2
        run.rest()
        #expect(abs(log2(run.level / Self.target)) < 0.15)
    }

    @Test func smallChangesDoNotMoveIt() {
        var run = run(scene: 0.1, follows: true)
        run.rest()
        run.values = []
        run.sensor.scene *= 1.15
        for _ in 0..<60 { run.frame() }
        #expect(run.values.isEmpty)
    }

    @Test func aSearchThatIsMadeOnceStays() {
        var run = run(scene: 0.1)
        run.rest()
        run.values = []
        run.sensor.scene = 0.8
        for _ in 0..<60 { run.frame() }
        #expect(run.values.isEmpty && !run.loop.isAdjusting)
    }

    @Test func anotherTargetIsReachedFromThere() {
        var run = run(scene: 0.1)
        run.rest()
        run.loop.retarget(2 * Self.target)
        #expect(run.loop.isAdjusting)
        run.rest()
        #expect(abs(log2(run.level / (2 * Self.target))) < 0.15)
    }

    @Test func framesDoNotCountUntilTheExposureIsSet() {
        var loop = ExposureLoop(from: 0, in: Self.range, target: Self.target, follows: false)
        #expect(!(0..<20).contains { _ in loop.takesFrame() })
        loop.valueIsSet()
        #expect((0..<5).map { _ in loop.takesFrame() } == [false, false, false, false, true])
    }
}
