import CaptureEngine
import CoreMedia
import Foundation

/// A microphone, as an ``AVAudioSession`` sees it. Source: Apple, AVAudioSessionPortDescription.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
    /// For people.
    public let portName: String
    public let portType: AVAudioSession.Port
    /// The microphone's `uniqueID` as a capture device.
    public let uid: String
    public let channels: [AVAudioSessionChannelDescription]?
    let id: DeviceID

    init(_ microphone: DeviceDescription, _ format: AudioStreamBasicDescription?) {
        portName = microphone.name
        uid = microphone.id.description
        id = microphone.id
        portType = AVAudioSession.Port(microphone)
        let count = Int(format?.mChannelsPerFrame ?? 0)
        let (name, owner) = (microphone.name, microphone.id.description)
        channels = (1..<(count + 1)).map { number in
            AVAudioSessionChannelDescription(name: "\(name) \(number)", number: number, owner: owner)
        }
    }

    /// Linux: always `false`.
    public var hasHardwareVoiceCallProcessing: Bool { false }

    /// Linux: `nil`, as the microphones do not say which capsules they have.
    public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }
    public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }
    public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// Leaves the choice to the system. Linux: no microphone has data sources, so nothing else can be chosen.
    ///
    /// - Throws: `badParam` for any data source.
    public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource != nil else { return }
        throw NSError(
            domain: NSOSStatusErrorDomain, code: AVAudioSession.ErrorCode.badParam.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "“\(portName)” has no data sources."])
    }

    /// Two descriptions of one microphone are equal.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioSessionPortDescription)?.id == id }
    public override var hash: Int { id.hashValue }
}

/// One channel of a port. Source: Apple, AVAudioSessionChannelDescription.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
    public let channelName: String
    /// From 1.
    public let channelNumber: Int
    /// The ``AVAudioSessionPortDescription/uid`` of the port.
    public let owningPortUID: String

    init(name: String, number: Int, owner: String) {
        channelName = name
        channelNumber = number
        owningPortUID = owner
    }
}

/// Where sound comes from and goes to. Source: Apple, AVAudioSessionRouteDescription.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
    public let inputs: [AVAudioSessionPortDescription]
    public let outputs: [AVAudioSessionPortDescription]

    init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// One of the capsules of a port. Linux: no microphone names its own, so there is none.
///
/// Source: Apple, AVAudioSessionDataSourceDescription.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
    /// Stands for the values that none has: no object is made.
    private let none: @Sendable () -> Never

    private init(_ none: @escaping @Sendable () -> Never) { self.none = none }

    public var dataSourceID: NSNumber { none() }
    public var dataSourceName: String { none() }
    public var location: AVAudioSession.Location? { none() }
    public var orientation: AVAudioSession.Orientation? { none() }
    public var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { none() }
    public var selectedPolarPattern: AVAudioSession.PolarPattern? { none() }
    public var preferredPolarPattern: AVAudioSession.PolarPattern? { none() }

    /// Sets which directions the capsule hears.
    public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws { none() }
}

extension AVAudioSession {
    /// A kind of microphone or output. Source: Apple, AVAudioSession.Port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        public static let lineIn = Port(rawValue: "LineIn")
        public static let usbAudio = Port(rawValue: "USBAudio")
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        public static let builtInReceiver = Port(rawValue: "Receiver")
        public static let headphones = Port(rawValue: "Headphones")
        public static let lineOut = Port(rawValue: "LineOut")
        public static let airPlay = Port(rawValue: "AirPlay")
        public static let carAudio = Port(rawValue: "CarAudio")
        public static let HDMI = Port(rawValue: "HDMIOutput")
        public static let displayPort = Port(rawValue: "DisplayPort")

        /// Linux: by the name of the sound card, as nothing else is known of it.
        init(_ microphone: DeviceDescription) {
            let words = "\(microphone.name) \(microphone.id.description)".lowercased()
            if words.contains("usb") {
                self = .usbAudio
            } else if words.contains("bluetooth") || words.contains("bluez") {
                self = .bluetoothHFP
            } else {
                self = .builtInMic
            }
        }
    }

    /// Where on the phone a data source is. Source: Apple, AVAudioSession.Location.
    public struct Location: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let upper = Location(rawValue: "Upper")
        public static let lower = Location(rawValue: "Lower")
    }

    /// Which way a data source points. Source: Apple, AVAudioSession.Orientation.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let top = Orientation(rawValue: "Top")
        public static let bottom = Orientation(rawValue: "Bottom")
        public static let front = Orientation(rawValue: "Front")
        public static let back = Orientation(rawValue: "Back")
        public static let left = Orientation(rawValue: "Left")
        public static let right = Orientation(rawValue: "Right")
    }

    /// From which directions a data source hears. Source: Apple, AVAudioSession.PolarPattern.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }
}
