import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// A scroll view in a window, a finger on it, and what its delegate is told.
@MainActor
private final class Scrolling: UIScrollViewDelegate {
    let clock = LayerClock(standingAt: 100)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let scroll: UIScrollView
    var told: [String] = []
    var velocity: CGPoint?
    var proposal: CGPoint?
    /// Where the delegate wants it to stop.
    var wanted: CGPoint?
    private var time = 100.0

    init(_ scroll: UIScrollView = UIScrollView(frame: .zero)) {
        self.scroll = scroll
        scroll.frame = CGRect(x: 0, y: 0, width: 100, height: 400)
        scroll.contentSize = CGSize(width: 1000, height: 400)
        scroll.delegate = self
        window.isHidden = false
        window.addSubview(scroll)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { if told.last != "scroll" { told.append("scroll") } }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { told.append("begin") }
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        told.append(scrollView.isDecelerating ? "late" : "will end")
        self.velocity = velocity
        proposal = targetContentOffset.pointee
        if let wanted { targetContentOffset.pointee = wanted }
    }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        told.append(decelerate ? "end" : "end and rest")
    }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { told.append("slow down") }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { told.append("rest") }

    private func send(_ phase: UITouch.Phase, _ x: CGFloat, after seconds: Double) {
        LayerClock.$current.withValue(clock) {
            time += seconds
            clock.advance(by: seconds)
            window.receiveTouch(id: 1, phase, at: CGPoint(x: x, y: 50), time: time)
        }
    }

    /// - Parameters:
    ///   - distance: of the finger, to the right.
    ///   - seconds: for each of ten steps.
    ///   - pause: before the finger leaves.
    func drag(_ distance: CGFloat, step seconds: Double = 0.02, pause: Double = 0) {
        let start: CGFloat = distance > 0 ? 5 : 95
        send(.began, start, after: 0.1)
        for step in 1...10 { send(.moved, start + distance * CGFloat(step) / 10, after: seconds) }
        send(.ended, start + distance, after: pause)
    }

    func wait(_ seconds: Double) {
        time += seconds
        LayerClock.$current.withValue(clock) { clock.advance(by: seconds) }
    }
}

@MainActor @Suite struct ScrollingTests {
    @Test func theDelegateIsToldInOrder() {
        let test = Scrolling()
        test.drag(-60)
        #expect(test.told == ["begin", "scroll", "will end", "end", "slow down", "scroll"])
        #expect(test.scroll.isDecelerating && !test.scroll.isDragging)
        test.wait(1)
        #expect(test.told.last == "rest" && !test.scroll.isDecelerating)
        #expect(test.scroll.contentOffset == test.proposal)
        // 60 points in 0.2 seconds are 0.3 points per millisecond; the offset grows when the finger goes to the left.
        // The speed is an average of the last steps.
        #expect(abs((test.velocity?.x ?? 0) - 0.3) < 0.005 && test.velocity?.y == 0)
    }

    @Test func aFingerThatHasStoppedLeavesTheContentThere() {
        let test = Scrolling()
        test.drag(-60, pause: 0.2)
        #expect(test.told == ["begin", "scroll", "will end", "end and rest"])
        #expect(test.velocity == .zero && test.proposal == test.scroll.contentOffset)
    }

    @Test func theDelegateDecidesWhereItStops() {
        let test = Scrolling()
        test.wanted = CGPoint(x: 240, y: 0)
        test.drag(-60)
        test.wait(1)
        #expect(test.scroll.contentOffset == CGPoint(x: 240, y: 0))
        // Also after a finger that rested, as a ruler that snaps to its marks needs it.
        test.wanted = CGPoint(x: 200, y: 0)
        test.told = []
        test.drag(-30, pause: 0.2)
        #expect(test.told == ["begin", "scroll", "will end", "end", "slow down", "scroll"])
        test.wait(1)
        #expect(test.scroll.contentOffset.x == 200 && test.told.last == "rest")
        // No further than the content goes.
        test.wanted = CGPoint(x: 5000, y: -10)
        test.drag(-30)
        test.wait(1)
        #expect(test.scroll.contentOffset == CGPoint(x: 900, y: 0))
    }

