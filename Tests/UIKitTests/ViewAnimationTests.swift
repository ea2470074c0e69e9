import QuartzCore
import Testing
import UIKit

@MainActor @Suite struct ViewAnimationTests {
    /// A view in a window, whose time moves only where the test says so.
    private func withView(_ body: (UIView, LayerClock) throws -> Void) rethrows {
        let clock = LayerClock(standingAt: 100)
        try LayerClock.$current.withValue(clock) {
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            window.addSubview(view)
            try body(view, clock)
        }
    }

    @Test func changesInABlockMoveAndEndAtTheNewValue() {
        withView { view, clock in
            var ends: [Bool] = []
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.center.x = 105
            } completion: {
                ends.append($0)
            }
            #expect(view.center.x == 105)
            #expect(view.layer.presentation()?.position.x == 5)
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.position.x == 55)
            #expect(ends.isEmpty)
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.position.x == 105)
            #expect(ends == [true])
        }
    }

    @Test func outsideOfABlockChangesShowAtOnce() {
        withView { view, _ in
            view.alpha = 0.5
            #expect(view.layer.animationKeys() == nil)
            UIView.animate(withDuration: 1) { UIView.performWithoutAnimation { view.alpha = 0 } }
            #expect(view.layer.animationKeys() == nil)
        }
    }

    @Test func aDelayShowsTheOldValueFirst() {
        withView { view, clock in
            UIView.animate(withDuration: 1, delay: 1, options: .curveLinear) { view.alpha = 0 }
            clock.advance(by: 0.9)
            #expect(view.layer.presentation()?.opacity == 1)
            clock.advance(by: 0.6)
            #expect(abs((view.layer.presentation()?.opacity ?? 0) - 0.5) < 1e-6)
        }
    }

    @Test func aSecondAnimationBeginsWhereTheViewIsSeen() {
        withView { view, clock in
            var first: [Bool] = []
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.alpha = 0
            } completion: {
                first.append($0)
            }
            clock.advance(by: 0.5)
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.alpha = 1 }
            #expect(first == [false])
            #expect(view.layer.presentation()?.opacity == 0.5)
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.opacity == 0.75)
        }
    }

    @Test func aSpringSwingsBeyondItsEnd() {
        withView { view, clock in
            UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0) {
                view.center.x = 105
            }
            var farthest: CGFloat = 0
            for _ in 0..<20 {
                clock.advance(by: 0.05)
                farthest = max(farthest, view.layer.presentation()?.position.x ?? 0)
            }
            #expect(farthest > 120)
            clock.advance(by: 0.05)
            #expect(view.layer.presentation()?.position.x == 105)
        }
    }

    @Test func anAnimatorStopsWhereTheViewIsSeen() {
        withView { view, clock in
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            animator.addCompletion { ends.append($0) }
            #expect(view.alpha == 1)
            animator.startAnimation()
            #expect(animator.isRunning)
            clock.advance(by: 0.25)
            animator.stopAnimation(false)
            #expect(view.alpha == 0.75)
            #expect(ends.isEmpty)
            animator.finishAnimation(at: .start)
            #expect(view.alpha == 1)
            #expect(ends == [.start])
        }
    }

    @Test func anAnimatorIsScrubbed() {
        withView { view, clock in
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 1, curve: .easeIn) {
                view.alpha = 0
                view.center.x += 100
            }
            let x = view.center.x
            animator.addCompletion { ends.append($0) }
            animator.pauseAnimation()
            #expect(animator.state == .active && !animator.isRunning && view.alpha == 1 && view.center.x == x)
            animator.fractionComplete = 0.5
            #expect(view.alpha == 0.5 && view.center.x == x + 50 && animator.fractionComplete == 0.5)
            clock.advance(by: 10)
            #expect(view.alpha == 0.5 && ends.isEmpty)
            animator.fractionComplete = 7
            #expect(view.alpha == 0 && view.center.x == x + 100)
            animator.fractionComplete = 0.25
            animator.continueAnimation(
                withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 0)
            #expect(animator.isRunning && view.alpha == 0)
            clock.advance(by: 0.375)
            #expect(abs(try! #require(view.layer.presentation()).opacity - 0.375) < 1e-6)
            #expect(abs(animator.fractionComplete - 0.625) < 1e-6)
            clock.advance(by: 0.375)
            #expect(ends == [.end] && animator.state == .inactive && view.center.x == x + 100)
        }
    }

    @Test func theRestOfTheWayTakesAPartOfTheDuration() {
        withView { view, clock in
            let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.alpha = 0 }
            animator.fractionComplete = 0.5
            animator.continueAnimation(withTimingParameters: nil, durationFactor: 0.25)
            clock.advance(by: 0.25)
            #expect(animator.fractionComplete == 0.75 && view.layer.presentation()?.opacity == 0.25)
            clock.advance(by: 0.25)
            #expect(animator.state == .inactive && view.alpha == 0)
        }
    }

    @Test func whatIsAddedLaterEndsWithTheRest() {
        withView { view, clock in
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            let x = view.center.x
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            clock.advance(by: 0.5)
            // What moves nothing ends nothing.
            animator.addAnimations {}
            animator.addAnimations { view.center.x += 100 }
            #expect(animator.isRunning && ends.isEmpty)
            clock.advance(by: 0.25)
            #expect(view.layer.presentation()?.position.x == x + 50)
            clock.advance(by: 0.25)
            #expect(ends == [.end] && view.center.x == x + 100)
        }
    }

    /// The time and the curve that the rest was given count for all that happens in it.
    @Test func whatIsAddedToASlowRestIsSlowToo() {
        withView { view, clock in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            let x = view.center.x
            animator.fractionComplete = 0.5
            animator.continueAnimation(withTimingParameters: nil, durationFactor: 2)
            clock.advance(by: 1)
            animator.addAnimations { view.center.x += 100 }
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.position.x == x + 50 && animator.fractionComplete == 0.875)
            animator.isReversed = true
            clock.advance(by: 1)
            #expect(animator.fractionComplete == 0.625)
        }
    }

    @Test func whatIsAddedBeforeTheStartWaitsForIt() {
        withView { view, clock in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            let x = view.center.x
            animator.startAnimation(afterDelay: 2)
            clock.advance(by: 1)
            animator.addAnimations { view.center.x += 100 }
            clock.advance(by: 1.5)
            #expect(view.layer.presentation()?.position.x == x + 50 && animator.fractionComplete == 0.5)
        }
    }

    @Test func whatIsAddedOnTheWayBackComesBack() {
        withView { view, clock in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            let x = view.center.x
            animator.startAnimation()
            clock.advance(by: 0.75)
            animator.isReversed = true
            animator.addAnimations { view.center.x += 100 }
            #expect(view.layer.presentation()?.position.x == x + 75)
            clock.advance(by: 0.75)
            #expect(animator.state == .inactive && view.center.x == x && view.alpha == 1)
        }
    }

    @Test func whatIsAddedInAPauseIsScrubbedToo() {
        withView { view, clock in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            let x = view.center.x
            animator.pauseAnimation()
            animator.addAnimations { view.center.x += 100 }
            clock.advance(by: 5)
            #expect(view.center.x == x && view.alpha == 1)
            animator.fractionComplete = 0.5
            #expect(view.center.x == x + 50 && view.alpha == 0.5)
        }
    }

    /// What changes twice begins where it was first.
    @Test func aValueThatChangesTwiceIsScrubbedAsOne() {
        withView { view, _ in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
                view.alpha = 0.5
                view.alpha = 0
            }
            animator.fractionComplete = 0.25
            #expect(view.alpha == 0.75)
        }
    }

    @Test func aViewWithoutAWindowIsScrubbed() {
        let view = UIView()
        var ends: [UIViewAnimatingPosition] = []
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
        animator.addCompletion { ends.append($0) }
        animator.pauseAnimation()
        #expect(view.alpha == 1 && animator.state == .active && ends.isEmpty)
        animator.fractionComplete = 0.5
        #expect(view.alpha == 0.5)
        animator.startAnimation()
        #expect(view.alpha == 0 && ends == [.end] && animator.state == .inactive)
    }

    @Test func aSpringWithItsOwnTimeSwings() {
        withView { view, clock in
            let spring = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 4, initialVelocity: CGVector())
            let animator = UIViewPropertyAnimator(duration: 0.1, timingParameters: spring)
            animator.addAnimations { view.center.x = 105 }
            animator.startAnimation()
            #expect(animator.duration > 1)
            var farthest: CGFloat = 0
            for _ in 0..<100 {
                clock.advance(by: 0.01)
                farthest = max(farthest, view.layer.presentation()?.position.x ?? 0)
            }
            #expect(farthest > 130)
            clock.advance(by: animator.duration)
            #expect(view.center.x == 105 && animator.state == .inactive)
        }
    }

    @Test func anAnimatorTurnsBack() {
        withView { view, clock in
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            clock.advance(by: 0.75)
            animator.isReversed = true
            #expect(animator.isRunning && animator.fractionComplete == 0.75)
            clock.advance(by: 0.5)
            #expect(animator.fractionComplete == 0.25 && view.layer.presentation()?.opacity == 0.75)
            clock.advance(by: 0.25)
            #expect(ends == [.start] && view.alpha == 1 && animator.state == .inactive)
        }
    }

    @Test func anAnimatorThatPausesAtItsEndCanBeScrubbedFurther() {
        withView { view, clock in
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            animator.pausesOnCompletion = true
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            clock.advance(by: 1)
            #expect(animator.state == .active && !animator.isRunning && ends.isEmpty && view.alpha == 0)
            animator.fractionComplete = 0.5
            #expect(view.alpha == 0.5)
            animator.stopAnimation(false)
            animator.finishAnimation(at: .end)
            #expect(view.alpha == 0 && ends == [.end])
        }
    }

    @Test func anAnimatorTellsOfItsEnd() {
        withView { view, clock in
            var ends: [UIViewAnimatingPosition] = []
            UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 1, delay: 0) {
                view.alpha = 0
            } completion: {
                ends.append($0)
            }
            clock.advance(by: 1)
            #expect(ends == [.end])
        }
    }

    @Test func withoutAWindowAnAnimationEndsAtOnce() {
        var ends: [Bool] = []
        let view = UIView()
        UIView.animate(withDuration: 1) {
            view.alpha = 0
        } completion: {
            ends.append($0)
        }
        #expect(ends == [true])
    }

    // MARK: Keyframes

    private static let linear = UIView.KeyframeAnimationOptions(
        rawValue: UIView.AnimationOptions.curveLinear.rawValue)

    @Test func keyframesFollowEachOtherInOneAnimation() {
        withView { view, clock in
            var ends: [Bool] = []
            UIView.animateKeyframes(withDuration: 2, delay: 0, options: Self.linear) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.center.x = 105 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 5 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.alpha = 0 }
            } completion: {
                ends.append($0)
            }
            #expect(view.center.x == 5 && view.alpha == 0 && ends.isEmpty)
            var seen: [[CGFloat]] = []
            for _ in 0..<8 {
                let shown = view.layer.presentation()
                seen.append([shown?.position.x ?? 0, CGFloat(shown?.opacity ?? 0)])
                clock.advance(by: 0.25)
            }
            #expect(seen == [[5, 1], [55, 1], [105, 1], [105, 1], [105, 1], [80, 0.5], [55, 0], [30, 0]])
            #expect(ends == [true] && view.layer.animationKeys() == nil)
        }
    }

    @Test func whatTheBlockItselfChangesTakesTheWholeTime() {
        withView { view, clock in
            UIView.animateKeyframes(withDuration: 1, delay: 1, options: Self.linear) {
                view.alpha = 0
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 105 }
            }
            clock.advance(by: 0.75)
            #expect(view.layer.presentation()?.opacity == 1)
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.opacity == 0.75 && view.layer.presentation()?.position.x == 5)
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.opacity == 0.25 && view.layer.presentation()?.position.x == 55)
        }
    }

    @Test func discreteKeyframesJumpAtTheirEnds() {
        withView { view, clock in
            UIView.animateKeyframes(
                withDuration: 1, delay: 0, options: [Self.linear, .calculationModeDiscrete, .repeat]
            ) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 105 }
            }
            clock.advance(by: 0.25)
            #expect(view.layer.presentation()?.position.x == 5)
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.position.x == 105)
            // Again.
            clock.advance(by: 0.5)
            #expect(view.layer.presentation()?.position.x == 5)
        }
    }

    @Test func anAnimatorStopsItsKeyframesWhereTheViewIsSeen() {
        withView { view, clock in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
                UIView.animateKeyframes(withDuration: 0, delay: 0, options: Self.linear) {
                    UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.center.x = 105 }
                }
            }
            animator.startAnimation()
            clock.advance(by: 0.5)
            animator.stopAnimation(true)
            #expect(view.center.x == 55)
        }
    }

    @Test func withoutAnAnimationAKeyframeChangesAtOnce() {
        withView { view, _ in
            UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.alpha = 0 }
            #expect(view.alpha == 0 && view.layer.animationKeys() == nil)
        }
    }
}
