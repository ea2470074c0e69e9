import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// A book of pages in a window, a finger on it, and what everybody is told.
@MainActor
private final class Book: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    final class Page: UIViewController {
        let number: Int
        let log: (String) -> Void

        init(_ number: Int, _ log: @escaping (String) -> Void) {
            (self.number, self.log) = (number, log)
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewWillAppear(_ animated: Bool) { log("+\(number)") }
        override func viewDidAppear(_ animated: Bool) { log("++\(number)") }
        override func viewWillDisappear(_ animated: Bool) { log("-\(number)") }
        override func viewDidDisappear(_ animated: Bool) { log("--\(number)") }
    }

    let clock = LayerClock(standingAt: 100)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    let controller: UIPageViewController
    private(set) var told: [String] = []
    private let dots: Int
    private var time = 100.0

    init(
        _ style: UIPageViewController.TransitionStyle = .scroll,
        _ orientation: UIPageViewController.NavigationOrientation = .horizontal, spacing: CGFloat = 0, dots: Int = 0
    ) {
        self.dots = dots
        controller = UIPageViewController(
            transitionStyle: style, navigationOrientation: orientation, options: [.interPageSpacing: spacing])
        controller.dataSource = self
        controller.delegate = self
        controller.setViewControllers([page(2)], direction: .forward, animated: false)
        window.rootViewController = controller
        window.isHidden = false
        window.layoutIfNeeded()
    }

    func page(_ number: Int) -> Page { Page(number) { [weak self] in self?.told.append($0) } }

    /// What was told since the last call.
    func take() -> [String] {
        defer { told = [] }
        return told
    }

    var shown: Int? { (controller.viewControllers?.first as? Page)?.number }

    /// Where a page is in the window; `nil` if it is not in it.
    func frame(_ number: Int) -> CGRect? {
        let page = controller.children.first { ($0 as? Page)?.number == number }
        return page?.viewIfLoaded.flatMap { view in view.window == nil ? nil : view.convert(view.bounds, to: nil) }
    }

    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController? { (viewController as? Page).flatMap { $0.number > 1 ? page($0.number - 1) : nil } }
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController? { (viewController as? Page).flatMap { $0.number < 3 ? page($0.number + 1) : nil } }
    func presentationCount(for pageViewController: UIPageViewController) -> Int { dots }
    func presentationIndex(for pageViewController: UIPageViewController) -> Int { (shown ?? 1) - 1 }
    func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) { told.append("will \(pendingViewControllers.compactMap { ($0 as? Page)?.number })") }
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) { told.append("did \(completed) \(previousViewControllers.compactMap { ($0 as? Page)?.number })") }

    func touch(_ phase: UITouch.Phase, _ x: CGFloat, _ y: CGFloat = 400, after seconds: Double = 0.1) {
        withClock {
            time += seconds
            clock.advance(by: seconds)
            window.receiveTouch(id: 1, phase, at: CGPoint(x: x, y: y), time: time)
        }
    }

    func wait(_ seconds: Double = 1) {
        time += seconds
        withClock { clock.advance(by: seconds) }
    }

    func withClock(_ body: () -> Void) { LayerClock.$current.withValue(clock) { body() } }
}

