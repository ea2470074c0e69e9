import AVFAudio
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import TestSupport
import Testing

/// An audio session of a program that imports AVFAudio alone.
@Suite struct SessionTests {
    /// As an app has one, without `import Combine`.
    private final class Recorder: ObservableObject, @unchecked Sendable {
        @Published var isReady = false
    }

    private func inAWorld<Value>(_ devices: [String], _ body: () throws -> Value) rethrows -> Value {
        let world = CaptureWorld(backends: [FakeBackend(devices)], host: Nowhere())
        return try CaptureWorld.$current.withValue(world, operation: body)
    }

    @Test func itKnowsTheMicrophonesWithoutCaptureDevices() throws {
        try inAWorld(["camera", "mic 1", "mic 2"]) {
            let session = AVAudioSession.sharedInstance()
            #expect(session.isInputAvailable && session.sampleRate == 48_000)
            #expect(session.availableInputs?.map(\.portName) == ["mic 1", "mic 2"])
            #expect(session.currentRoute.inputs.map(\.uid) == ["fake:mic 1"])
            try session.setPreferredInput(session.availableInputs?.last)
            #expect(session.currentRoute.inputs.map(\.uid) == ["fake:mic 2"])
        }
        inAWorld(["camera"]) {
            let session = AVAudioSession.sharedInstance()
            #expect(!session.isInputAvailable && session.sampleRate == 0 && session.inputNumberOfChannels == 0)
        }
    }

    @Test func permissionIsAskedForAndPublished() async throws {
        let recorder = Recorder()
        let changes = Monitor<[Bool]>([])
        let subscription = recorder.$isReady.sink { value in changes.withLock { $0.append(value) } }
        defer { subscription.cancel() }
        let isGranted = await CaptureWorld.$current.withValue(
            CaptureWorld(backends: [FakeBackend(["mic 1"])], host: Nowhere())
        ) { await AVAudioApplication.requestRecordPermission() }
        recorder.isReady = isGranted
        #expect(isGranted && changes.withLock { $0 } == [false, true])
    }
}
