import CaptureEngine

/// What can be done to the phone, in words, for scripts that test a program from outside.
///
/// | command | what happens |
/// | --- | --- |
/// | `plug external`, `unplug back` | a device comes or goes |
/// | `turn portrait` | it is held that way; also `portrait-upside-down`, `landscape-left`, `landscape-right`,
/// `face-up`, `face-down` |
/// | `tilt 5` | it is turned by this many degrees clockwise from there |
/// | `deny cameras`, `allow cameras` | apps may not use them, and lose those that run, or may; also `microphone` |
/// | `interrupt camera-in-use`, `resume camera-in-use` | also `background`, `microphone-in-use`, `other-app`, `pressure` |
/// | `lock`, `unlock` | the screen is locked |
/// | `press camera-control` | the button is pressed fully and released; also `volume-up`, `volume-down`, `action`,
/// `headset` |
/// | `touch light-press` | a touch of the Camera Control; also `double-light-press`, `leave` |
/// | `slide 0.25` | a slide along the Camera Control, as a fraction of its length; negative is to the left |
/// | `pressure serious` | also `nominal`, `fair`, `critical`, `shutdown` |
/// | `faults back:denied` | as in `AVCAM_SIMULATED_FAULTS`, instead of all faults before; `faults` alone removes them |
/// | `brightness 0.1` | how bright the scene is; 1 is a bright day |
/// | `head 0.3` | where the head in front of the front camera is, from left to right; also `still`, `swinging`, `away` |
/// | `shake 1` | a hand holds the phone: 1 is one without support, 0 a tripod |
/// | `place 48.1372,11.5756,519,5` | the phone is there: latitude, longitude, altitude, accuracy; also `none` |
/// | `volume 0.5` | how loud the phone is; 1 is as loud as it can be. Its volume keys do not change it |
extension SimulatedPhone {
    /// - Throws: `deviceFailed`, with a sentence that names the command and lists what there is instead.
    package func perform(_ command: String) throws(CaptureError) {
        let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let verb = words.first, let expected = Self.commands[verb] else {
            throw Self.unknown(command, "there are \(Self.commands.keys.sorted().joined(separator: ", "))")
        }
        guard words.count <= 2, perform(verb, words.dropFirst().first ?? "") else {
            throw Self.unknown(command, "\(verb) takes \(expected)")
        }
    }

    /// - Returns: `false` if this verb does not take the argument.
    private func perform(_ verb: String, _ argument: String) -> Bool {
        switch verb {
        case "plug": apply(Self.device(argument)) { plug($0) }
        case "unplug": apply(Self.device(argument)) { unplug($0) }
        case "turn": apply(PhoneWords.orientations[argument]) { body.turn(to: $0) }
        case "tilt": apply(Self.number(argument)) { body.tilt(by: $0) }
        case "allow", "deny":
            apply(PhoneWords.permissions[argument]) { setAllowed(verb == "allow", cameras: $0 == .cameras) }
        case "interrupt": apply(PhoneWords.interruptions[argument]) { body.begin($0) }
        case "resume": apply(PhoneWords.interruptions[argument]) { body.end($0) }
        case "lock", "unlock": apply(argument.isEmpty ? verb == "lock" : nil) { body.setLocked($0) }
        case "press": apply(PhoneWords.buttons[argument]) { press($0) }
        case "touch": apply(PhoneWords.touches[argument]) { body.touch($0) }
        case "slide": apply(Self.number(argument)) { body.touch(.slide(Float($0))) }
        case "pressure": apply(PhoneWords.pressures[argument]) { setPressure(DevicePressure(level: $0)) }
        case "faults": apply(try? SimulatedFaults.parse(argument)) { replaceFaults($0) }
        case "brightness": apply(Self.number(argument).flatMap { $0 > 0 ? $0 : nil }) { setSceneBrightness($0) }
        case "shake":
            apply(Self.number(argument).flatMap { (0...20).contains($0) ? $0 : nil }) {
                setShake(HandShake(strength: $0))
            }
        case "head": apply(Self.head(argument)) { setHead($0) }
        case "place": apply(Self.place(argument)) { setPlace($0) }
        case "volume": apply(Self.number(argument).flatMap { (0...1).contains($0) ? $0 : nil }) { setVolume($0) }
        default: false
        }
    }

    private func apply<Value>(_ value: Value?, _ change: (Value) -> Void) -> Bool {
        value.map(change) != nil
    }

    private func press(_ button: SimulatedBody.Button) {
        body.press(button, .began)
        body.press(button, .ended)
    }

    private func replaceFaults(_ faults: [String: SimulatedFaults]) {
        for name in Self.names { setFaults(faults[name] ?? SimulatedFaults(), of: name) }
    }

    // MARK: Arguments

    /// The verbs, each with what it takes.
    private static let commands: [String: String] = {
        let devices = list(names)
        let permissions = list(PhoneWords.permissions.words)
        let interruptions = list(PhoneWords.interruptions.words)
        return [
            "plug": devices, "unplug": devices, "turn": list(PhoneWords.orientations.words), "tilt": "degrees",
            "allow": permissions, "deny": permissions, "interrupt": interruptions, "resume": interruptions,
            "lock": "nothing", "unlock": "nothing", "press": list(PhoneWords.buttons.words),
            "touch": list(PhoneWords.touches.words), "slide": "a part of the button's length, such as -0.25",
            "pressure": list(PhoneWords.pressures.words), "brightness": "a number above 0; 1 is a bright day",
            "head": "still, swinging, away, or a place from 0 at the left to 1 at the right",
            "shake": "a number from 0 to 20; 1 is a hand without support", "volume": "a number from 0 to 1",
            "place": """
            none, or LATITUDE,LONGITUDE[,ALTITUDE[,ACCURACY]] in degrees and meters, such as 48.1372,11.5756,519
            """,
            "faults": """
            a list such as back:denied,drop-every=10, of missing, no-camera, no-microphone, denied, busy, covered, \
            unplug-after=TIME, stall-after=TIME, drop-every=COUNT, corrupt-every=COUNT
            """,
        ]
    }()

    private static func list(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    private static func device(_ word: String) -> String? { names.contains(word) ? word : nil }

    private static func head(_ word: String) -> SceneHead? {
        switch word {
        case "still": .still
        case "swinging": .swinging
        case "away": .away
        default: number(word).flatMap { (0...1).contains($0) ? .at($0) : nil }
        }
    }

    /// - Returns: `nil` if the word is no place; a place of `nil` for `none`.
    private static func place(_ word: String) -> BodyPlace?? {
        word == "none" ? .some(nil) : BodyPlace(words: word).map(Optional.some)
    }

    private static func number(_ word: String) -> Double? {
        Double(word).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Quotes an unknown command so that a terminal gets no control characters, and no more than one line.
    private static func unknown(_ command: String, _ remedy: String) -> CaptureError {
        let scalars = command.unicodeScalars.prefix(80).map { $0.properties.generalCategory == .control ? "?" : $0 }
        let text = String(String.UnicodeScalarView(scalars)) + (command.unicodeScalars.count > 80 ? "…" : "")
        return CaptureError(.deviceFailed, "The simulated phone does not know \"\(text)\": \(remedy)")
    }
}
