import AVKit
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@MainActor @Suite(.ownPhone) final class EventInteractionTests {
    private let body = SimulatedPhone.ofTest.body
    private let session = AVCaptureSession()
    private var log: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    private func start() throws {
        let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(AVCapturePhotoOutput())
        session.startRunning()
    }

    private func note(_ text: String) {
        log.append(text)
        if let (count, continuation) = waiting, log.count >= count {
            waiting = nil
            continuation.resume()
        }
    }

    private func events(_ count: Int) async -> [String] {
        if log.count < count { await withCheckedContinuation { waiting = (count, $0) } }
        return log
    }

    @Test func thePrimaryAndTheSecondaryButtonHaveTheirOwnHandlers() async throws {
        try start()
        defer { session.stopRunning() }
        let interaction = AVCaptureEventInteraction { [weak self] event in
            self?.note("primary \(event.phase)")
        } secondary: { [weak self] event in
            self?.note("secondary \(event.phase)")
        }
        body.press(.cameraControl, .began)
        body.press(.cameraControl, .ended)
        body.press(.volumeUp, .began)
        body.press(.volumeUp, .cancelled)
        body.press(.volumeDown, .ended)
        #expect(
            await events(5) == [
                "primary began", "primary ended", "secondary began", "secondary cancelled", "primary ended",
            ])
        withExtendedLifetime(interaction) {}
    }

    @Test func aDisabledInteractionAndAnAppThatDoesNotCaptureGetNothing() async throws {
        let interaction = AVCaptureEventInteraction { [weak self] event in self?.note("\(event.phase)") }
        body.press(.action, .began)
        try start()
        interaction.isEnabled = false
        body.press(.action, .ended)
        // Once this has run, the press before it would have come.
        await Task { @MainActor in }.value
        interaction.isEnabled = true
        body.press(.action, .cancelled)
        #expect(await events(1) == ["cancelled"])
        session.stopRunning()
    }

    @Test func theAppMakesTheSoundOfAHeadsetWhenItWantsTo() async throws {
        try start()
        defer { session.stopRunning() }
        let sounds = Monitor<[String]>([])
        let observation = body.observe { event in
            if case .played(let sound) = event { sounds.withLock { $0.append(sound) } }
        }
        let interaction = AVCaptureEventInteraction { [weak self] event in
            let isPlayed = event.play(.beginVideoRecording)
            self?.note("\(event.shouldPlaySound) \(isPlayed)")
        }
        body.press(.headset, .ended)
        #expect(await events(1) == ["false false"])
        AVCaptureEventInteraction.defaultCaptureSoundDisabled = true
        defer { AVCaptureEventInteraction.defaultCaptureSoundDisabled = false }
        body.press(.headset, .ended)
        body.press(.cameraControl, .ended)
        #expect(await events(3) == ["false false", "true true", "false false"])
        #expect(sounds.withLock { $0 } == ["cameraShutter", "beginVideoRecording"])
        withExtendedLifetime((interaction, observation)) {}
    }

    @Test func aSoundOfTheAppsOwnNeedsAFile() {
        #expect(throws: CocoaError.self) { try AVCaptureEventSound(url: URL(fileURLWithPath: "/nowhere.wav")) }
    }
}
