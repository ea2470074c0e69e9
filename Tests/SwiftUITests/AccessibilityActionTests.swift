import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct AccessibilityActionTests {
    @Test func theDefaultActionIsAPress() throws {
        var pressed = 0
        let shown = Shown(Text("Shutter").accessibilityAction { pressed += 1 })
        let element = try #require(shown.accessible.first { $0.accessibilityLabel == "Shutter" })
        #expect(element.accessibilityTraits.contains(.button))
        #expect(shown.press("Shutter") && pressed == 1)
    }

    @Test func actionsWithNamesAreButtonsForAssistivePrograms() {
        var done: [String] = []
        var taps = 0
        let shown = Shown(
            Color.red.frame(width: 100, height: 100)
                .onTapGesture { taps += 1 }
                .accessibilityAction(named: "Flip") { done.append("flip") }
                .accessibilityAction(named: Text("Lock")) { done.append("lock") }
                .accessibilityAction(.escape) { done.append("escape") }, width: 100, height: 100)
        #expect(shown.press("Flip") && shown.press("Lock") && shown.press("Escape") && !shown.press("Fly"))
        #expect(done == ["flip", "lock", "escape"])
        // The pointer finds the view, also in the corner.
        shown.tap(0, 0)
        #expect(taps == 1)
        #expect(shown.size == CGSize(width: 100, height: 100))
    }

    @Test func anActionKeepsTheNameOfItsView() {
        let shown = Shown(
            Color.red.accessibilityLabel("Zoom").accessibilityAction(named: "Reset") {}.accessibilityHint("A hint"))
        let labels = shown.accessible.map { [$0.accessibilityLabel, $0.accessibilityHint] }
        #expect(labels.contains(["Zoom", "A hint"]) && labels.contains(["Reset", nil]))
    }

    @Test func aValueIsMadeLargerAndSmaller() {
        var value = 1
        let shown = Shown(
            Text("Zoom").accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: value += 10
                case .decrement: value -= 1
                }
            })
        #expect(shown.press("Increment") && value == 11)
        #expect(shown.press("Decrement") && value == 10)
    }

    private func isHidden(_ view: UIView) -> Bool {
        var view: UIView? = view
        while let current = view {
            if current.accessibilityElementsHidden { return true }
            view = current.superview
        }
        return false
    }

    @Test func aRepresentationStandsForTheView() throws {
        var pressed = 0
        let shown = Shown(
            Text("drawn").frame(width: 100, height: 50).accessibilityRepresentation {
                Button("read") { pressed += 1 }
            })
        #expect(shown.press("read") && pressed == 1)
        let hidden = try #require(shown.views(UILabel.self).first { $0.text == "drawn" })
        #expect(isHidden(hidden))
        let read = try #require(shown.accessible.first { $0.accessibilityLabel == "read" })
        #expect(!isHidden(read))
        #expect(shown.size == CGSize(width: 100, height: 50))
    }
}
