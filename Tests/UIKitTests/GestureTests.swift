import QuartzCore
import Testing
import UIKit

/// A window whose touches and time a test makes.
@MainActor
private final class Studio {
    let clock = LayerClock(standingAt: 100)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    private var time = 100.0

    init() {
        window.isHidden = false
        window.addSubview(view)
    }

    func watch(_ recognizer: UIGestureRecognizer) -> States {
        let states = States()
        recognizer.onAction = { states.seen.append($0.state) }
        view.addGestureRecognizer(recognizer)
        return states
    }

    func send(_ phase: UITouch.Phase, _ x: CGFloat, _ y: CGFloat, id: UInt = 1, after seconds: Double = 0.02) {
        LayerClock.$current.withValue(clock) {
            time += seconds
            clock.advance(by: seconds)
            window.receiveTouch(id: id, phase, at: CGPoint(x: x, y: y), time: time)
        }
    }

    func wait(_ seconds: Double) {
        time += seconds
        clock.advance(by: seconds)
    }

    func tap(_ x: CGFloat = 50, _ y: CGFloat = 50, after seconds: Double = 0.1) {
        send(.began, x, y, after: seconds)
        send(.ended, x, y)
    }
}

@MainActor
private final class States {
    var seen: [UIGestureRecognizer.State] = []
}

private final class Together: UIGestureRecognizerDelegate {
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { true }
}

/// Writes down the touches that it gets.
private final class TouchView: UIView {
    var phases: [UITouch.Phase] = []

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append(.began) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append(.moved) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append(.ended) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { phases.append(.cancelled) }
}

@MainActor @Suite struct GestureTests {
    @Test func aTapIsRecognizedWhereItIs() {
        let studio = Studio()
        let tap = UITapGestureRecognizer()
        let states = studio.watch(tap)
        studio.tap(120, 80)
        #expect(states.seen == [.ended])
        #expect(tap.location(in: studio.view) == CGPoint(x: 120, y: 80))
    }

    @Test func aSecondFingerIsForViewsThatWantIt() {
        let studio = Studio()
        let view = TouchView(frame: studio.view.bounds)
        studio.view.addSubview(view)
        studio.send(.began, 10, 10, id: 1)
        studio.send(.began, 30, 10, id: 2)
        studio.send(.ended, 30, 10, id: 2)
        #expect(view.phases == [.began])
        view.isMultipleTouchEnabled = true
        studio.send(.began, 30, 10, id: 3)
        studio.send(.ended, 30, 10, id: 3)
        #expect(view.phases == [.began, .began, .ended])
    }

    @Test func anExclusiveViewIsTouchedAlone() {
        let studio = Studio()
        let left = TouchView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let right = TouchView(frame: CGRect(x: 100, y: 0, width: 100, height: 100))
        studio.view.addSubview(left)
        studio.view.addSubview(right)
        left.isExclusiveTouch = true
        studio.send(.began, 10, 10, id: 1)
        studio.send(.began, 110, 10, id: 2)
        studio.send(.ended, 110, 10, id: 2)
        studio.send(.ended, 10, 10, id: 1)
        #expect(left.phases == [.began, .ended] && right.phases.isEmpty)
        studio.send(.began, 110, 10, id: 3)
        studio.send(.began, 10, 10, id: 4)
        #expect(right.phases == [.began] && left.phases.count == 2)
    }

    @Test func aFingerThatMovesAwayDoesNotTap() {
        let studio = Studio()
        let states = studio.watch(UITapGestureRecognizer())
        studio.send(.began, 50, 50)
        studio.send(.moved, 150, 50)
        studio.send(.ended, 150, 50)
        #expect(states.seen.isEmpty)
    }

    @Test func oneTapWaitsForTwo() async {
        let studio = Studio()
        let (one, two) = (UITapGestureRecognizer(), UITapGestureRecognizer())
        two.numberOfTapsRequired = 2
        one.require(toFail: two)
        let (single, double) = (studio.watch(one), studio.watch(two))
        studio.tap()
        #expect(single.seen.isEmpty)
        studio.wait(0.5)
        #expect(single.seen == [.ended])
        #expect(double.seen.isEmpty)
        // A gesture is over at the end of the turn.
        await Task.yield()
        for _ in 0..<10 { await Task.yield() }
        studio.tap(after: 1)
        studio.tap()
        #expect(double.seen == [.ended])
        #expect(single.seen == [.ended])
    }

    @Test func aLongPressBeginsWithItsTime() {
        let studio = Studio()
        let press = UILongPressGestureRecognizer()
        let states = studio.watch(press)
        studio.send(.began, 50, 50)
        studio.wait(0.4)
        #expect(states.seen.isEmpty)
        studio.wait(0.2)
        #expect(states.seen == [.began])
        studio.send(.moved, 90, 50)
        studio.send(.ended, 90, 50)
        #expect(states.seen == [.began, .changed, .ended])
    }

