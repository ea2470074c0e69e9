import Foundation
import QuartzCore
import Testing

/// Time moves only where a test says so.
private func withClock<Result>(_ body: (LayerClock) throws -> Result) rethrows -> Result {
    let clock = LayerClock(standingAt: 100)
    return try LayerClock.$current.withValue(clock) { try body(clock) }
}

/// Counts what it is told.
private final class Listener: CAAnimationDelegate {
    var started = 0
    var ends: [Bool] = []

    func animationDidStart(_ anim: CAAnimation) { started += 1 }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.append(flag) }
}

private final class Drawer: LayerDrawer, @unchecked Sendable {  // One test's, on its thread.
    var changes = 0

    var transitions: [CATransitionType] = []

    func layer(_ layer: CALayer, changed change: LayerChange) { changes += 1 }
    func layer(_ layer: CALayer, begins transition: CATransition) { transitions.append(transition.type) }
}

@Suite struct AnimationTests {
    @Test func theModelKeepsItsValueWhileAnotherShows() {
        withClock { clock in
            let (layer, listener) = (CALayer(), Listener())
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 2, listener)
            fade.timingFunction = CAMediaTimingFunction(name: .linear)
            layer.opacity = 0.25
            layer.add(fade, forKey: "fade")
            clock.advance(by: 0.5)
            #expect(layer.opacity == 0.25)
            #expect(layer.presentation()?.opacity == 0.25 as Float)
            clock.advance(by: 1)
            #expect(layer.presentation()?.opacity == 0.75)
            #expect(layer.animationKeys() == ["fade"])
            clock.advance(by: 0.5)
            #expect(layer.presentation()?.opacity == 0.25)
            #expect(layer.animationKeys() == nil)
            #expect(listener.started == 1)
            #expect(listener.ends == [true])
        }
    }

    /// The usual way to stop and go on, with the layer itself or the one around it.
    @Test(arguments: [false, true]) func aLayerWhoseTimeStandsGoesOnFromThere(isAround: Bool) {
        withClock { clock in
            let (layer, around, listener) = (CALayer(), CALayer(), Listener())
            around.addSublayer(layer)
            let paused = isAround ? around : layer
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 2, listener)
            layer.add(fade, forKey: "fade")
            clock.advance(by: 0.5)
            let moment = paused.convertTime(clock.now, from: nil)
            (paused.speed, paused.timeOffset) = (0, moment)
            clock.advance(by: 10)
            #expect(layer.presentation()?.opacity == 0.25 && listener.ends.isEmpty)
            #expect(layer.convertTime(3, to: nil) == .infinity)
            (paused.speed, paused.timeOffset, paused.beginTime) = (1, 0, 0)
            paused.beginTime = paused.convertTime(clock.now, from: nil) - moment
            #expect(layer.presentation()?.opacity == 0.25)
            clock.advance(by: 1)
            #expect(layer.presentation()?.opacity == 0.75)
            clock.advance(by: 0.5)
            #expect(listener.ends == [true] && layer.animationKeys() == nil)
        }
    }

    @Test func aLayerThatIsTwiceAsFastEndsInHalfTheTime() {
        withClock { clock in
            let (layer, listener) = (CALayer(), Listener())
            layer.speed = 2
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 2, listener)
            layer.add(fade, forKey: nil)
            clock.advance(by: 0.5)
            #expect(layer.presentation()?.opacity == 0.5)
            #expect(layer.convertTime(layer.convertTime(clock.now, from: nil), to: nil) == clock.now)
            clock.advance(by: 0.5)
            #expect(listener.ends == [true])
        }
    }

    @Test func anAnimationThatAnAppAddsIsEvenWhateverItsKey() {
        withClock { clock in
            let layer = CALayer()
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 2)
            layer.add(fade, forKey: "opacity")
            clock.advance(by: 0.5)
            #expect(layer.presentation()?.opacity == 0.25 as Float)
        }
    }

    @Test func anAnimationThatIsNotRemovedKeepsItsEnd() throws {
        try withClock { clock in
            let layer = CALayer()
            let turn = CABasicAnimation(keyPath: "transform.rotation")
            (turn.toValue, turn.duration) = (Double.pi / 2, 1)
            (turn.fillMode, turn.isRemovedOnCompletion) = (.forwards, false)
            layer.add(turn, forKey: nil)
            clock.advance(by: 5)
            let shown = try #require(layer.presentation()).affineTransform()
            #expect(abs(shown.a) < 1e-9 && abs(shown.b - 1) < 1e-9)
            #expect(clock.hasWork == false)
        }
    }

    @Test func repetitionsGoBackAndForth() throws {
        try withClock { clock in
            let layer = CALayer()
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (0, 10, 1)
            (move.autoreverses, move.repeatCount) = (true, .infinity)
            move.timingFunction = CAMediaTimingFunction(name: .linear)
            layer.add(move, forKey: "move")
            for (step, place) in [(0.25, 2.5), (1, 7.5), (1, 2.5)] {
                clock.advance(by: step)
                let shown = try #require(layer.presentation())
                #expect(abs(shown.position.x - place) < 1e-9)
            }
        }
    }

    @Test func keyframesHaveTheirTimes() throws {
        try withClock { clock in
            let layer = CALayer()
            let frames = CAKeyframeAnimation(keyPath: "opacity")
            (frames.values, frames.keyTimes, frames.duration) = ([0, 1, 0.5], [0, 0.2, 1], 10)
            layer.add(frames, forKey: nil)
            for (step, value) in [(1, 0.5), (1, 1), (4, 0.75)] as [(Double, Float)] {
                clock.advance(by: step)
                let shown = try #require(layer.presentation())
                #expect(abs(shown.opacity - value) < 1e-6)
            }
        }
    }

    /// Unordered, too early, too late, no number, too few and too many.
    @Test(
        arguments: [
            [0, 0.8, 0.5], [-1, 0.2, 1], [0, 0.2, 3], [0, .nan, 1], [], [0, 1], [0, 0.1, 0.2, 1],
            [0, 0.1, 0.2, 0.3, 1],
        ] as [[Double]])
    func keyTimesThatDoNotFitTheValuesAreIgnored(times: [Double]) {
        for mode in [.linear, .cubic, .discrete] as [CAAnimationCalculationMode] {
            // Four times fit three discrete values.
            if mode == .discrete, times.count == 4 { continue }
            let (frames, even) = (CAKeyframeAnimation(keyPath: "opacity"), CAKeyframeAnimation(keyPath: "opacity"))
            for animation in [frames, even] { (animation.values, animation.calculationMode) = ([0, 1, 0.5], mode) }
            frames.keyTimes = times.map { NSNumber(value: $0) }
            #expect(shown(frames) == shown(even))
        }
    }

    /// What shows at each tenth of an animation of the opacity.
    private func shown(_ frames: CAKeyframeAnimation) -> [Float?] {
        withClock { clock in
            let layer = CALayer()
            frames.duration = 10
            layer.add(frames, forKey: nil)
            return (0..<10).map { _ in
                defer { clock.advance(by: 1) }
                return layer.presentation()?.opacity
            }
        }
    }

    @Test func aDiscreteValueEndsAtTheTimeOfTheNext() {
        let frames = CAKeyframeAnimation(keyPath: "opacity")
        (frames.values, frames.calculationMode) = ([0.25, 0.5, 0.75], .discrete)
        frames.keyTimes = [0, 0.2, 0.5, 1]
        #expect(shown(frames) == [0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 0.75, 0.75, 0.75, 0.75])
        // Two values at the same time: the later one shows.
        frames.keyTimes = [0, 0.2, 0.2]
        #expect(shown(frames) == [0.25, 0.25] + [Float](repeating: 0.75, count: 8))
    }

    /// On a Catmull-Rom curve, the middle is 9/16 of both neighbors less 1/16 of those beyond.
    @Test func cubicKeyframesAreOnACurveThroughTheValues() throws {
        try withClock { clock in
            let layer = CALayer()
            let frames = CAKeyframeAnimation(keyPath: "opacity")
            (frames.values, frames.duration, frames.calculationMode) = ([0, 1, 0.5], 2, .cubic)
            layer.add(frames, forKey: nil)
            for value in [0.59375, 1, 0.84375] as [Float] {
                clock.advance(by: 0.5)
                let shown = try #require(layer.presentation())
                #expect(abs(shown.opacity - value) < 1e-6)
            }
        }
    }

    @Test func aGroupShowsAllOfItsAnimations() throws {
        try withClock { clock in
            let (layer, group) = (CALayer(), CAAnimationGroup())
            let (one, two) = (CABasicAnimation(keyPath: "opacity"), CABasicAnimation(keyPath: "cornerRadius"))
            (one.fromValue, one.toValue, two.fromValue, two.toValue) = (0, 1, 0, 8)
            (group.animations, group.duration) = ([one, two], 2)
            group.timingFunction = CAMediaTimingFunction(name: .linear)
            layer.add(group, forKey: nil)
            clock.advance(by: 1)
            let shown = try #require(layer.presentation())
            #expect(shown.opacity == 0.5)
            #expect(shown.cornerRadius == 4)
        }
    }

    @Test(arguments: [0.3, 0.7, 1, 1.6])
    func aSpringEndsWhereItShould(_ ratio: Double) {
        let spring = CASpringAnimation(keyPath: "opacity")
        spring.damping = 2 * ratio * (spring.stiffness * spring.mass).squareRoot()
        let path = Spring(
            mass: Double(spring.mass), stiffness: Double(spring.stiffness), damping: Double(spring.damping))
        #expect(path.position(at: 0) == 0)
        // A thousandth is what settling leaves of a swing.
        #expect(abs(path.position(at: spring.settlingDuration) - 1) < 0.002)
        let highest = (0...100).map { path.position(at: Double($0) * spring.settlingDuration / 100) }.max() ?? 0
        #expect((highest > 1.01) == (ratio < 0.8))
    }

    @Test func whatIsDrawnChangesSlowlyAndOthersAtOnce() throws {
        try withClock { clock in
            let (layer, drawer) = (CALayer(), Drawer())
            layer.opacity = 0.5
            #expect(layer.animationKeys() == nil)
            layer.drawer = drawer
            layer.opacity = 1
            #expect(layer.animationKeys() == ["opacity"])
            clock.advance(by: 0.1)
            let shown = try #require(layer.presentation()).opacity
            #expect(shown > 0.5 && shown < 1)
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.cornerRadius = 3
            CATransaction.commit()
            #expect(layer.animationKeys() == ["opacity"])
            CATransaction.begin()
            CATransaction.setValue(NSNumber(value: true), forKey: kCATransactionDisableActions)
            CATransaction.setValue(2.5, forKey: kCATransactionAnimationDuration)
            #expect(CATransaction.disableActions() && CATransaction.animationDuration() == 2.5)
            #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
            layer.cornerRadius = 4
            CATransaction.commit()
            #expect(layer.animationKeys() == ["opacity"])
            #expect(drawer.changes >= 3)
        }
    }

    @Test func aTransactionEndsWithItsLastAnimation() {
        withClock { clock in
            nonisolated(unsafe) var ends = 0
            let layer = CALayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { ends += 1 }
            CATransaction.setAnimationDuration(1)
            layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
            CATransaction.commit()
            clock.advance(by: 0.9)
            #expect(ends == 0)
            clock.advance(by: 0.2)
            #expect(ends == 1)
            CATransaction.begin()
            CATransaction.setCompletionBlock { ends += 1 }
            CATransaction.commit()
            #expect(ends == 2)
        }
    }

    @Test func aRemovedAnimationHasNotFinished() {
        withClock { _ in
            let (layer, listener) = (CALayer(), Listener())
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.delegate = listener
            layer.add(fade, forKey: "fade")
            layer.removeAnimation(forKey: "fade")
            #expect(listener.ends == [false])
        }
    }

    @Test func shapesAndGradientsMoveToo() {
        withClock { clock in
            let (shape, gradient) = (CAShapeLayer(), CAGradientLayer())
            let draw = CABasicAnimation(keyPath: "strokeEnd")
            (draw.fromValue, draw.toValue, draw.duration) = (0, 1, 1)
            draw.timingFunction = CAMediaTimingFunction(name: .linear)
            shape.add(draw, forKey: nil)
            let colors = CABasicAnimation(keyPath: "colors")
            colors.fromValue = [CGColor(red: 0, green: 0, blue: 0, alpha: 1)]
            colors.toValue = [CGColor(red: 1, green: 0, blue: 0, alpha: 1)]
            (colors.duration, colors.timingFunction) = (1, draw.timingFunction)
            gradient.add(colors, forKey: nil)
            clock.advance(by: 0.5)
            #expect(shape.presentation()?.strokeEnd == 0.5)
            #expect((gradient.presentation()?.colors?.first as? CGColor)?.components?.first == 0.5)
        }
    }

    @Test func whatNobodySeesNeedsNoFrames() {
        withClock { clock in
            let (screen, layer, drawer) = (CALayer(), CALayer(), Drawer())
            let turn = CABasicAnimation(keyPath: "transform.rotation")
            (turn.toValue, turn.duration, turn.repeatCount) = (Double.pi, 1, .infinity)
            layer.add(turn, forKey: "turn")
            #expect(!clock.tick() && clock.hasWork)
            screen.drawer = drawer
            screen.addSublayer(layer)
            #expect(clock.tick())
            layer.removeFromSuperlayer()
            #expect(!clock.tick())
        }
    }

    @Test func anAnimationsClassHasTheInitializersItWants() throws {
        final class Pulse: CABasicAnimation, @unchecked Sendable {
            override init() { super.init() }

            init(by value: CGFloat) {
                super.init()
                (keyPath, byValue, duration) = ("opacity", value, 2)
            }

            required init?(coder: NSCoder) { super.init(coder: coder) }
        }
        let copy = try #require(Pulse(by: 3).copy() as? Pulse)
        #expect(copy.keyPath == "opacity" && copy.byValue as? CGFloat == 3 && copy.duration == 2)
        // Without an `init()` it cannot be copied, as on Apple's systems.
        final class Named: CAAnimationGroup, @unchecked Sendable {
            let name: String

            init(name: String) {
                self.name = name
                super.init()
            }

            required init?(coder: NSCoder) { nil }
        }
        #expect(Named(name: "in").name == "in")
    }

    @Test func aBlurGrows() {
        withClock { clock in
            let layer = CALayer()
            layer.blurRadius = -1
            #expect(layer.blurRadius == 0)
            let blur = CABasicAnimation(keyPath: "blurRadius")
            (blur.toValue, blur.duration) = (20, 1)
            blur.timingFunction = CAMediaTimingFunction(name: .linear)
            layer.add(blur, forKey: nil)
            clock.advance(by: 0.5)
            #expect(layer.presentation()?.blurRadius == 10)
        }
    }

    @Test func aTransitionGoesFromItsBeginToItsEnd() throws {
        try withClock { clock in
            let (layer, drawer) = (CALayer(), Drawer())
            layer.drawer = drawer
            let transition = CATransition()
            (transition.type, transition.subtype, transition.duration) = (.push, .fromRight, 2)
            (transition.startProgress, transition.endProgress) = (0.5, 1)
            transition.timingFunction = CAMediaTimingFunction(name: .linear)
            layer.add(transition, forKey: kCATransition)
            #expect(drawer.transitions == [.push])
            #expect(layer.presented().transitionPart == 0.5)
            clock.advance(by: 1)
            #expect(layer.presented().transitionPart == 0.75)
            let copy = try #require(layer.animation(forKey: kCATransition) as? CATransition)
            #expect(copy.type == .push && copy.subtype == .fromRight && copy.endProgress == 1)
            clock.advance(by: 1.1)
            #expect(layer.presented().transitionPart == 1 && layer.animationKeys() == nil)
        }
    }

    @Test func transformsTurnWithoutShrinking() {
        let half = AnimatedValue.transform(CATransform3DIdentity)
            .mixed(with: .transform(CATransform3DMakeRotation(.pi / 2, 0, 0, 1)), 0.5)
        guard case .transform(let transform) = half else { return #expect(Bool(false)) }
        #expect(abs(transform.m11 - 0.5.squareRoot()) < 1e-9)
        #expect(abs(transform.m12 - 0.5.squareRoot()) < 1e-9)
    }

    @Test func aTransformOfSublayersMovesThem() throws {
        try withClock { clock in
            let root = CALayer(CGRect(x: 0, y: 0, width: 40, height: 10))
            root.addSublayer(CALayer(CGRect(x: 0, y: 0, width: 10, height: 10), .red))
            let move = CABasicAnimation(keyPath: "sublayerTransform.translation.x")
            (move.fromValue, move.toValue, move.duration) = (0, 40, 2)
            root.add(move, forKey: nil)
            clock.advance(by: 1)
            let painted = try PaintedLayer(root, at: clock.now)
            #expect(painted[5, 5] == [0, 0, 0, 0] && painted[25, 5] == [255, 0, 0, 255])
        }
    }
}
