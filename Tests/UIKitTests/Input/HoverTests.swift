import Testing
import UIKit

@Suite @MainActor struct HoverTests {
    @Test func aPointerOverAViewIsAGesture() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        window.isHidden = false
        defer { window.isHidden = true }
        let (outer, inner) = (UIView(frame: window.bounds), UIView(frame: CGRect(x: 50, y: 50, width: 50, height: 50)))
        window.addSubview(outer)
        outer.addSubview(inner)
        let recognizer = UIHoverGestureRecognizer()
        inner.addGestureRecognizer(recognizer)
        var seen: [UIGestureRecognizer.State] = []
        recognizer.onAction = { seen.append($0.state) }
        window.receiveHover(at: CGPoint(x: 10, y: 10))
        #expect(seen.isEmpty)
        window.receiveHover(at: CGPoint(x: 60, y: 70))
        #expect(recognizer.location(in: inner) == CGPoint(x: 10, y: 20))
        window.receiveHover(at: CGPoint(x: 61, y: 70))
        window.receiveHover(at: CGPoint(x: 10, y: 10))
        #expect(seen == [.began, .changed, .ended])
        // The next time is a gesture of its own.
        window.receiveHover(at: CGPoint(x: 60, y: 70))
        window.receiveHover(at: nil)
        #expect(seen.suffix(2) == [.began, .ended])
    }
}
