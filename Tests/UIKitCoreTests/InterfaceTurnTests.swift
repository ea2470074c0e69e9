import CaptureEngine
import DeviceKinds
import SimulatedDevices
import TestSupport
import Testing

@testable import UIKitCore

@Suite(.ownPhoneOnManualClock, .timeLimit(.minutes(3))) @MainActor struct InterfaceTurnTests {
    private let phone = SimulatedPhone.ofTest

    @Test func theInterfaceStandsAsThePhoneIsHeld() async throws {
        phone.body.turn(to: .portrait)
        let turn = InterfaceTurn(world: .current)
        #expect(turn.orientation == .portrait)
        let (changes, news) = AsyncStream.makeStream(of: UIInterfaceOrientation.self)
        turn.didChange = { news.yield(turn.orientation) }
        // It turns against the phone, and lying flat is no orientation of an interface.
        phone.body.turn(to: .landscapeLeft)
        phone.body.turn(to: .faceUp)
        phone.body.turn(to: .portraitUpsideDown)
        var seen: [UIInterfaceOrientation] = []
        for await change in changes {
            seen.append(change)
            if seen.count == 2 { break }
        }
        #expect(seen == [.landscapeRight, .portraitUpsideDown])
        #expect(turn.orientation == .portraitUpsideDown)
    }

    @Test func aMachineThatDoesNotKnowHowItIsHeldLiesOnItsSide() {
        let world = CaptureWorld(backends: [], host: Nowhere(), clock: ManualClock())
        defer { world.end() }
        #expect(InterfaceTurn(world: world).orientation == .landscapeRight)
    }
}
