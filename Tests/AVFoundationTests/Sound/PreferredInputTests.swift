import AVFoundation
import CaptureEngine
import DeviceKinds
import Locking
import TestSupport
import Testing

/// Which microphone a program prefers.
struct PreferredInputTests {
    private func inAWorld(_ devices: [String], _ body: (AVAudioSession) throws -> Void) rethrows {
        try CaptureWorld.$current.withValue(CaptureWorld(backends: [FakeBackend(devices)], host: Nowhere())) {
            try body(AVAudioSession.sharedInstance())
        }
    }

    @Test func microphonesAreDescribed() throws {
        try inAWorld(["camera", "mic of the desk", "mic (USB)"]) { session in
            let inputs = try #require(session.availableInputs)
            #expect(inputs.map(\.portName) == ["mic of the desk", "mic (USB)"])
            #expect(inputs.map(\.portType) == [.builtInMic, .usbAudio])
            #expect(inputs[0].uid == AVCaptureDevice.default(for: .audio)?.uniqueID)
            let channels = try #require(inputs[0].channels)
            #expect(channels.map(\.channelNumber) == Array(1..<(session.inputNumberOfChannels + 1)))
            #expect(channels.allSatisfy { $0.owningPortUID == inputs[0].uid })
            #expect(inputs[0].dataSources == nil && session.currentRoute.outputs.isEmpty)
            #expect(session.currentRoute.inputs == [inputs[0]])
        }
    }

    @Test func thePreferredMicrophoneIsTheDefaultOne() throws {
        try inAWorld(["mic 1", "mic 2"]) { session in
            let reasons = Mutex<[UInt]>([])
            let token = NotificationCenter.default.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
            ) { note in
                let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
                reasons.withLock { $0.append(reason ?? 0) }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            let second = try #require(session.availableInputs?.last)
            #expect(session.preferredInput == nil)
            try session.setPreferredInput(second)
            #expect(session.preferredInput == second && session.currentRoute.inputs == [second])
            #expect(AVCaptureDevice.default(for: .audio)?.uniqueID == second.uid)
            try session.setPreferredInput(second)
            try session.setPreferredInput(nil)
            #expect(session.preferredInput == nil && AVCaptureDevice.default(for: .audio)?.localizedName == "mic 1")
            let override = AVAudioSession.RouteChangeReason.override.rawValue
            #expect(reasons.withLock { $0 } == [override, override])
        }
    }

    @Test func aMicrophoneThatIsGoneCannotBePreferred() {
        var gone: AVAudioSessionPortDescription?
        inAWorld(["mic 1"]) { gone = $0.availableInputs?.first }
        inAWorld(["mic 2"]) { session in
            let error = #expect(throws: NSError.self) { try session.setPreferredInput(gone) }
            #expect(error?.code == AVAudioSession.ErrorCode.badParam.rawValue)
            #expect(error?.localizedDescription == "“mic 1” is not connected; plug it in again.")
        }
    }

    @Test func wishesAreKept() throws {
        try inAWorld(["mic 1"]) { session in
            try session.setPreferredSampleRate(44_100)
            try session.setPreferredIOBufferDuration(0.005)
            try session.setPreferredInputNumberOfChannels(session.maximumInputNumberOfChannels)
            #expect(session.preferredSampleRate == 44_100 && session.preferredIOBufferDuration == 0.005)
            #expect(session.preferredInputNumberOfChannels == session.inputNumberOfChannels)
            #expect(throws: NSError.self) { try session.setPreferredInputNumberOfChannels(100) }
        }
    }
}
