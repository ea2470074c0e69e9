import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct TouchTests {
    @Test func aTouchIsAsPreciseAsItIs() {
        let (outer, view) = (UIView(frame: .zero), UIView(frame: CGRect(x: 10, y: 20, width: 50, height: 50)))
        outer.addSubview(view)
        let touch = UITouch(at: CGPoint(x: 30.25, y: 30.5), time: 1)
        touch.place.x += 0.5
        #expect(touch.preciseLocation(in: view) == touch.location(in: view))
        #expect(touch.precisePreviousLocation(in: view) == touch.previousLocation(in: view))
        #expect(touch.preciseLocation(in: nil) == CGPoint(x: 30.75, y: 30.5))
        #expect(touch.precisePreviousLocation(in: nil) == CGPoint(x: 30.25, y: 30.5))
    }

    @Test func aTextHasOnlyWhatIsEntered() {
        #expect(UITextView().markedTextRange == nil && UITextField().markedTextRange == nil)
        #expect(UITextRange().isEmpty)
    }
}
