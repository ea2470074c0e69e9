import CaptureEngine

/// The words for the values of an enumeration, in the order in which messages list them.
struct WordTable<Value: Hashable & Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    let words: [String]
    private let values: [String: Value]
    private let wordsOfValues: [Value: String]

    init(dictionaryLiteral elements: (String, Value)...) {
        words = elements.map { $0.0 }
        values = Dictionary(uniqueKeysWithValues: elements)
        wordsOfValues = Dictionary(uniqueKeysWithValues: elements.map { ($0.1, $0.0) })
    }

    subscript(word: String) -> Value? { values[word] }

    func word(for value: Value) -> String { wordsOfValues[value] ?? "" }
}

/// The words of the phone's commands, events and states.
enum PhoneWords {
    static let orientations: WordTable<SimulatedBody.Orientation> = [
        "portrait": .portrait, "portrait-upside-down": .portraitUpsideDown, "landscape-left": .landscapeLeft,
        "landscape-right": .landscapeRight, "face-up": .faceUp, "face-down": .faceDown,
    ]
    static let interruptions: WordTable<SimulatedBody.Interruption> = [
        "background": .background, "microphone-in-use": .microphoneInUse, "camera-in-use": .cameraInUse,
        "other-app": .otherAppInForeground, "pressure": .pressure,
    ]
    static let buttons: WordTable<SimulatedBody.Button> = [
        "camera-control": .cameraControl, "volume-up": .volumeUp, "volume-down": .volumeDown, "action": .action,
        "headset": .headset,
    ]
    static let touches: WordTable<SimulatedBody.Touch> = [
        "light-press": .lightPress, "double-light-press": .doubleLightPress, "leave": .leave,
    ]
    static let pressures: WordTable<DevicePressure.Level> = [
        "nominal": .nominal, "fair": .fair, "serious": .serious, "critical": .critical, "shutdown": .shutdown,
    ]
    static let permissions: WordTable<Permission> = ["cameras": .cameras, "microphone": .microphone]

    /// What can be refused to apps.
    enum Permission: Sendable, Hashable {
        case cameras, microphone
    }
}
