import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct HoverTests {
    @Test func thePointerComesAndGoes() {
        var (outer, inner): ([Bool], [HoverPhase]) = ([], [])
        let shown = Shown(
            VStack(spacing: 20) {
                Color.red.frame(width: 100, height: 40).onContinuousHover { inner.append($0) }
                Color.blue.frame(width: 100, height: 40)
            }
            .onHover { outer.append($0) }, width: 100, height: 100)
        shown.host.hover(at: CGPoint(x: 10, y: 10))
        shown.host.hover(at: CGPoint(x: 20, y: 30))
        // Between the two, still inside of both.
        shown.host.hover(at: CGPoint(x: 20, y: 50))
        shown.host.hover(at: CGPoint(x: 20, y: 80))
        #expect(outer == [true])
        #expect(inner == [.active(CGPoint(x: 10, y: 10)), .active(CGPoint(x: 20, y: 30)), .ended])
        shown.host.hover(at: nil)
        #expect(outer == [true, false])
    }

    @Test func placesAreInTheCoordinatesAskedFor() {
        var phases: [HoverPhase] = []
        let shown = Shown(
            Color.red.frame(width: 50, height: 50).onContinuousHover(coordinateSpace: .global) { phases.append($0) },
            width: 100, height: 100)
        shown.host.hover(at: CGPoint(x: 30, y: 40))
        #expect(phases == [.active(CGPoint(x: 30, y: 40))])
    }

    @Test func aWindowTellsItsViews() {
        var seen: [Bool] = []
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.rootViewController = UIHostingController(rootView: Color.red.onHover { seen.append($0) })
        window.isHidden = false
        window.layoutIfNeeded()
        defer { window.isHidden = true }
        window.receiveHover(at: CGPoint(x: 50, y: 50))
        window.receiveHover(at: nil)
        #expect(seen == [true, false])
    }
}
