import CaptureEngine
import DeviceKinds

extension AVCaptureDevice {
    /// Why `AVCaptureDevice(uniqueID:)` finds no such device, as a sentence to show; `nil` when it finds one.
    ///
    /// Apple's initializer gives no reason. Not Apple's.
    @_spi(Linux) public static func problem(withUniqueID uniqueID: String) -> String? {
        guard let id = DeviceID(uniqueID) else {
            if uniqueID == "file:" { return "file: names no file" }
            return "\(uniqueID) is not a device: devices are named like v4l2:/dev/video0 or simulated:back"
        }
        do throws(CaptureError) {
            _ = try CaptureWorld.current.devices.device(id)
            return nil
        } catch {
            return error.message
        }
    }

    /// Whether there is such a file, but in a format that cannot be played: converting it helps. Not Apple's.
    @_spi(Linux) public static func isUnsupported(uniqueID: String) -> Bool {
        guard let id = DeviceID(uniqueID) else { return false }
        do throws(CaptureError) {
            _ = try CaptureWorld.current.devices.device(id)
            return false
        } catch {
            return error.code == .formatUnsupported
        }
    }

    /// The microphone that belongs to the camera: the sound of a media file, the microphone in a webcam.
    ///
    /// An iPhone has one set of microphones for all cameras. Not Apple's.
    @_spi(Linux) public var companionMicrophone: AVCaptureDevice? {
        guard let id = world.catalog.companion(of: engineDescription) else { return nil }
        return try? world.devices.device(id)
    }

    /// Whether the camera portal must allow cameras before there are any, and then asks the person. Not Apple's.
    @_spi(Linux) public static var isCameraPortalUsed: Bool {
        CaptureWorld.current.offer.permissionDesk(for: .camera) != nil
    }

    /// Whether a device with such a name needs a person's permission, which ``isCameraPortalUsed`` asks for.
    package static func needsPermission(uniqueID: String) -> Bool {
        DeviceID(uniqueID).map(CaptureWorld.current.catalog.needsPermission) ?? false
    }

    /// The name of the microphone that a person means by `uniqueID`: the name of a media file stands for its sound.
    package static func microphoneID(for uniqueID: String) -> String {
        DeviceID(uniqueID).map { CaptureWorld.current.catalog.microphone(for: $0).description } ?? uniqueID
    }

    /// Whether the device is real hardware; `false` for a simulated device and a media file. Not Apple's.
    @_spi(Linux) public var isPhysical: Bool { engineDescription.isPhysical }

    /// The machine's nodes that may look like cameras and are not offered, each with the rest of a sentence about it.
    package static var nodesLeftOut: [(path: String, reason: String)] {
        CaptureWorld.current.catalog.nodesLeftOut().map { ($0.path, $0.reason) }
    }

    /// Whether the device plays what was recorded earlier, so that only its own sound goes with its pictures.
    package var playsRecording: Bool { engineDescription.traits.contains(.playsRecording) }

    /// Whether the device is a file of raw data, of which only the preview is shown.
    package var showsPreview: Bool { engineDescription.traits.contains(.showsPreview) }

    /// The file below `/dev` behind the device; `nil` if there is none.
    package var node: String? { engineDescription.node }

    /// How many pictures of a media file, or blocks of its sound, could not be decoded since a session opened it; 0 for
    /// other devices.
    package var damagedSampleCount: Int {
        world.catalog.backends.reduce(0) { $0 + $1.damagedSamples(of: id) }
    }
}
