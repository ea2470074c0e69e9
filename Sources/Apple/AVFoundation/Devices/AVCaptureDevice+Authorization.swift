import CaptureEngine
import DeviceKinds
import Foundation

/// Whether the program may use a kind of device. Source: Apple, AVAuthorizationStatus.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked. Linux: never; there is nobody to ask.
    case notDetermined = 0
    /// The user cannot grant access, for example because of parental controls. Linux: never.
    case restricted = 1
    /// Linux: this user is not allowed to open any device node of that kind.
    case denied = 2
    /// Linux: this user can open at least one device node, or there are none.
    case authorized = 3
}

extension AVCaptureDevice {
    /// Whether the program may use cameras (`.video`) or microphones (`.audio`).
    ///
    /// Linux: there is nobody to ask; the permissions of the device nodes decide when a device is opened. The error for
    /// a node that this user cannot open names the group to join. The simulated phone can refuse its devices too
    /// (`AVCAM_SIMULATED_FAULTS=denied`).
    /// - Returns: `.denied` when this user cannot open any camera (or microphone) of the machine, else `.authorized`.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        isClosed(mediaType, "authorizationStatusForMediaType:") ? .denied : .authorized
    }

    /// Asks the user for permission, unless that has been done before. Linux: nobody is asked.
    ///
    /// - Returns: whether the program may use the devices.
    @discardableResult
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        !isClosed(mediaType, requestSelector)
    }

    /// - `handler`: called on an arbitrary queue.
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
