import CaptureEngine
import Foundation
import SimulatedPhone
import Testing

@testable import SimulatedDevices

/// The phone of a process, in typed calls.
struct PhoneTests {
    private let simulated = SimulatedDevices.SimulatedPhone(clock: ManualClock())
    private var phone: Phone { Phone(simulated) }

    @Test(arguments: Phone.Device.allCases) func everyDeviceComesAndGoes(device: Phone.Device) {
        phone.plug(device)
        #expect(phone.state().devices.contains(device))
        phone.unplug(device)
        #expect(!phone.state().devices.contains(device))
    }

    @Test(arguments: Phone.Orientation.allCases) func itIsHeldInEveryOrientation(orientation: Phone.Orientation) {
        phone.turn(to: orientation)
        #expect(phone.state().orientation == orientation)
    }

    @Test(arguments: Phone.Interruption.allCases) func interruptionsBeginAndEnd(interruption: Phone.Interruption) {
        phone.interrupt(interruption)
        #expect(phone.state().interruptions == [interruption])
        phone.resume(interruption)
        #expect(phone.state().interruptions.isEmpty)
    }

    @Test func itIsSomewhere() async throws {
        let events = phone.events()
        #expect(phone.state().place == nil)
        let place = Phone.Place(latitude: -33.8568, longitude: 151.2153, altitude: 4.5)
        phone.setPlace(place)
        let state = phone.state()
        #expect(state.place == place)
        #expect(try JSONDecoder().decode(Phone.State.self, from: try JSONEncoder().encode(state)) == state)
        phone.setPlace(Phone.Place(latitude: 0, longitude: -180, accuracy: 100))
        phone.setPlace(nil)
        #expect(
            await Array(events.prefix(3)) == [
                .moved(place), .moved(Phone.Place(latitude: 0, longitude: -180, accuracy: 100)), .moved(nil),
            ])
    }

    @Test func itGetsLouder() async throws {
        let events = phone.events()
        #expect(phone.state().volume == nil)
        phone.setVolume(0.25)
        phone.setVolume(0.25)
        phone.setVolume(1)
        let state = phone.state()
        #expect(state.volume == 1)
        #expect(try JSONDecoder().decode(Phone.State.self, from: try JSONEncoder().encode(state)) == state)
        #expect(await Array(events.prefix(2)) == [.volumeChanged(0.25), .volumeChanged(1)])
    }

    @Test(arguments: Phone.Pressure.allCases) func itGetsHot(pressure: Phone.Pressure) {
        phone.setPressure(pressure)
        #expect(phone.state().pressure == pressure)
    }

    @Test func whatAPersonRefusesIsSeen() {
        phone.deny(.cameras)
        #expect(!phone.state().allowsCameras && phone.state().allowsMicrophone)
        phone.allow(.cameras)
        phone.deny(.microphone)
        #expect(phone.state().allowsCameras && !phone.state().allowsMicrophone)
    }

    @Test func faultsAreThoseOfTheEnvironment() throws {
        let faults: [Phone.Device: [Phone.Fault]] = [
            .back: [.unplugs(after: .milliseconds(1500)), .dropsEvery(10)], .front: [.missing],
            .external: [.busy, .corruptsEvery(3)], .microphone: [.denied, .stalls(after: .seconds(2))],
        ]
        let words = Phone.Command.faults(faults).words
        var back = SimulatedFaults()
        (back.unplugAfterMilliseconds, back.dropEvery) = (1500, 10)
        var external = SimulatedFaults()
        (external.isBusy, external.corruptEvery) = (true, 3)
        var microphone = SimulatedFaults()
        (microphone.isDenied, microphone.stallAfterMilliseconds) = (true, 2000)
        let parsed = try SimulatedFaults.parse(String(words.dropFirst("faults ".count)))
        #expect(parsed["back"] == back && parsed["external"] == external && parsed["microphone"] == microphone)
        phone.setFaults(faults)
        #expect(!phone.state().devices.contains(.front) && !phone.state().allowsMicrophone)
        phone.setFaults([:])
        #expect(phone.state().devices.contains(.front) && phone.state().allowsMicrophone)
    }

    @Test func eventsReportEachChangeOnceAndInOrder() async {
        let events = phone.events()
        phone.turn(to: .portrait)
        phone.turn(to: .portrait)
        phone.tilt(degrees: -7.5)
        phone.lock()
        phone.unlock()
        phone.plug(.external)
        phone.press(.volumeUp)
        phone.touchCameraControl(.lightPress)
        phone.slide(by: -0.25)
        phone.setPressure(.serious)
        phone.deny(.microphone)
        phone.setBrightness(0.125)
        simulated.body.press(.action, .cancelled)
        simulated.body.play("photo-shutter")
        let expected: [Phone.Event] = [
            .turned(.portrait), .tilted(degrees: -7.5), .locked, .interrupted(.background), .unlocked,
            .resumed(.background), .plugged(.external), .pressed(.volumeUp), .released(.volumeUp),
            .touched(.lightPress), .slid(-0.25), .pressureChanged(.serious), .denied(.microphone),
            .brightnessChanged(0.125), .cancelled(.action), .played(sound: "photo-shutter"),
        ]
        #expect(await Array(events.prefix(expected.count)) == expected)
    }

    @Test func aCameraThatAnAppOpensIsSeen() async throws {
        let events = phone.events()
        let camera = try simulated.device(named: "back")
        let source = try simulated.source(for: camera)
        let format = try #require(camera.formats.first)
        try source.start(SourceConfiguration(format: format)) { _ in }
        #expect(phone.state().running == [.back])
        phone.unplug(.back)
        source.stop()
        #expect(await Array(events.prefix(3)) == [.started(.back), .unplugged(.back), .stopped(.back)])
        #expect(phone.state().running.isEmpty)
    }

    @Test func waitingEndsWhenTheConditionIsTrue() async throws {
        try await phone.wait { $0.orientation == .landscapeLeft }
        let phone = phone
        async let isPortrait: Void = phone.wait { $0.orientation == .portrait }
        phone.turn(to: .faceUp)
        phone.turn(to: .portrait)
        try await isPortrait
    }

    @Test func waitingEndsWithItsTask() async {
        let phone = phone
        let waiting = Task { try await phone.wait { $0.isLocked } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func wordsThatAreNotACommandAreAnError() {
        let error = #expect(throws: PhoneError.self) { try phone.perform("turn sideways") }
        #expect(error?.code == .unknownCommand && error?.message.contains("portrait") == true)
    }

    @Test func aStateIsTheSameAfterJSON() throws {
        phone.unplug(.back)
        phone.interrupt(.pressure)
        let json = try JSONEncoder().encode(phone.state())
        #expect(try JSONDecoder().decode(Phone.State.self, from: json) == phone.state())
    }

    // MARK: The words of both modules

    @Test func bothModulesHaveTheSameWords() {
        #expect(Phone.Device.allCases.map(\.rawValue).sorted() == SimulatedDevices.SimulatedPhone.names.sorted())
        #expect(Phone.Orientation.allCases.map(\.rawValue) == PhoneWords.orientations.words)
        #expect(Phone.Interruption.allCases.map(\.rawValue) == PhoneWords.interruptions.words)
        #expect(Phone.Button.allCases.map(\.rawValue) == PhoneWords.buttons.words)
        #expect(Phone.Touch.allCases.map(\.rawValue) == PhoneWords.touches.words)
        #expect(Phone.Pressure.allCases.map(\.rawValue) == PhoneWords.pressures.words)
        #expect(Phone.Permission.allCases.map(\.rawValue) == PhoneWords.permissions.words)
        #expect(SimulatedBody.Orientation.allCases.count == PhoneWords.orientations.words.count)
        // A phone that sleeps is locked; only a machine says that it is about to sleep.
        let ofPhones = SimulatedBody.Interruption.allCases.filter { $0 != .sleep }
        #expect(ofPhones.count == PhoneWords.interruptions.words.count)
    }

    @Test(arguments: ["", "turn", "turn sideways", "fly", "lock now", "tilt far"])
    func wordsThatAreNotAnEventGiveNone(words: String) {
        #expect(Phone.Event(words) == nil)
    }
}

extension Array {
    /// The elements of a sequence that ends.
    init<Elements: AsyncSequence>(_ elements: Elements) async
    where Elements.Element == Element, Elements.Failure == Never, Element: Sendable {
        self.init()
        for await element in elements { append(element) }
    }
}
