/// What a phone has and what can happen to it. The raw values are the words of commands and of JSON.
extension Phone {
    /// A camera or microphone.
    public enum Device: String, Sendable, Hashable, CaseIterable, Codable {
        case back
        case front
        case backUltraWide = "back-ultra-wide"
        case backTelephoto = "back-telephoto"
        /// Wide and telephoto as one virtual camera.
        case backDual = "back-dual"
        /// Ultra wide and wide as one virtual camera.
        case backDualWide = "back-dual-wide"
        /// All three lenses as one virtual camera.
        case backTriple = "back-triple"
        case backLiDAR = "back-lidar"
        case frontTrueDepth = "front-truedepth"
        /// A camera on a cable; it is not plugged in at first.
        case external
        case microphone

        /// What `AVCaptureDevice(uniqueID:)` takes.
        public var uniqueID: String { "simulated:\(rawValue)" }
    }

    /// How the phone is held. At first ``landscapeLeft``, in which the sensors' pictures are upright.
    public enum Orientation: String, Sendable, Hashable, CaseIterable, Codable {
        case portrait
        case portraitUpsideDown = "portrait-upside-down"
        /// The top points to the left; the charging port is on the right.
        case landscapeLeft = "landscape-left"
        case landscapeRight = "landscape-right"
        case faceUp = "face-up"
        case faceDown = "face-down"
    }

    /// Where the head in front of the front camera is; a detector of faces finds it.
    public enum Head: Sendable, Hashable {
        /// In the middle, as at first.
        case still
        /// Its middle, from 0 at the left to 1 at the right of the front camera's widest picture.
        case at(Double)
        /// From side to side, once in eight seconds.
        case swinging
        case away

        var word: String {
            switch self {
            case .still: "still"
            case .at(let x): "\(x)"
            case .swinging: "swinging"
            case .away: "away"
            }
        }
    }

    public enum Button: String, Sendable, Hashable, CaseIterable, Codable {
        case cameraControl = "camera-control"
        case volumeUp = "volume-up"
        case volumeDown = "volume-down"
        case action
        /// The stem of an earphone.
        case headset
    }

    /// What a finger does on the Camera Control, besides sliding and pressing it fully.
    public enum Touch: String, Sendable, Hashable, CaseIterable, Codable {
        case lightPress = "light-press"
        case doubleLightPress = "double-light-press"
        /// The person turned to something else.
        case leave
    }

    /// What takes devices away from an app for a while.
    public enum Interruption: String, Sendable, Hashable, CaseIterable, Codable {
        /// The app is in the background; a locked phone has every app there.
        case background
        /// A phone call has the microphone.
        case microphoneInUse = "microphone-in-use"
        /// Another app has the camera.
        case cameraInUse = "camera-in-use"
        /// Another app shares the screen.
        case otherApp = "other-app"
        /// The phone is too hot.
        case pressure
    }

    /// What a person can refuse to an app.
    public enum Permission: String, Sendable, Hashable, CaseIterable, Codable {
        case cameras, microphone
    }

    /// How hot the phone is, or how empty its battery.
    public enum Pressure: String, Sendable, Hashable, CaseIterable, Codable {
        case nominal, fair, serious, critical
        /// The camera cannot continue.
        case shutdown
    }

    /// Something that goes wrong with a device.
    public enum Fault: Sendable, Hashable {
        /// The device is not there.
        case missing
        /// Opening it is forbidden.
        case denied
        /// Another program holds it.
        case busy
        /// It is unplugged after running that long; at most a day, to the millisecond.
        case unplugs(after: Duration)
        /// It stays open, but sends nothing more after that time.
        case stalls(after: Duration)
        /// It loses every nth sample; n is at least 1.
        case dropsEvery(Int)
        /// Every nth frame arrives short: its lower half is missing.
        case corruptsEvery(Int)
    }
}