    @Test func aPanHasItsWayAndSpeed() {
        let studio = Studio()
        let pan = UIPanGestureRecognizer()
        let states = studio.watch(pan)
        studio.send(.began, 100, 100)
        studio.send(.moved, 105, 100)
        #expect(states.seen.isEmpty)
        for step in 1...10 { studio.send(.moved, 105 + CGFloat(step) * 4, 100) }
        #expect(states.seen.first == .began)
        #expect(pan.translation(in: studio.view) == CGPoint(x: 45, y: 0))
        // 4 points each 20 ms.
        #expect(abs(pan.velocity(in: studio.view).x - 200) < 10)
        pan.setTranslation(.zero, in: studio.view)
        studio.send(.moved, 150, 110)
        #expect(pan.translation(in: studio.view) == CGPoint(x: 5, y: 10))
        studio.send(.ended, 150, 110)
        #expect(states.seen.last == .ended)
    }

    @Test func aPinchScalesByTheFingersDistance() {
        let studio = Studio()
        studio.view.isMultipleTouchEnabled = true
        let pinch = UIPinchGestureRecognizer()
        let states = studio.watch(pinch)
        studio.send(.began, 100, 100, id: 1)
        studio.send(.began, 200, 100, id: 2)
        studio.send(.moved, 300, 100, id: 2)
        #expect(states.seen == [.began])
        #expect(pinch.scale == 2)
        pinch.scale = 1
        studio.send(.moved, 200, 100, id: 2)
        #expect(pinch.scale == 0.5)
        studio.send(.ended, 200, 100, id: 2)
        studio.send(.ended, 100, 100, id: 1)
        #expect(states.seen == [.began, .changed, .ended])
    }

    @Test func fingersTurnARotation() {
        let studio = Studio()
        let turn = UIRotationGestureRecognizer()
        let states = studio.watch(turn)
        studio.send(.began, 100, 100, id: 1)
        studio.send(.began, 200, 100, id: 2)
        studio.send(.moved, 100, 200, id: 2)
        #expect(states.seen == [.began])
        #expect(abs(turn.rotation - .pi / 2) < 1e-9)
    }

    @Test func aSwipeHasADirection() {
        let studio = Studio()
        let (left, right) = (UISwipeGestureRecognizer(), UISwipeGestureRecognizer())
        left.direction = .left
        let (lefts, rights) = (studio.watch(left), studio.watch(right))
        studio.send(.began, 200, 100)
        for step in 1...8 { studio.send(.moved, 200 - CGFloat(step) * 10, 100) }
        studio.send(.ended, 120, 100)
        #expect(lefts.seen == [.ended])
        #expect(rights.seen.isEmpty)
    }

    @Test func theFirstGesturePreventsOthersUnlessTheyMayBeTogether() {
        for isTogether in [false, true] {
            let studio = Studio()
            let (pan, other) = (UIPanGestureRecognizer(), UIPanGestureRecognizer())
            let delegate = Together()
            if isTogether { pan.delegate = delegate }
            let (pans, others) = (studio.watch(pan), studio.watch(other))
            studio.send(.began, 100, 100)
            studio.send(.moved, 150, 100)
            #expect(pans.seen == [.began])
            #expect(others.seen == (isTogether ? [.began] : []))
        }
    }

    @Test func aGestureTakesTheTouchFromTheView() {
        let studio = Studio()
        let inner = TouchView(frame: studio.view.bounds)
        studio.view.addSubview(inner)
        _ = studio.watch(UIPanGestureRecognizer())
        studio.send(.began, 100, 100)
        studio.send(.moved, 105, 100)
        studio.send(.moved, 150, 100)
        studio.send(.moved, 160, 100)
        studio.send(.ended, 160, 100)
        #expect(inner.phases == [.began, .moved, .cancelled])
    }

    @Test func aControlIsPressedInsideAndNotOutside() {
        let studio = Studio()
        let control = UIControl(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
        studio.view.addSubview(control)
        var events: [String] = []
        control.handle(.touchUpInside, key: 1) { _ in events.append("inside") }
        control.handle(.touchUpOutside, key: 2) { _ in events.append("outside") }
        control.handle(.touchDown, key: 3) { events.append("down \($0.isHighlighted)") }
        studio.tap(120, 120)
        #expect(events == ["down true", "inside"])
        #expect(!control.isHighlighted)
        studio.send(.began, 120, 120, after: 1)
        studio.send(.moved, 300, 300)
        studio.send(.ended, 300, 300)
        #expect(events.last == "outside")
        control.isEnabled = false
        studio.tap(120, 120, after: 1)
        #expect(events.count == 4)
    }

    @Test func twoTapsInQuickSuccessionAreCounted() {
        let studio = Studio()
        final class Counter: UIView {
            var counts: [Int] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                counts += touches.map(\.tapCount)
            }
        }
        let counter = Counter(frame: studio.view.bounds)
        studio.view.addSubview(counter)
        studio.tap()
        studio.tap()
        studio.tap(after: 1)
        #expect(counter.counts == [1, 2, 1])
    }
}
