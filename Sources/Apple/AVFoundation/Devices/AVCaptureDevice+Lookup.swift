import CaptureEngine
import DeviceKinds
import Foundation

extension AVCaptureDevice {
    /// The device that serves best for the media: a real one before a simulated one; `nil` when there is none.
    ///
    /// Linux: the first one that the environment variable `AVCAM_DEVICES` names, if it is set: `file:clip.mov` makes a
    /// movie or a picture the camera.
    /// Source: Apple, AVCaptureDevice.default(for:).
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        CaptureWorld.current.devices.best(for: mediaType)
    }

    /// The device of that type and position; `nil` when there is none.
    ///
    /// - `mediaType`: `nil` takes any.
    /// - `position`: `.unspecified` takes any.
    ///
    /// Linux: where there is no built-in camera, the best plugged-in one, or a file that `AVCAM_DEVICES` names,
    /// plays the part of the `.builtInWideAngleCamera` at the `.back`, so that code which asks for an iPhone's camera finds it.
    /// Source: Apple, AVCaptureDevice.default(_:for:position:).
    public static func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        CaptureWorld.current.devices.offered().first { device in
            DiscoverySession.matches(device.deviceType, deviceType) && (mediaType.map(device.hasMediaType) ?? true)
                && (position == .unspecified || device.position == position)
        }
    }

    /// All devices, the best ones first. Source: Apple, AVCaptureDevice.devices().
    @available(*, deprecated, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public static func devices() -> [AVCaptureDevice] { CaptureWorld.current.devices.offered() }

    /// All devices for the media, the best ones first. Source: Apple, AVCaptureDevice.devices(for:).
    @available(*, deprecated, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureWorld.current.devices.offered().filter { $0.hasMediaType(mediaType) }
    }
}

// A class's own initializer cannot return an object that there is already; that of a protocol which is not for classes
// alone can.
extension _KeyValueCodingAndObserving where Self: AVCaptureDevice {
    /// The device with that ``AVCaptureDevice/uniqueID``; `nil` when it is not there.
    ///
    /// Linux: also finds what no discovery session lists: `file:/path/clip.mov`, `alsa:default`, `simulated:back`.
    /// Source: Apple, AVCaptureDevice.init(uniqueID:).
    public init?(uniqueID deviceUniqueID: String) {
        guard let id = DeviceID(deviceUniqueID), let device = try? CaptureWorld.current.devices.device(id) as? Self
        else {
            return nil
        }
        self = device
    }
}
