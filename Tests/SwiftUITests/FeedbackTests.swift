import CaptureEngine
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import SwiftUI

@MainActor @Suite(.ownPhoneOnManualClock) struct SensoryFeedbackTests {
    private struct Shutter: View {
        @State private var count = 0
        var body: some View {
            Button("shoot") { count += 1 }
                .sensoryFeedback(.impact(weight: .light), trigger: count)
                .sensoryFeedback(.success, trigger: count) { _, new in new == 2 }
                .sensoryFeedback(trigger: count) { old, _ in old == 0 ? .selection : nil }
        }
    }

    @Test func aChangeIsFelt() throws {
        let felt = Mutex<[String]>([])
        let observation = CaptureWorld.current.observe { event, _ in
            if case .played(let sound) = event { felt.withLock { $0.append(sound) } }
        }
        let shown = Shown(Shutter())
        #expect(felt.withLock { $0 } == [])
        for _ in 0..<2 {
            shown.tap(try #require(shown.frame(of: "shoot")))
            shown.update()
        }
        #expect(
            felt.withLock { $0.sorted() } == ["haptic light", "haptic light", "haptic selection", "haptic success"])
        withExtendedLifetime(observation) {}
    }
}
