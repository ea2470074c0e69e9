import CaptureEngine
import DeviceKinds
import Foundation

extension AVCaptureDevice {
    /// The best device for the media: real ones come before simulated ones; `nil` when there is none.
    ///
    /// Linux: the first one that the environment variable `AVCAM_DEVICES` names, if it is set: `file:clip.mov` uses a
    /// movie or a picture as the camera.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        CaptureWorld.current.devices.best(for: mediaType)
    }

    /// The device of that type and position; `nil` when there is none.
    ///
    /// - `mediaType`: `nil` takes any.
    /// - `position`: `.unspecified` takes any.
    ///
    /// Linux: without a built-in camera, another one stands in for the `.builtInWideAngleCamera` at the `.back`, so
    /// that code which asks for an iPhone's camera finds one. It is the best external camera, or a file that
    /// `AVCAM_DEVICES` names. It also answers for the `.front` where no camera is known to be there; its ``position``
    /// stays `.back`.
    public static func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        let offered = CaptureWorld.current.devices.offered(for: mediaType)
        let ofType = offered.filter { DiscoverySession.matches($0.deviceType, deviceType) }
        if let device = ofType.first(where: { position == .unspecified || $0.position == position }) { return device }
        guard position == .front, !offered.contains(where: { $0.position == .front }) else { return nil }
        return ofType.first { $0.position == .back && $0.hasNoPlace }
    }

    /// Whether nobody knows where it looks: neither a webcam nor a file says so.
    private var hasNoPlace: Bool {
        engineDescription.position == .unspecified || engineDescription.traits.contains(.unlisted)
    }

    /// All devices, the best ones first.
    @available(*, deprecated, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public static func devices() -> [AVCaptureDevice] { CaptureWorld.current.devices.offered() }

    /// All devices for the media, the best ones first.
    @available(*, deprecated, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureWorld.current.devices.offered(for: mediaType)
    }
}

// A class's own initializer cannot return an existing object; an initializer in an extension of a protocol that is not
// limited to classes can.
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
