import CaptureEngine
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import UIKit

@MainActor @Suite(.ownPhoneOnManualClock) struct FeedbackTests {
    @Test func thePhoneFeelsWhatIsPlayed() {
        let felt = Mutex<[String]>([])
        let observation = CaptureWorld.current.observe { event, _ in
            if case .played(let sound) = event { felt.withLock { $0.append(sound) } }
        }
        let impact = UIImpactFeedbackGenerator(style: .heavy)
        impact.prepare()
        impact.impactOccurred()
        UINotificationFeedbackGenerator().notificationOccurred(.success)
        UISelectionFeedbackGenerator().selectionChanged()
        #expect(felt.withLock { $0 } == ["haptic heavy", "haptic success", "haptic selection"])
        withExtendedLifetime(observation) {}
    }
}
