import QuartzCore
import Testing

@testable import UIKit

/// A window's frames, which a test makes.
@MainActor
private final class Frames: FrameSource {
    private var bodies: [@MainActor (Double) -> Bool] = []
    var isAsked: Bool { !bodies.isEmpty }

    func onEachFrame(_ body: @escaping @MainActor (Double) -> Bool) { bodies.append(body) }

    func pass() { bodies = bodies.filter { $0(0) } }
}

@MainActor @Suite struct FrameDriverTests {
    private final class Screen: LayerDrawer, @unchecked Sendable {  // It has no state.
        func layer(_ layer: CALayer, changed change: LayerChange) {}
        func layer(_ layer: CALayer, begins transition: CATransition) {}
    }

    private let screen = Screen()

    private func movingLayer(_ clock: LayerClock) -> CALayer {
        let layer = CALayer()
        layer.drawer = screen
        let turn = CABasicAnimation(keyPath: "transform.rotation")
        (turn.toValue, turn.duration, turn.repeatCount) = (1.0, 1, .infinity)
        LayerClock.$current.withValue(clock) { layer.add(turn, forKey: nil) }
        return layer
    }

    @Test func aClosedWindowLeavesTheOthersMoving() async {
        let clock = LayerClock()
        let (driver, one, two) = (FrameDriver(clock), Frames(), Frames())
        driver.add(one)
        driver.add(two)
        let layer = movingLayer(clock)
        while !one.isAsked || !two.isAsked { await Task.yield() }
        driver.remove(two)
        one.pass()
        two.pass()
        #expect(one.isAsked && !two.isAsked)
        layer.removeAllAnimations()
        one.pass()
        #expect(!one.isAsked)
    }

    @Test func aWindowThatComesLaterTakesPart() async {
        let clock = LayerClock()
        let (driver, one, two) = (FrameDriver(clock), Frames(), Frames())
        driver.add(one)
        let layer = movingLayer(clock)
        while !one.isAsked { await Task.yield() }
        driver.add(two)
        while !two.isAsked { await Task.yield() }
        driver.remove(one)
        two.pass()
        #expect(two.isAsked && layer.hasAnimations)
        layer.removeAllAnimations()
    }
}
