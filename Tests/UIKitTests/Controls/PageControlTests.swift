import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct PageControlTests {
    /// Five pages in the middle of a window: the dots are 17 points apart, the third one at 100.
    private func withControl(_ body: (UIPageControl, UIWindow, () -> [Int]) -> Void) {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        let control = UIPageControl(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        control.numberOfPages = 5
        var turns: [Int] = []
        control.addAction(
            UIAction { [unowned control] _ in turns.append(control.currentPage) }, for: .valueChanged)
        window.addSubview(control)
        window.isHidden = false
        body(control, window) { turns }
        window.isHidden = true
    }

    private func tap(_ window: UIWindow, _ x: CGFloat) {
        window.receiveTouch(.began, at: CGPoint(x: x, y: 20), time: 0)
        window.receiveTouch(.ended, at: CGPoint(x: x, y: 20), time: 0.1)
    }

    @Test func thePageIsAlwaysOneThatIsThere() {
        withControl { control, _, turns in
            control.currentPage = 9
            #expect(control.currentPage == 4)
            control.currentPage = -1
            #expect(control.currentPage == 0)
            control.currentPage = 4
            control.numberOfPages = 2
            #expect(control.currentPage == 1 && control.accessibilityValue == "page 2 of 2")
            // Only a person's turns are told.
            #expect(turns().isEmpty)
        }
    }

    @Test func aTapBesideTheCurrentDotTurnsToThatSide() {
        withControl { control, window, turns in
            tap(window, 190)
            tap(window, 190)
            tap(window, 10)
            #expect(turns() == [1, 2, 1])
            control.isEnabled = false
            tap(window, 190)
            #expect(control.currentPage == 1)
        }
    }

    @Test func aFingerAlongTheDotsTurnsThePages() {
        withControl { control, window, turns in
            @MainActor func scrub() {
                window.receiveTouch(.began, at: CGPoint(x: 66, y: 20), time: 0)
                for (index, x) in [83.0, 100, 134].enumerated() {
                    window.receiveTouch(.moved, at: CGPoint(x: x, y: 20), time: Double(index) / 10)
                }
                window.receiveTouch(.ended, at: CGPoint(x: 134, y: 20), time: 1)
            }
            scrub()
            #expect(turns() == [1, 2, 4])
            control.currentPage = 0
            control.allowsContinuousInteraction = false
            scrub()
            #expect(control.currentPage == 1)
        }
    }

    @Test func theFirstDotIsAtTheRightFromRightToLeft() {
        withControl { control, window, turns in
            control.semanticContentAttribute = .forceRightToLeft
            tap(window, 10)
            tap(window, 10)
            tap(window, 190)
            #expect(turns() == [1, 2, 1])
            #expect(control.took(keyNamed: "Left") && control.took(keyNamed: "Left") && control.took(keyNamed: "Right"))
            #expect(turns() == [1, 2, 1, 2, 3, 2])
            // Along the dots: the first one is at 134.
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 20), time: 0)
            window.receiveTouch(.moved, at: CGPoint(x: 117, y: 20), time: 0.1)
            window.receiveTouch(.moved, at: CGPoint(x: 134, y: 20), time: 0.2)
            window.receiveTouch(.ended, at: CGPoint(x: 134, y: 20), time: 1)
            #expect(turns().suffix(2) == [1, 0])
        }
    }

    @Test func keysTurnThePages() {
        withControl { control, _, turns in
            for key in ["Right", "Right", "Left", "End", "Right", "Home"] { #expect(control.took(keyNamed: key)) }
            #expect(turns() == [1, 2, 1, 4, 0])
            #expect(!control.took(keyNamed: "a"))
        }
    }

    @Test func aSinglePageCanBeHidden() {
        withControl { control, window, turns in
            control.numberOfPages = 1
            #expect(control.canBecomeFocused)
            control.hidesForSinglePage = true
            #expect(!control.canBecomeFocused)
            tap(window, 190)
            #expect(turns().isEmpty)
        }
    }

    @Test func itIsAsWideAsItsDots() {
        let control = UIPageControl()
        let (three, four) = (control.size(forNumberOfPages: 3), control.size(forNumberOfPages: 4))
        #expect(four.width - three.width == 17 && four.height == three.height)
        control.numberOfPages = 3
        #expect(control.intrinsicContentSize == three)
    }

    @Test func aPageCanHaveAnImageOfItsOwn() {
        let control = UIPageControl()
        control.numberOfPages = 2
        let star = UIImage(systemName: "star")
        control.setIndicatorImage(star, forPage: 1)
        #expect(control.indicatorImage(forPage: 1) === star && control.indicatorImage(forPage: 0) == nil)
    }
}
