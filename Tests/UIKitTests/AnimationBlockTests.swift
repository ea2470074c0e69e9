import QuartzCore
import Testing
import UIKit

/// beginAnimations and commitAnimations, as programs of old have them.
@MainActor @Suite struct AnimationBlockTests {
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

    private func place(_ view: UIView) -> CGFloat? { view.layer.presentation()?.position.x }

    @Test func changesBetweenBeginAndCommitMove() {
        withView { view, clock in
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDuration(1)
            UIView.setAnimationCurve(.linear)
            UIView.setAnimationDelay(1)
            view.center.x = 105
            UIView.commitAnimations()
            #expect(view.center.x == 105 && place(view) == 5)
            clock.advance(by: 1)
            #expect(place(view) == 5)
            clock.advance(by: 0.5)
            #expect(place(view) == 55)
            clock.advance(by: 0.5)
            #expect(place(view) == 105)
            // Afterwards, changes show at once.
            view.alpha = 0.5
            #expect(view.layer.animationKeys()?.contains("opacity") != true)
        }
    }

    @Test func withoutADurationItIsAFifthOfASecond() throws {
        try withView { view, _ in
            UIView.beginAnimations("fade", context: nil)
            view.alpha = 0
            UIView.commitAnimations()
            let animation = try #require(view.layer.animation(forKey: "opacity"))
            #expect(abs(animation.duration - 0.2) < 1e-9)
            #expect(animation.repeatCount == 0 && !animation.autoreverses)
        }
    }

    @Test func repetitionsAreCounted() throws {
        try withView { view, _ in
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationRepeatCount(2.5)
            UIView.setAnimationRepeatAutoreverses(true)
            view.alpha = 0
            UIView.setAnimationRepeatAutoreverses(false)
            view.center.x = 50
            UIView.commitAnimations()
            let fade = try #require(view.layer.animation(forKey: "opacity"))
            #expect(fade.repeatCount == 2.5 && fade.autoreverses)
            // A setter counts for what comes after it.
            #expect(view.layer.animation(forKey: "position")?.autoreverses == false)
        }
    }

    @Test func aBlockInABlockHasItsOwnDuration() {
        withView { view, _ in
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDuration(3)
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDuration(1)
            view.alpha = 0
            UIView.commitAnimations()
            view.center.x = 50
            UIView.commitAnimations()
            #expect(view.layer.animation(forKey: "opacity")?.duration == 1)
            #expect(view.layer.animation(forKey: "position")?.duration == 3)
        }
    }

    @Test func settersOutsideOfABlockDoNothing() {
        withView { view, _ in
            UIView.setAnimationDuration(5)
            UIView.commitAnimations()
            view.alpha = 0
            #expect(view.layer.animationKeys() == nil)
            UIView.animate(withDuration: 1) { view.center.x = 50 }
            #expect(view.layer.animation(forKey: "position")?.duration == 1)
        }
    }

    @Test func aTransitionRunsWithTheBlock() {
        withView { view, clock in
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDuration(1)
            UIView.setAnimationCurve(.linear)
            UIView.setAnimationTransition(.flipFromLeft, for: view, cache: true)
            view.addSubview(UIView(frame: view.bounds))
            UIView.commitAnimations()
            #expect(view.layer.animation(forKey: "transitionPart")?.duration == 1)
            clock.advance(by: 1)
            #expect(view.layer.animation(forKey: "transitionPart") == nil)
        }
    }
}
