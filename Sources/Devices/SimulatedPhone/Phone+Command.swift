extension Phone {
    /// Something that can be done to a phone, as a value: for parameterized tests, and for doing it later.
    public enum Command: Sendable, Hashable {
        case plug(Device)
        case unplug(Device)
        case turn(Orientation)
        /// Clockwise; finite.
        case tilt(degrees: Double)
        case lock
        case unlock
        case press(Button)
        case touch(Touch)
        /// By a part of the Camera Control's length; finite.
        case slide(Double)
        case interrupt(Interruption)
        case resume(Interruption)
        case allow(Permission)
        case deny(Permission)
        case pressure(Pressure)
        case faults([Device: [Fault]])
        /// Above 0, and finite.
        case brightness(Double)
        case head(Head)
        /// 0 to 20.
        case shake(Double)
        /// `nil`: the phone does not know where it is.
        case place(Place?)
        /// 0 to 1.
        case volume(Double)

        /// As `avcam phone` takes it: `turn portrait`.
        public var words: String {
            switch self {
            case .plug(let device): "plug \(device.rawValue)"
            case .unplug(let device): "unplug \(device.rawValue)"
            case .turn(let orientation): "turn \(orientation.rawValue)"
            case .tilt(let degrees): "tilt \(degrees)"
            case .lock: "lock"
            case .unlock: "unlock"
            case .press(let button): "press \(button.rawValue)"
            case .touch(let touch): "touch \(touch.rawValue)"
            case .slide(let part): "slide \(part)"
            case .interrupt(let interruption): "interrupt \(interruption.rawValue)"
            case .resume(let interruption): "resume \(interruption.rawValue)"
            case .allow(let permission): "allow \(permission.rawValue)"
            case .deny(let permission): "deny \(permission.rawValue)"
            case .pressure(let pressure): "pressure \(pressure.rawValue)"
            case .faults(let faults): Self.words(for: faults)
            case .brightness(let brightness): "brightness \(brightness)"
            case .head(let head): "head \(head.word)"
            case .shake(let strength): "shake \(strength)"
            case .place(let place): "place \(place?.words ?? "none")"
            case .volume(let volume): "volume \(volume)"
            }
        }

        private static func words(for faults: [Device: [Fault]]) -> String {
            let list = faults.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { device, faults in
                faults.map { "\(device.rawValue):\($0.words)" }
            }
            return list.isEmpty ? "faults" : "faults " + list.joined(separator: ",")
        }
    }
}

extension Phone.Fault {
    fileprivate var words: String {
        switch self {
        case .missing: "missing"
        case .denied: "denied"
        case .busy: "busy"
        case .unplugs(let time): "unplug-after=\(Self.milliseconds(time))ms"
        case .stalls(let time): "stall-after=\(Self.milliseconds(time))ms"
        case .dropsEvery(let count): "drop-every=\(count)"
        case .corruptsEvery(let count): "corrupt-every=\(count)"
        }
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
