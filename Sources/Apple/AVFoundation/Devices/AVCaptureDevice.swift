import CaptureEngine
import Foundation
import Locking

/// A camera or a microphone.
///
/// There is one object for each device, for the life of the process. All members may be called from any thread.
///
/// On Linux a device is a V4L2 node (`v4l2:/dev/video0`), an ALSA device (`alsa:hw:0,0`), a media file
/// (`file:/path/clip.mov`) or a part of the simulated phone (`simulated:back`).
///
/// Source: Apple, AVCaptureDevice.
open class AVCaptureDevice: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    struct State {
        var description: DeviceDescription
        var isConnected = true
        var lockCount = 0
        var activeFormat: Format
        /// `nil` while nobody has chosen one: then the format's default holds.
        var minFrameDuration: CMTime?
        var maxFrameDuration: CMTime?
        /// The session that uses the device; a device serves one at a time.
        weak var session: AVCaptureSession?
        /// Whether the app has chosen the format itself, so that no preset may change it.
        var isFormatPinned = false
    }

    let id: DeviceID
    let state: Mutex<State>

    /// A unique identifier that stays the same when the device is unplugged and plugged in again, such as
    /// `v4l2:/dev/video0`.
    public let uniqueID: String
    /// The same for all devices of one model.
    public let modelID: String
    /// For people.
    public let localizedName: String
    public let manufacturer: String
    public let deviceType: DeviceType
    public let position: Position
    /// All formats that the device can be set to.
    public let formats: [Format]

    init(_ description: DeviceDescription, deviceType: DeviceType, position: Position) {
        id = description.id
        uniqueID = description.id.description
        modelID = description.modelID
        localizedName = description.name
        manufacturer = description.manufacturer
        self.deviceType = deviceType
        self.position = position
        formats = description.formats.map { Format($0, isAudio: description.kind == .microphone) }
        guard let first = formats.first else { preconditionFailure("\(description.id) has no format") }
        let isCamera = description.kind == .camera
        let format = isCamera ? SessionFormats.format(for: .high, in: formats) ?? first : first
        state = Mutex(State(description: description, activeFormat: format))
        super.init()
    }

    var engineDescription: DeviceDescription { state.withLock { $0.description } }

    var mediaType: AVMediaType { engineDescription.kind == .camera ? .video : .audio }

    /// Whether the device provides media of that kind.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == self.mediaType }

    /// Whether the device is plugged in. Observable.
    public var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Whether a session that uses this device can have the preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        mediaType == .audio || SessionFormats.format(for: preset, in: formats) != nil
    }

    open override var description: String { "<AVCaptureDevice: \(localizedName) [\(uniqueID)]>" }
}

extension AVCaptureDevice {
    /// Which way a camera looks. Source: Apple, AVCaptureDevice.Position.
    public enum Position: Int, Sendable {
        case unspecified = 0
        case back = 1
        case front = 2

        init(_ position: DeviceDescription.Position) {
            self =
                switch position {
                case .unspecified: .unspecified
                case .back: .back
                case .front: .front
                }
        }
    }

    /// A kind of device. Source: Apple, AVCaptureDevice.DeviceType.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        public static let builtInLiDARDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")

        init(_ module: DeviceDescription.Module) {
            self =
                switch module {
                case .wideAngle: .builtInWideAngleCamera
                case .ultraWide: .builtInUltraWideCamera
                case .telephoto: .builtInTelephotoCamera
                case .dual: .builtInDualCamera
                case .dualWide: .builtInDualWideCamera
                case .triple: .builtInTripleCamera
                case .trueDepth: .builtInTrueDepthCamera
                case .lidarDepth: .builtInLiDARDepthCamera
                case .external: .external
                case .microphone: .microphone
                }
        }
    }
}

extension AVCaptureDevice {
    public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    public static let wasDisconnectedNotification = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}

extension NSNotification.Name {
    /// A device was plugged in; the object is the ``AVCaptureDevice``.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// A device was pulled out; the object is the ``AVCaptureDevice``.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
}
