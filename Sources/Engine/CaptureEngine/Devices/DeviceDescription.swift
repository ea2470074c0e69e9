import CoreMedia
import Locking

/// What a backend says about one camera or microphone.
package struct DeviceDescription: Sendable {
    package enum Kind: Sendable, Hashable {
        case camera
        case microphone
    }

    /// Which way a camera looks, relative to the person who holds the device.
    package enum Position: Sendable, Hashable {
        case unspecified
        case back
        case front
    }

    /// The kind of lens or module; the API layer turns it into an `AVCaptureDevice.DeviceType`.
    package enum Module: Sendable, Hashable {
        case wideAngle
        case ultraWide
        case telephoto
        /// Several cameras that act as one; ``constituents`` names them.
        case dual
        case dualWide
        case triple
        /// A front camera that measures depth.
        case trueDepth
        /// A back camera with a depth-measuring laser.
        case lidarDepth
        /// Plugged in from outside (USB), or a media file used as a camera.
        case external
        case microphone
    }

    package var id: DeviceID
    package var kind: Kind
    /// For people, as the system calls it: "Integrated Camera".
    package var name: String
    /// The model, the same for all devices of one make: "UVC Camera (046d:0825)".
    package var modelID: String
    package var manufacturer: String
    package var position: Position
    package var module: Module
    /// Best first; never empty for a device that can be opened.
    package var formats: [SourceFormat] { formatList.value }
    /// The formats, which a backend may ask the device for when they are first needed. Descriptions that share it are
    /// of one device.
    package var formatList: Once<[SourceFormat]>
    /// The microphone that belongs to a camera, if the same backend has both: the sound of a media file.
    package var companion: DeviceID?
    /// The kernel's number of the sound card in the same device, such as a webcam's; `nil` if there is none. The backend
    /// of the sound cards knows the microphone there, see ``DeviceCatalog/companion(of:)``.
    package var soundCard: Int?
    /// The cameras behind a virtual one, the widest first; empty for a real one.
    package var constituents: [DeviceID] = []
    /// What can be set while it runs.
    package var capabilities = CameraCapabilities()
    /// The file below `/dev` behind it; `nil` if there is none.
    package var node: String?
    /// Whether hardware stands behind it; a simulated device and a media file say `false`.
    package var isPhysical: Bool
    package var traits: DeviceTraits = []

    package init(
        id: DeviceID, kind: Kind, name: String, modelID: String = "", manufacturer: String = "",
        position: Position = .unspecified, module: Module, formats: [SourceFormat], companion: DeviceID? = nil,
        isPhysical: Bool, traits: DeviceTraits = []
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.modelID = modelID
        self.manufacturer = manufacturer
        self.position = position
        self.module = module
        formatList = Once(made: formats)
        self.companion = companion
        self.isPhysical = isPhysical
        self.traits = traits
    }
}
