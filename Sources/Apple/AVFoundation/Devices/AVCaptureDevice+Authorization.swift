import CaptureEngine
import DeviceKinds
import Foundation

/// Whether the program may use a kind of device. Source: Apple, AVAuthorizationStatus.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked. Linux: never; there is nobody to ask. Source: Apple, AVAuthorizationStatus.notDetermined.
    case notDetermined = 0
    /// Forbidden to the user too, as by a parent. Linux: never. Source: Apple, AVAuthorizationStatus.restricted.
    case restricted = 1
    /// Linux: every device node of that kind is closed to this user. Source: Apple, AVAuthorizationStatus.denied.
    case denied = 2
    /// Linux: at least one device node may be opened, or there is none. Source: Apple, AVAuthorizationStatus.authorized.
    case authorized = 3
}

extension AVCaptureDevice {
    /// Whether the program may use cameras (`.video`) or microphones (`.audio`).
    ///
    /// Linux: there is nobody to ask; the permissions of the device nodes decide, when the device is opened. A node
    /// that this user may not open is reported then, with the group to join. The simulated phone can refuse its devices
    /// too (`AVCAM_SIMULATED_FAULTS=denied`).
    /// - Returns: `.denied` when every camera (microphone) of the machine is closed to this user, else `.authorized`.
    ///
    /// Source: Apple, AVCaptureDevice.authorizationStatus(for:).
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        isClosed(mediaType, "authorizationStatusForMediaType:") ? .denied : .authorized
    }

    /// Asks the user for the permission, if nobody has before.
    ///
    /// - Returns: whether the program may use the devices.
    ///
    /// Source: Apple, AVCaptureDevice.requestAccess(for:).
    @discardableResult
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        !isClosed(mediaType, requestSelector)
    }

    /// - `handler`: called on an arbitrary queue.
    ///
    /// Source: Apple, AVCaptureDevice.requestAccess(for:completionHandler:).
    public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let isGranted = !isClosed(mediaType, requestSelector)
        DispatchQueue.global().async { handler(isGranted) }
    }

    private static let requestSelector = "requestAccessForMediaType:completionHandler:"

    private static func isClosed(_ mediaType: AVMediaType, _ selector: String) -> Bool {
        guard mediaType == .video || mediaType == .audio else {
            raiseException(
                "*** +[AVCaptureDevice \(selector)] Only media types AVMediaTypeVideo and AVMediaTypeAudio are supported"
            )
        }
        return CaptureWorld.current.areClosed(mediaType == .video ? .camera : .microphone)
    }
}
