import CaptureEngine
import Locking
import TestSupport
import Testing

@testable import SimulatedDevices

struct SimulatedCommandsTests {
    private let phone = SimulatedPhone(clock: ManualClock())

    @Test func aDeviceIsPluggedInAndUnplugged() throws {
        try phone.perform("plug external")
        #expect(phone.devices().contains { $0.id.name == "external" })
        try phone.perform("unplug external")
        #expect(!phone.devices().contains { $0.id.name == "external" })
    }

    @Test func theBodyTurnsAndIsInterrupted() throws {
        try phone.perform("turn portrait")
        #expect(phone.body.orientation == .portrait)
        try phone.perform("interrupt camera-in-use")
        #expect(phone.body.interruptions == [.cameraInUse])
        try phone.perform("resume camera-in-use")
        try phone.perform("lock")
        #expect(phone.body.interruptions == [.background])
    }

    @Test func buttonsArePressedAndReleased() throws {
        let events = Mutex<[SimulatedBody.Event]>([])
        let observation = phone.body.observe { event in events.withLock { $0.append(event) } }
        try phone.perform("press camera-control")
        try phone.perform("touch light-press")
        try phone.perform("slide -0.25")
        let expected: [SimulatedBody.Event] = [
            .pressed(.cameraControl, .began), .pressed(.cameraControl, .ended), .touched(.lightPress),
            .touched(.slide(-0.25)),
        ]
        #expect(events.withLock { $0 } == expected)
        withExtendedLifetime(observation) {}
    }

    @Test func faultsReplaceThoseBefore() throws {
        try phone.perform("faults no-camera")
        #expect(!phone.devices().contains { $0.kind == .camera })
        try phone.perform("faults")
        #expect(phone.devices().contains { $0.kind == .camera })
    }

    @Test(arguments: ["", "jump", "turn sideways", "plug nothing", "slide far", "turn portrait now", "faults back:odd"])
    func unknownDevicesAndWordsAreRefused(_ command: String) {
        #expect(throws: CaptureError.self) { try phone.perform(command) }
    }
}
