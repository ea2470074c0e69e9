import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// The device that serves best for the media: a real one before a simulated one; `nil` when there is none.
    ///
    /// Source: Apple, AVCaptureDevice.default(for:).
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        DeviceRegistry.shared.offered().first { $0.hasMediaType(mediaType) }
    }

    /// The device of that type and position; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - mediaType: `nil` takes any.
    ///   - position: `.unspecified` takes any.
    ///
    /// Linux: where there is no built-in camera, the best plugged-in one plays the part of the
    /// `.builtInWideAngleCamera` at the `.back`, so that code which asks for an iPhone's camera finds it.
    /// Source: Apple, AVCaptureDevice.default(_:for:position:).
    public static func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// The camera that the user has chosen, or the best there is; `nil` when there is none.
    ///
    /// Source: Apple, AVCaptureDevice.systemPreferredCamera.
    public static var systemPreferredCamera: AVCaptureDevice? {
        userPreferredCamera ?? `default`(for: .video)
    }

    /// The camera that the user has chosen for this program; `nil` when none was chosen or it is not there now.
    ///
    /// The choice is kept between launches, in the program's user defaults.
    /// Source: Apple, AVCaptureDevice.userPreferredCamera.
    public static var userPreferredCamera: AVCaptureDevice? {
        get {
            guard let id = UserDefaults.standard.string(forKey: preferenceKey) else { return nil }
            return DeviceRegistry.shared.offered().first { $0.uniqueID == id }
        }
        set { UserDefaults.standard.set(newValue?.uniqueID, forKey: preferenceKey) }
    }

    private static let preferenceKey = "AVCaptureDeviceUserPreferredCamera"

    /// The device object for an identifier of the engine, if there is one already.
    static func existing(_ id: DeviceID) -> AVCaptureDevice? { DeviceRegistry.shared.existing(id) }
}

/// Gives ``AVCaptureDevice`` an initialiser that returns the one object of a device.
///
/// Swift's own initialisers cannot return an existing object; a protocol's can.
public protocol _AVCaptureDeviceByIdentifier {}

extension AVCaptureDevice: _AVCaptureDeviceByIdentifier {}

extension _AVCaptureDeviceByIdentifier where Self: AVCaptureDevice {
    /// The device with that ``AVCaptureDevice/uniqueID``; `nil` when it is not there.
    ///
    /// Linux: also finds what no discovery session lists: `file:/path/clip.mov`, `alsa:default`, `simulated:back`.
    /// Source: Apple, AVCaptureDevice.init(uniqueID:).
    public init?(uniqueID deviceUniqueID: String) {
        guard let id = DeviceID(deviceUniqueID), let device = try? DeviceRegistry.shared.device(id) as? Self else {
            return nil
        }
        self = device
    }
}

extension AVCaptureDevice {
    /// Why `AVCaptureDevice(uniqueID:)` finds no such device: a sentence for people; `nil` when it would.
    ///
    /// Linux only: Apple's initialiser gives no reason.
    public static func problem(withUniqueID uniqueID: String) -> String? {
        guard let id = DeviceID(uniqueID) else {
            return "\(uniqueID) is no device: a device is named like v4l2:/dev/video0 or simulated:back"
        }
        do throws(CaptureError) {
            _ = try DeviceRegistry.shared.device(id)
            return nil
        } catch {
            return error.message
        }
    }

    /// The microphone that belongs to the camera: the sound of a media file, the microphone in a webcam.
    ///
    /// Linux only: an iPhone has one set of microphones for all cameras.
    public var companionMicrophone: AVCaptureDevice? {
        guard let id = engineDescription.companion else { return nil }
        return try? DeviceRegistry.shared.device(id)
    }

    /// Whether hardware stands behind the device; `false` for a simulated device and a media file. Linux only.
    public var isPhysical: Bool { engineDescription.isPhysical }
}