    @Test func theRateOfDecelerationSaysHowFarItGoes() {
        let (normal, fast) = (Scrolling(), Scrolling())
        fast.scroll.decelerationRate = .fast
        normal.drag(-60)
        fast.drag(-60)
        // 0.3 points per millisecond, times 499 and 99 milliseconds.
        let moved = fast.proposal.map { $0.x - 0.3 * 99 } ?? 0
        #expect(abs((normal.proposal?.x ?? 0) - moved - 0.3 * 499) < 1)
        #expect(moved > 40 && moved <= 60)
    }

    @Test func aFingerCatchesTheContentWhereItIsSeen() {
        let test = Scrolling()
        test.wanted = CGPoint(x: 800, y: 0)
        test.drag(-60)
        test.wait(0.05)
        test.wanted = nil
        test.told = []
        test.drag(-20, pause: 0.2)
        #expect(test.told.prefix(3) == ["scroll", "rest", "begin"] && test.told.last == "end and rest")
        #expect(test.scroll.contentOffset.x > 80 && test.scroll.contentOffset.x < 700)
    }

    @Test func pagesStopAtMultiplesOfTheWidth() {
        let test = Scrolling()
        test.scroll.isPagingEnabled = true
        // The first ten points only tell that it is a drag.
        test.drag(-80, step: 0.03)
        test.wait(1)
        #expect(test.scroll.contentOffset == CGPoint(x: 100, y: 0))
        // A pager's delegate is not asked.
        #expect(test.told == ["begin", "scroll", "end", "slow down", "scroll", "rest"])
        // A short way is taken back, a quick one turns the page.
        test.drag(-30, pause: 0.2)
        test.wait(1)
        #expect(test.scroll.contentOffset.x == 100)
        test.drag(-30, step: 0.005)
        test.wait(1)
        #expect(test.scroll.contentOffset.x == 200)
        test.drag(30, step: 0.005)
        test.wait(1)
        #expect(test.scroll.contentOffset.x == 100)
        // The first page is not turned back.
        test.scroll.contentOffset.x = 0
        test.drag(50, step: 0.005)
        test.wait(1)
        #expect(test.scroll.contentOffset.x == 0)
    }

    /// Stops where an item of 80 points begins.
    private final class Snapping: UICollectionViewLayout {
        override var collectionViewContentSize: CGSize { CGSize(width: 1000, height: 400) }
        override func targetContentOffset(
            forProposedContentOffset proposed: CGPoint, withScrollingVelocity velocity: CGPoint
        ) -> CGPoint { CGPoint(x: velocity.x > 200 ? (proposed.x / 80).rounded(.up) * 80 : 0, y: 0) }
    }

    @Test func aLayoutIsAskedBeforeTheDelegate() {
        let view = UICollectionView(frame: .zero, collectionViewLayout: Snapping())
        let test = Scrolling(view)
        test.drag(-60)
        #expect(test.proposal.map { $0.x > 0 && $0.x.truncatingRemainder(dividingBy: 80) == 0 } == true)
        test.wait(1)
        #expect(view.contentOffset == test.proposal)
    }

    @Test func barsSayWhatIsSeenAndGo() throws {
        let test = Scrolling()
        test.scroll.contentOffset.x = 450
        let bar = try #require(test.scroll.layer.sublayers?.first { $0.zPosition == 1000 })
        // A tenth of 94 points would be too short; in the middle of the content it is in the middle.
        #expect(bar.frame == CGRect(x: 450 + 40, y: 394, width: 20, height: 3))
        #expect(test.scroll.layer.sublayers?.filter { $0.zPosition == 1000 }.count == 1)
        LayerClock.$current.withValue(test.clock) {
            test.scroll.contentOffset.x = 900
            #expect(bar.frame.maxX == 997 && abs((bar.presentation()?.opacity ?? 0) - 0.7) < 0.01)
            test.clock.advance(by: 1)
            #expect(bar.presentation()?.opacity == 0)
        }
        test.scroll.showsHorizontalScrollIndicator = false
        test.scroll.contentOffset.x = 0
        #expect(bar.superlayer == nil)
    }
}
