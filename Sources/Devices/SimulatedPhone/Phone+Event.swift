extension Phone {
    /// Something that happened to a phone, or that an app did with it.
    public enum Event: Sendable, Hashable {
        case turned(Orientation)
        case tilted(degrees: Double)
        case locked
        case unlocked
        case plugged(Device)
        case unplugged(Device)
        /// The app opened a camera or microphone.
        case started(Device)
        /// The app closed it, or it is gone.
        case stopped(Device)
        case interrupted(Interruption)
        case resumed(Interruption)
        case pressed(Button)
        case released(Button)
        /// The press came to nothing.
        case cancelled(Button)
        case touched(Touch)
        case slid(Double)
        case pressureChanged(Pressure)
        case allowed(Permission)
        case denied(Permission)
        case brightnessChanged(Double)
        /// `nil`: the phone no longer knows where it is.
        case moved(Place?)
        /// Somebody set the volume, from 0 to 1: a person, or the app with a slider.
        case volumeChanged(Double)
        /// The app played a sound of the camera's.
        case played(sound: String)

        /// Reads a line of `avcam phone watch`, such as `turn portrait`; `nil` if it is not an event.
        public init?(_ words: String) {
            let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
            guard let verb = parts.first else { return nil }
            let argument = parts.count > 1 ? parts[1] : ""
            guard let event = Self.events[verb]?(argument) else { return nil }
            self = event
        }

        private static let events: [String: @Sendable (String) -> Event?] = [
            "turn": { Orientation(rawValue: $0).map(turned) },
            "tilt": { Double($0).map(tilted) },
            "lock": { $0.isEmpty ? .locked : nil },
            "unlock": { $0.isEmpty ? .unlocked : nil },
            "plug": { Device(rawValue: $0).map(plugged) },
            "unplug": { Device(rawValue: $0).map(unplugged) },
            "start": { Device(rawValue: $0).map(started) },
            "stop": { Device(rawValue: $0).map(stopped) },
            "interrupt": { Interruption(rawValue: $0).map(interrupted) },
            "resume": { Interruption(rawValue: $0).map(resumed) },
            "press": { Button(rawValue: $0).map(pressed) },
            "release": { Button(rawValue: $0).map(released) },
            "cancel": { Button(rawValue: $0).map(cancelled) },
            "touch": { Touch(rawValue: $0).map(touched) },
            "slide": { Double($0).map(slid) },
            "pressure": { Pressure(rawValue: $0).map(pressureChanged) },
            "allow": { Permission(rawValue: $0).map(allowed) },
            "deny": { Permission(rawValue: $0).map(denied) },
            "brightness": { Double($0).map(brightnessChanged) },
            "place": { $0 == "none" ? .moved(nil) : Place(words: $0).map(moved) },
            "volume": { Double($0).map(volumeChanged) },
            "play": { played(sound: $0) },
        ]
    }
}
