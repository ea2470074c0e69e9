import Foundation
import GtkSupport
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct RefreshTests {
    @MainActor final class Loads {
        var count = 0
        var ends: [CheckedContinuation<Void, Never>] = []

        func load() async {
            count += 1
            await withCheckedContinuation { ends.append($0) }
        }
    }

    private func list(_ loads: Loads) -> Shown {
        Shown.root(List { Text(verbatim: "row") }.refreshable { await loads.load() })
    }

    private func until(_ condition: () -> Bool, _ update: () -> Void = {}) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(ContinuousClock.now < deadline)
            await Task.yield()
            update()
        }
    }

    private func started(_ loads: Loads, _ count: Int) async throws { try await until { loads.count >= count } }

    @Test func pullingTheContentDownLoadsItAgainUntilItIsThere() async throws {
        let loads = Loads()
        let shown = list(loads)
        let rest = shown.frame(of: "row")!.minY
        shown.touch(.began, 200, 200)
        shown.touch(.moved, 200, 400)
        shown.update()
        // The content follows the finger.
        #expect(shown.frame(of: "row")!.minY == rest + 99)
        shown.touch(.ended, 200, 400)
        try await started(loads, 1)
        shown.update()
        shown.advance(by: 1)
        #expect(loads.count == 1 && shown.frame(of: "row")!.minY == rest + 49)
        loads.ends[0].resume()
        try await until({ shown.frame(of: "row")!.minY == rest }, { shown.update() })
        shown.advance(by: 1)
        shown.advance(by: 1)
        #expect(!shown.graph.clock.isTicking)
    }

    @Test func aSmallPullLoadsNothing() {
        let loads = Loads()
        let shown = list(loads)
        let rest = shown.frame(of: "row")!
        shown.touch(.began, 200, 200)
        shown.touch(.moved, 200, 250)
        shown.touch(.ended, 200, 250)
        shown.update()
        shown.advance(by: 1)
        #expect(loads.count == 0 && shown.frame(of: "row") == rest)
    }

    @Test func keysAndAssistiveProgramsLoadAgain() async throws {
        let loads = Loads()
        let shown = list(loads)
        #expect(shown.graph.press(GtkSupport.KeyPress(character: nil, name: "F5", modifiers: [])))
        try await started(loads, 1)
        // One at a time.
        #expect(shown.graph.press(GtkSupport.KeyPress(character: "r", name: "r", modifiers: .control)))
        loads.ends[0].resume()
        try await until({ loads.count == 2 }) {
            shown.update()
            shown.press("Refresh")
        }
        loads.ends[1].resume()
        #expect(loads.count == 2)
    }

    struct Reader: View {
        let told: (RefreshAction?) -> Void
        @Environment(\.refresh) private var refresh
        var body: some View {
            let _ = told(refresh)
            Text(verbatim: "reader")
        }
    }

    @Test func viewsFindTheActionInTheEnvironment() async {
        var found: RefreshAction?
        let loads = Loads()
        _ = Shown(Reader { found = $0 })
        #expect(found == nil)
        _ = Shown(Reader { found = $0 }.refreshable { await MainActor.run { loads.count += 1 } })
        await found?()
        #expect(loads.count == 1)
    }

    @Test func aPullThatIsCancelledLoadsNothing() {
        let loads = Loads()
        let shown = list(loads)
        let rest = shown.frame(of: "row")!
        shown.touch(.began, 200, 200)
        shown.touch(.moved, 200, 400)
        shown.touch(.cancelled, 200, 400)
        shown.update()
        // Neither is the circle of a refresh that has begun left.
        shown.advance(by: 1)
        #expect(shown.frame(of: "row") == rest && loads.count == 0)
    }
}
