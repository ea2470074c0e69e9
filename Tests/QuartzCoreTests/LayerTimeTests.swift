import Foundation
import QuartzCore
import Testing

private final class Drawer: LayerDrawer, @unchecked Sendable {  // One test's, on its thread.
    var changes = 0

    func layer(_ layer: CALayer, changed change: LayerChange) { changes += 1 }
    func layer(_ layer: CALayer, begins transition: CATransition) {}
}

/// The time of layers. Time moves only where a test says so, from 100 seconds on.
@Suite struct LayerTimeTests {
    private func withClock(_ body: (LayerClock) throws -> Void) rethrows {
        let clock = LayerClock(standingAt: 100)
        try LayerClock.$current.withValue(clock) { try body(clock) }
    }

    /// From transparent to opaque in 2 seconds, and as its ends before and after.
    private var fade: CABasicAnimation {
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 2)
        (fade.fillMode, fade.isRemovedOnCompletion) = (.both, false)
        return fade
    }

    /// The opacities that show, each some seconds after the one before.
    private func opacities(_ layer: CALayer, _ clock: LayerClock, after steps: [CFTimeInterval]) -> [Float?] {
        steps.map {
            clock.advance(by: $0)
            return layer.presentation()?.opacity
        }
    }

    @Test func aLayersTimeIsEndlessByItself() {
        let layer = CALayer()
        #expect(layer.beginTime == 0 && layer.timeOffset == 0 && layer.speed == 1)
        #expect(layer.duration == .infinity && layer.repeatCount == 0 && layer.repeatDuration == 0)
        #expect(!layer.autoreverses && layer.fillMode == .removed)
        layer.duration = 3
        layer.duration = 0
        #expect(layer.duration == .infinity)
    }

    @Test(
        arguments: [
            (.removed, [false, true, true, false]), (.forwards, [false, true, true, true]),
            (.backwards, [true, true, true, false]), (.both, [true, true, true, true]),
        ] as [(CAMediaTimingFillMode, [Bool])])
    func aLayerIsDrawnInItsTime(mode: CAMediaTimingFillMode, isSeen: [Bool]) throws {
        let root = CALayer(CGRect(x: 0, y: 0, width: 20, height: 10))
        let around = CALayer(CGRect(x: 0, y: 0, width: 20, height: 10))
        root.addSublayer(around)
        around.addSublayer(CALayer(CGRect(x: 0, y: 0, width: 10, height: 10), .red))
        (around.beginTime, around.duration, around.fillMode) = (2, 3, mode)
        func isRed(at time: CFTimeInterval?) throws -> Bool {
            try PaintedLayer(root, at: time)[5, 5] == [255, 0, 0, 255]
        }
        #expect(try [1, 2, 4.75, 5].map { try isRed(at: $0) } == isSeen)
        // Twice as fast, it lasts half as long. Pictures without a time show everything.
        around.speed = 2
        #expect(try [3.25, 3.5, nil].map { try isRed(at: $0) } == [true, isSeen[3], true])
    }

    @Test func aLayerThatBeginsWithAMovieIsInItsFirstPicture() throws {
        let root = CALayer(CGRect(x: 0, y: 0, width: 10, height: 10))
        let layer = CALayer(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        root.addSublayer(layer)
        // AVCoreAnimationBeginTimeAtZero.
        (layer.beginTime, layer.duration) = (1e-100, 1)
        #expect(try PaintedLayer(root, at: 0)[5, 5] == [255, 0, 0, 255])
        #expect(try PaintedLayer(root, at: 1)[5, 5] == [0, 0, 0, 0])
    }

    @Test func aLayersTimeRepeats() {
        withClock { clock in
            let (around, layer) = (CALayer(), CALayer())
            around.addSublayer(layer)
            (around.beginTime, around.duration, around.repeatCount) = (100, 2, 3)
            layer.add(fade, forKey: nil)
            // At 0.5, 1.5, 2.5 and 5.5 seconds of 6; then it stands at its end.
            #expect(opacities(layer, clock, after: [0.5, 1, 1, 3, 1, 5]) == [0.25, 0.75, 0.25, 0.75, 1, 1])
            around.repeatDuration = 13
            // 11.5 seconds are 1.5; 13 are 1, where it ends.
            #expect(opacities(layer, clock, after: [0, 1.5, 7]) == [0.75, 0.5, 0.5])
        }
    }

    @Test func aLayersTimeRunsBackAndForth() {
        withClock { clock in
            let (around, layer) = (CALayer(), CALayer())
            around.addSublayer(layer)
            (around.beginTime, around.duration, around.autoreverses) = (100, 2, true)
            layer.add(fade, forKey: nil)
            // It ends where it began.
            #expect(opacities(layer, clock, after: [0.5, 1, 1, 1, 2]) == [0.25, 0.75, 0.75, 0.25, 0])
            #expect(clock.hasWork)
        }
    }

    @Test func aLayersTimeRunsBackwards() {
        withClock { clock in
            let (screen, layer, drawer) = (CALayer(), CALayer(), Drawer())
            screen.drawer = drawer
            screen.addSublayer(layer)
            (layer.speed, layer.timeOffset, layer.beginTime) = (-1, 4, 100)
            let fade = self.fade
            fade.beginTime = 1
            layer.add(fade, forKey: nil)
            #expect(layer.convertTime(clock.now, from: nil) == 4 && layer.convertTime(1.5, to: nil) == 102.5)
            // At 4, 2.5 and 1.25 seconds of the layer's time.
            #expect(opacities(layer, clock, after: [0, 1.5, 1.25]) == [1, 0.75, 0.125])
            // The animation was over when it was added, but its values come again.
            #expect(clock.tick() && screen.drawer === drawer)
        }
    }

    @Test func aPausedRepetitionGoesOnFromThere() {
        withClock { clock in
            let layer = CALayer()
            (layer.beginTime, layer.duration, layer.repeatCount) = (100, 2, 3)
            layer.add(fade, forKey: nil)
            #expect(opacities(layer, clock, after: [2.5]) == [0.25])
            let moment = layer.convertTime(clock.now, from: nil)
            #expect(moment == 2.5)
            (layer.speed, layer.timeOffset) = (0, moment)
            #expect(opacities(layer, clock, after: [10]) == [0.25])
            (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
            layer.beginTime = layer.convertTime(clock.now, from: nil) - moment
            // Of 6 seconds, 2.5 have passed.
            #expect(opacities(layer, clock, after: [1, 2, 0.5]) == [0.75, 0.75, 1])
        }
    }

    @Test func timesAreConvertedFromLayerToLayer() {
        let (root, one, two) = (CALayer(), CALayer(), CALayer())
        root.addSublayer(one)
        root.addSublayer(two)
        root.beginTime = 100
        (one.speed, two.beginTime, two.timeOffset) = (2, 3, 1)
        #expect(one.convertTime(105, from: nil) == 10)
        #expect(two.convertTime(10, from: one) == 3 && two.convertTime(3, to: one) == 10)
        // Times of sublayers follow the repetitions of the layer around them.
        (root.duration, root.repeatCount) = (4, 2)
        #expect(root.convertTime(105, from: nil) == 5 && one.convertTime(105, from: nil) == 2)
        #expect(one.convertTime(2, to: nil) == 101)
    }

    @Test func aLayerThatAppearsLaterIsDrawnThen() {
        withClock { clock in
            let (screen, layer, drawer) = (CALayer(), CALayer(), Drawer())
            screen.drawer = drawer
            screen.addSublayer(layer)
            #expect(!layer.presented().isHidden && !clock.hasWork)
            (layer.beginTime, layer.duration) = (101, 1)
            // The window draws it, and has not to come back without a change.
            #expect(layer.presented().isHidden && clock.hasWork && !layer.isHidden)
            let before = drawer.changes
            clock.advance(by: 1.25)
            #expect(drawer.changes > before && !layer.presented().isHidden && clock.tick())
            #expect(layer.presentation()?.isHidden == false)
            clock.advance(by: 1)
            #expect(layer.presented().isHidden && !clock.tick() && !clock.hasWork)
            // The model, and what shows of it, are as they were.
            #expect(layer.presentation()?.isHidden == false)
        }
    }
}
