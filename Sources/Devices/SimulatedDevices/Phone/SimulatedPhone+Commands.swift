import CaptureEngine

/// What can be done to the phone, in words, for scripts that test a program from outside.
///
/// | command | what happens |
/// | --- | --- |
/// | `plug external`, `unplug back` | a device comes or goes |
/// | `turn portrait` | it is held so; also `portrait-upside-down`, `landscape-left`, `landscape-right`, `face-up`, `face-down` |
/// | `tilt 5` | it is turned by so many degrees clockwise from there |
/// | `deny cameras`, `allow cameras` | apps may not use them, or may; also `microphone` |
/// | `interrupt camera-in-use`, `resume camera-in-use` | also `background`, `microphone-in-use`, `other-app`, `pressure` |
/// | `lock`, `unlock` | the screen is locked |
/// | `press camera-control` | fully, and released; also `volume-up`, `volume-down`, `action`, `headset` |
/// | `touch light-press` | of the Camera Control; also `double-light-press`, `leave` |
/// | `slide 0.25` | along the Camera Control, by a part of its length |
/// | `pressure serious` | also `nominal`, `fair`, `critical`, `shutdown` |
/// | `faults back:denied` | as in `AVCAM_SIMULATED_FAULTS`, instead of the device's faults before; `faults` alone: none |
/// | `brightness 0.1` | of the scene; 1 is a bright day |
extension SimulatedPhone {
    /// - Throws: `deviceFailed`, naming the command that there is not.
    package func perform(_ command: String) throws(CaptureError) {
        let words = command.split(separator: " ").map(String.init)
        let (verb, argument) = (words.first ?? "", words.dropFirst().first ?? "")
        guard words.count <= 2, try perform(verb, argument) else {
            throw CaptureError(.deviceFailed, "The simulated phone does not know \"\(command)\"")
        }
    }

    private func perform(_ verb: String, _ argument: String) throws(CaptureError) -> Bool {
        switch verb {
        case "plug", "unplug":
            guard Self.names.contains(argument) else { return false }
            if verb == "plug" { plug(argument) } else { unplug(argument) }
        case "turn": return Self.orientations[argument].map { body.turn(to: $0) } != nil
        case "tilt":
            guard let degrees = Double(argument), degrees.isFinite else { return false }
            body.tilt(by: degrees)
        case "allow", "deny":
            guard argument == "cameras" || argument == "microphone" else { return false }
            setAllowed(verb == "allow", cameras: argument == "cameras")
        case "interrupt": return Self.interruptions[argument].map { body.begin($0) } != nil
        case "resume": return Self.interruptions[argument].map { body.end($0) } != nil
        case "lock", "unlock": body.setLocked(verb == "lock")
        case "press":
            guard let button = Self.buttons[argument] else { return false }
            body.press(button, .began)
            body.press(button, .ended)
        case "touch": return Self.touches[argument].map { body.touch($0) } != nil
        case "slide": return Float(argument).map { body.touch(.slide($0)) } != nil
        case "pressure": return Self.pressures[argument].map { setPressure(DevicePressure(level: $0)) } != nil
        case "faults": try replaceFaults(argument)
        case "brightness": return Double(argument).map { setSceneBrightness($0) } != nil
        default: return false
        }
        return true
    }

    private func replaceFaults(_ list: String) throws(CaptureError) {
        let faults = try SimulatedFaults.parse(list)
        for name in Self.names { setFaults(faults[name] ?? SimulatedFaults(), of: name) }
    }

    private static let orientations: [String: SimulatedBody.Orientation] = [
        "portrait": .portrait, "portrait-upside-down": .portraitUpsideDown, "landscape-left": .landscapeLeft,
        "landscape-right": .landscapeRight, "face-up": .faceUp, "face-down": .faceDown,
    ]
    private static let interruptions: [String: SimulatedBody.Interruption] = [
        "background": .background, "microphone-in-use": .microphoneInUse, "camera-in-use": .cameraInUse,
        "other-app": .otherAppInForeground, "pressure": .pressure,
    ]
    private static let buttons: [String: SimulatedBody.Button] = [
        "camera-control": .cameraControl, "volume-up": .volumeUp, "volume-down": .volumeDown, "action": .action,
        "headset": .headset,
    ]
    private static let touches: [String: SimulatedBody.Touch] = [
        "light-press": .lightPress, "double-light-press": .doubleLightPress, "leave": .leave,
    ]
    private static let pressures: [String: DevicePressure.Level] = [
        "nominal": .nominal, "fair": .fair, "serious": .serious, "critical": .critical, "shutdown": .shutdown,
    ]
}
