import CaptureEngine
import Locking
import SimulatedDevices
import Testing

/// The simulated phone's commands and events, in words.
struct PhoneCommandTests {
    let phone = SimulatedPhone(clock: ManualClock())

    private func perform(_ text: String) throws {
        for command in text.split(separator: ";") { try phone.perform(String(command)) }
    }

    @Test func devicesComeAndGo() throws {
        try perform("plug external; unplug back")
        #expect(phone.devices().contains { $0.id.name == "external" })
        #expect(!phone.devices().contains { $0.id.name == "back" })
        try perform("unplug external; plug back")
        #expect(!phone.devices().contains { $0.id.name == "external" })
        #expect(phone.devices().contains { $0.id.name == "back" })
    }

    @Test func camerasAreRefusedAndAllowed() throws {
        let camera = DeviceID(scheme: "simulated", name: "front")
        try perform("deny cameras")
        #expect(phone.refuses(camera) && !phone.refuses(DeviceID(scheme: "simulated", name: "microphone")))
        try perform("allow cameras; deny microphone")
        #expect(!phone.refuses(camera) && phone.refuses(DeviceID(scheme: "simulated", name: "microphone")))
    }

    @Test func faultsBeginAndEnd() throws {
        try perform("faults front:denied")
        #expect(phone.refuses(DeviceID(scheme: "simulated", name: "front")))
        try perform("faults")
        #expect(!phone.refuses(DeviceID(scheme: "simulated", name: "front")))
    }

    @Test func thePhoneIsTurnedAndLocked() throws {
        try perform("turn portrait-upside-down; tilt -7.5; lock")
        #expect(phone.body.orientation == .portraitUpsideDown && phone.body.tilt == -7.5 && phone.body.isLocked)
        try perform("unlock")
        #expect(!phone.body.isLocked)
    }

    @Test func buttonsArePressed() throws {
        let events = Notes()
        let observation = phone.body.observe { events.add($0) }
        try perform(
            "press camera-control; press volume-up; touch light-press; slide -0.25; touch leave")
        #expect(
            events.all == [
                .pressed(.cameraControl, .began), .pressed(.cameraControl, .ended), .pressed(.volumeUp, .began),
                .pressed(.volumeUp, .ended), .touched(.lightPress), .touched(.slide(-0.25)), .touched(.leave),
            ])
        withExtendedLifetime(observation) {}
    }

    @Test func interruptionsBeginAndEnd() throws {
        try perform("interrupt microphone-in-use; interrupt camera-in-use")
        #expect(phone.body.interruptions == [.microphoneInUse, .cameraInUse])
        try perform("resume microphone-in-use; resume camera-in-use")
        #expect(phone.body.interruptions.isEmpty)
    }

    @Test func thePhoneIsSomewhere() throws {
        #expect(phone.place == nil)
        try perform("place -33.8568,151.2153,-12.5,8")
        let place = try #require(phone.place)
        #expect(place.latitude == -33.8568 && place.longitude == 151.2153)
        #expect(place.altitude == -12.5 && place.accuracy == 8)
        try perform("place 48.1372,11.5756")
        let next = try #require(phone.place)
        #expect(next.latitude == 48.1372 && next.altitude == nil && next.accuracy == 5 && next.time >= place.time)
        #expect(place.time > 1e9)
        try perform("place 48.1372,11.5756,,20")
        #expect(phone.place?.altitude == nil && phone.place?.accuracy == 20)
        try perform("place none")
        #expect(phone.place == nil)
    }

    @Test func thePhoneGetsLouder() throws {
        #expect(phone.volume == nil)
        try perform("volume 0.25")
        #expect(phone.volume == 0.25)
        try perform("volume 0; volume 1")
        #expect(phone.volume == 1)
    }

    @Test func thePhoneGetsHot() throws {
        try perform("pressure serious")
        #expect(phone.pressure.level == .serious)
    }

    @Test(arguments: [
        "explode", "plug nothing", "turn sideways", "press doorbell", "slide far", "faults back:flying", "tilt inf",
        "brightness dark", "turn", "allow everything", "interrupt party", "unplug back front", "lock twice",
        "brightness 0", "brightness nan", "slide inf", "head 2", "head left", "shake -1",
        "shake much", "shake inf", "shake 20.1", "place", "place here", "place 48", "place 91,0", "place 0,-181",
        "volume", "volume -0.1", "volume 1.1", "volume nan", "volume loud", "place nan,0",
        "place 1,2,", "place 1,2,inf", "place 1,2,3,0", "place 1,2,3,4,5", "place 1,2,3,",
    ])
    func anUnknownCommandIsNamed(text: String) {
        let error = #expect(throws: CaptureError.self) { try phone.perform(text) }
        let word = text.hasPrefix("faults") ? "back:flying" : text
        #expect(error?.message.contains(word) == true)
    }
}

extension PhoneCommandTests {
    @Test func theAlternativesAreListed() {
        #expect(refusal("explode")?.contains("there are allow, brightness, deny, faults, head, interrupt,") == true)
        #expect(refusal("press doorbell")?.contains("press takes camera-control, volume-up,") == true)
        #expect(refusal("faults back:flying")?.contains("faults takes a list such as back:denied") == true)
    }

    @Test func aLongCommandIsNotRepeatedInFull() throws {
        let sentence = try #require(refusal("turn \u{1B}[2J" + String(repeating: "x", count: 4000)))
        #expect(sentence.count < 250 && sentence.contains("turn ?[2Jxxx") && sentence.contains("…"))
    }

    private func refusal(_ command: String) -> String? {
        do throws(CaptureError) { try phone.perform(command) } catch { return error.message }
        return nil
    }
}

/// What the phone has reported.
private final class Notes: Sendable {
    private let events = Monitor<[SimulatedBody.Event]>([])

    func add(_ event: SimulatedBody.Event) { events.withLock { $0.append(event) } }

    var all: [SimulatedBody.Event] { events.withLock { $0 } }
}
