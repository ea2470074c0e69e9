import AVFAudio
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// An output whose volume anybody can set.
private final class LoudOutput: SoundOutput, VolumeControl {
    private struct State {
        var volume: Double? = 0.5
        var observers: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    func open(sampleRate: Int, channels: Int) -> any SoundStream { SilentOutput().open(sampleRate: 8000, channels: 1) }
    var volumeControl: (any VolumeControl)? { self }
    var volume: Double? { state.withLock { $0.volume } }

    func setVolume(_ volume: Double) {
        let observers = state.withLock { state in
            state.volume = volume
            return state.observers
        }
        for observer in observers { observer() }
    }

    func observeVolume(_ handler: @escaping @Sendable () -> Void) -> SurroundingsObservation {
        state.withLock { $0.observers.append(handler) }
        return SurroundingsObservation { [self] in state.withLock { $0.observers = [] } }
    }

    var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }
}

/// Observes by name, as older programs do.
private final class NamedObserver: NSObject, NSKeyValueObserving, Sendable {
    let values = Monitor<[Float]>([])

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard keyPath == "outputVolume", let value = change?[.newKey] as? Float else { return }
        values.withLock { $0.append(value) }
    }
}

@Suite struct OutputVolumeTests {
    private let output = LoudOutput()
    private let phone = SimulatedPhone(clock: ManualClock())

    private func world(phone: SimulatedPhone? = nil, output: any SoundOutput) -> CaptureWorld {
        CaptureWorld(
            backends: phone.map { [$0] } ?? [], host: Nowhere(), clock: ManualClock(), soundOutput: output)
    }

    private func session(_ world: CaptureWorld) -> AVAudioSession {
        CaptureWorld.$current.withValue(world) { AVAudioSession.sharedInstance() }
    }

    @Test func itIsTheOutputsAndIsNotWatchedForNobody() {
        let world = world(output: output)
        defer { world.end() }
        let session = session(world)
        #expect(session.outputVolume == 0.5)
        output.setVolume(0.75)
        #expect(session.outputVolume == 0.75)
        world.setOutputVolume(2)
        #expect(session.outputVolume == 1 && output.volume == 1 && !output.isObserved)
    }

    @Test func anOutputWithoutAVolumeIsAsLoudAsCanBe() {
        let world = world(output: SilentOutput())
        defer { world.end() }
        world.setOutputVolume(0.5)
        #expect(session(world).outputVolume == 1)
    }

    @Test func aPhoneThatWasSetComesBeforeTheOutput() {
        let world = world(phone: phone, output: output)
        defer { world.end() }
        let session = session(world)
        #expect(session.outputVolume == 0.5)
        phone.setVolume(0.25)
        #expect(session.outputVolume == 0.25)
        world.setOutputVolume(0.75)
        #expect(phone.volume == 0.75 && output.volume == 0.5)
    }

    @Test func itIsObservedOnTheMainQueue() {
        let world = world(phone: phone, output: output)
        defer { world.end() }
        let session = session(world)
        let seen = Monitor<[[Float?]]>([])
        let observation = session.observe(\.outputVolume, options: [.old, .new]) { _, change in
            dispatchPrecondition(condition: .onQueue(.main))
            seen.withLock { $0.append([change.oldValue, change.newValue]) }
        }
        #expect(output.isObserved)
        output.setVolume(0.25)
        #expect(seen.wait(timeout: .seconds(60)) { $0.count == 1 ? true : nil } == true)
        phone.setVolume(0.75)
        #expect(seen.wait(timeout: .seconds(60)) { $0.count == 2 ? true : nil } == true)
        #expect(seen.withLock { $0 } == [[0.5, 0.25], [0.25, 0.75]])
        observation.invalidate()
    }

    /// Its handler asks for nothing but to be called, so nothing reads the value for it.
    @Test func anObserverWithoutOptionsIsCalled() {
        let world = world(output: output)
        defer { world.end() }
        let session = session(world)
        let count = Monitor(0)
        let observation = session.observe(\.outputVolume) { _, _ in count.withLock { $0 += 1 } }
        output.setVolume(0.25)
        #expect(count.wait(timeout: .seconds(60)) { $0 == 1 ? true : nil } == true)
        observation.invalidate()
    }

    @Test func itIsObservedByName() {
        let world = world(output: output)
        defer { world.end() }
        let session = session(world)
        let observer = NamedObserver()
        session.addObserver(observer, forKeyPath: "outputVolume", options: [.initial, .new], context: nil)
        output.setVolume(0)
        #expect(observer.values.wait(timeout: .seconds(60)) { $0.count == 2 ? $0 : nil } == [0.5, 0])
        session.removeObserver(observer, forKeyPath: "outputVolume")
    }
}
