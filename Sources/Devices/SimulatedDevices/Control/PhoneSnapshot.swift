import CaptureEngine

/// The phone's state at one moment, in the words of its commands.
package struct PhoneSnapshot: Sendable, Equatable, Codable {
    package var orientation: String
    /// In degrees, clockwise from ``orientation``.
    package var tilt: Double
    package var isLocked: Bool
    /// What takes devices away from the program now.
    package var interruptions: [String]
    /// The devices that are there.
    package var devices: [String]
    /// The devices that the program has open.
    package var running: [String]
    package var pressure: String
    /// Whether the program may use any of the cameras.
    package var allowsCameras: Bool
    package var allowsMicrophone: Bool
    /// Of the scene; 1 is a bright day.
    package var brightness: Double
    /// In the words of its command; `nil` if the phone does not know where it is.
    package var place: String?
    /// From 0 to 1; `nil` if the machine's volume counts.
    package var volume: Double?

    /// Other threads may change the phone meanwhile: each value was true at some moment during the call.
    package init(_ phone: SimulatedPhone) {
        let (body, facts) = (phone.body, phone.facts)
        orientation = PhoneWords.orientations.word(for: body.orientation)
        tilt = body.tilt
        isLocked = body.isLocked
        let interruptions = body.interruptions
        self.interruptions = PhoneWords.interruptions.words.filter {
            PhoneWords.interruptions[$0].map(interruptions.contains) == true
        }
        devices = facts.present
        running = facts.running
        pressure = PhoneWords.pressures.word(for: phone.pressure.level)
        allowsCameras = SimulatedPhone.cameraNames.contains { !facts.denied.contains($0) }
        allowsMicrophone = !facts.denied.contains(SimulatedPhone.microphoneName)
        brightness = facts.brightness
        place = phone.place?.words
        volume = phone.volume
    }

    /// The changes from `old` to this state, each as the command that would cause it, and `start` and `stop` of a
    /// device, which only the program itself can cause.
    func changes(since old: PhoneSnapshot) -> [String] {
        var changes: [String] = []
        if orientation != old.orientation { changes.append("turn \(orientation)") }
        if tilt != old.tilt { changes.append("tilt \(tilt)") }
        if isLocked != old.isLocked { changes.append(isLocked ? "lock" : "unlock") }
        changes += Self.difference(old.interruptions, interruptions, "interrupt", "resume")
        changes += Self.difference(old.devices, devices, "plug", "unplug")
        changes += Self.difference(old.running, running, "start", "stop")
        if pressure != old.pressure { changes.append("pressure \(pressure)") }
        if allowsCameras != old.allowsCameras { changes.append("\(allowsCameras ? "allow" : "deny") cameras") }
        if allowsMicrophone != old.allowsMicrophone {
            changes.append("\(allowsMicrophone ? "allow" : "deny") microphone")
        }
        if brightness != old.brightness { changes.append("brightness \(brightness)") }
        if place != old.place { changes.append("place \(place ?? "none")") }
        if let volume, volume != old.volume { changes.append("volume \(volume)") }
        return changes
    }

    private static func difference(_ old: [String], _ new: [String], _ came: String, _ went: String) -> [String] {
        old.filter { !new.contains($0) }.map { "\(went) \($0)" }
            + new.filter { !old.contains($0) }.map { "\(came) \($0)" }
    }
}