@MainActor @Suite(.serialized) struct PageViewControllerTests {
    @Test func theNextPageIsAtTheLeftFromRightToLeft() {
        let book = Book(dots: 3)
        book.controller.view.semanticContentAttribute = .forceRightToLeft
        _ = book.take()
        book.touch(.began, 100)
        book.touch(.moved, 120)
        book.touch(.moved, 220)
        #expect(book.take() == ["will [3]", "-2", "+3"])
        #expect(book.frame(3).map { $0.minX - (book.frame(2)?.minX ?? 0) } == -400)
        book.touch(.moved, 340)
        book.touch(.ended, 340)
        book.wait()
        #expect(book.take() == ["++3", "--2", "did true [2]"] && book.shown == 3)
        let dots = book.controller.view.subviews.compactMap { $0 as? UIPageControl }.first
        #expect(dots?.currentPage == 2 && dots?.semanticContentAttribute == .forceRightToLeft)
        book.withClock { #expect(book.controller.took(keyNamed: "Right")) }
        book.wait()
        #expect(book.shown == 2 && dots?.currentPage == 1)
        // What the program turns comes from the side that it says.
        book.withClock {
            book.controller.setViewControllers([book.page(3)], direction: .forward, animated: true)
        }
        #expect(book.frame(3).map { $0.minX - (book.frame(2)?.minX ?? 0) } == -400)
        book.wait()
        #expect(book.shown == 3)
    }

    @Test func aFingerTurnsThePage() {
        let book = Book()
        #expect(book.take() == ["+2", "++2"] && book.shown == 2)
        #expect(book.frame(2) == CGRect(x: 0, y: 0, width: 400, height: 800) && book.frame(3) == nil)
        book.touch(.began, 300)
        book.touch(.moved, 280)
        book.touch(.moved, 180)
        #expect(book.take() == ["will [3]", "-2", "+3"])
        #expect(book.frame(3).map { $0.minX - (book.frame(2)?.minX ?? 0) } == 400)
        book.touch(.moved, 60)
        book.touch(.ended, 60)
        book.wait()
        #expect(book.take() == ["++3", "--2", "did true [2]"] && book.shown == 3)
        #expect(book.frame(3)?.minX == 0 && book.frame(2) == nil && book.controller.children.count == 1)
    }

    @Test func aFingerThatGoesBackTurnsNothing() {
        let book = Book()
        _ = book.take()
        book.touch(.began, 200)
        book.touch(.moved, 220)
        book.touch(.moved, 250)
        #expect(book.take() == ["will [1]", "-2", "+1"])
        // Over the middle to the other neighbor.
        book.touch(.moved, 150)
        #expect(book.take() == ["-1", "+2", "--1", "++2", "will [3]", "-2", "+3"])
        book.touch(.moved, 195, after: 1)
        book.touch(.ended, 195, after: 1)
        book.wait()
        #expect(book.take() == ["-3", "+2", "--3", "++2", "did false [2]"])
        #expect(book.shown == 2 && book.frame(2)?.minX == 0)
    }

    @Test func thereIsNothingBeyondTheLastPage() {
        let book = Book()
        book.controller.setViewControllers([book.page(3)], direction: .forward, animated: false)
        #expect(book.take() == ["+2", "++2", "-2", "+3", "--2", "++3"])
        book.touch(.began, 300)
        for x in [280, 100.0] { book.touch(.moved, x) }
        book.touch(.ended, 100)
        book.wait()
        #expect(book.take() == [] && book.shown == 3 && book.frame(3)?.minX == 0)
        // Without a data source, a finger finds nothing.
        book.controller.dataSource = nil
        book.touch(.began, 100)
        for x in [120, 300.0] { book.touch(.moved, x) }
        book.touch(.ended, 300)
        book.wait()
        #expect(book.take() == [] && book.shown == 3)
    }

    @Test func theProgramTurnsToAnyPage() {
        let book = Book(.scroll, .vertical, spacing: 20)
        _ = book.take()
        var ends: [Bool] = []
        book.withClock {
            book.controller.setViewControllers([book.page(9)], direction: .reverse, animated: true) { ends.append($0) }
        }
        #expect(book.take() == ["-2", "+9"] && ends == [])
        // 20 points are between the pages.
        #expect(book.frame(9).map { (book.frame(2)?.minY ?? 0) - $0.minY } == 820)
        book.wait()
        #expect(book.take() == ["++9", "--2"] && ends == [true] && book.shown == 9)
        // Another one takes the place of what moves.
        book.withClock {
            book.controller.setViewControllers([book.page(1)], direction: .forward, animated: true) { ends.append($0) }
            book.controller.setViewControllers([book.page(2)], direction: .forward, animated: false) { ends.append($0) }
        }
        book.wait()
        #expect(ends == [true, false, true] && book.shown == 2 && book.frame(2)?.minY == 0)
        #expect(book.take() == ["-9", "+1", "++1", "--9", "-1", "+2", "--1", "++2"])
    }

    @Test(arguments: [
        (UIPageViewController.NavigationOrientation.horizontal, "Right", "Left"), (.vertical, "Down", "Up"),
    ])
    func keysTurnThePage(orientation: UIPageViewController.NavigationOrientation, next: String, last: String) {
        let book = Book(.pageCurl, orientation)
        _ = book.take()
        book.withClock { #expect(book.controller.took(keyNamed: next)) }
        book.wait()
        #expect(book.take() == ["will [3]", "-2", "+3", "++3", "--2", "did true [2]"] && book.shown == 3)
        book.withClock { #expect(!book.controller.took(keyNamed: next) && !book.controller.took(keyNamed: "Tab")) }
        book.withClock { #expect(book.controller.took(keyNamed: last)) }
        book.wait()
        #expect(book.shown == 2 && book.controller.spineLocation == .min)
    }

    @Test func dotsSayWhichPageItIs() throws {
        let book = Book(dots: 3)
        let dots = try #require(book.controller.view.subviews.lazy.compactMap { $0 as? UIPageControl }.first)
        #expect(dots.numberOfPages == 3 && dots.currentPage == 1 && !dots.isHidden)
        #expect(dots.frame == CGRect(x: 0, y: 763, width: 400, height: 37) && book.frame(2)?.height == 763)
        book.touch(.began, 300)
        for x in [280, 60.0] { book.touch(.moved, x) }
        book.touch(.ended, 60)
        book.wait()
        #expect(dots.currentPage == 2)
        // A dot turns the page.
        _ = book.take()
        dots.currentPage = 0
        book.withClock { dots.sendActions(for: .valueChanged) }
        book.wait()
        #expect(book.shown == 2 && dots.currentPage == 1 && book.take().first == "will [2]")
    }
}
