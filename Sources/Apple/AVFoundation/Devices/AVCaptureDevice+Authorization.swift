import Foundation

/// Whether the program may use a kind of device. Source: Apple, AVAuthorizationStatus.
public enum AVAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

extension AVCaptureDevice {
    /// Whether the program may use cameras (`.video`) or microphones (`.audio`).
    ///
    /// Linux: there is nobody to ask; the permissions of the device nodes decide, when the device is opened. A node
    /// that this user may not open is reported then, with the group to join.
    /// - Returns: `.denied` when every camera (microphone) of the machine is closed to this user, else `.authorized`.
    ///
    /// Source: Apple, AVCaptureDevice.authorizationStatus(for:).
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .video || mediaType == .audio else {
            raiseException(
                "*** +[AVCaptureDevice authorizationStatusForMediaType:] Only media types AVMediaTypeVideo and "
                    + "AVMediaTypeAudio are supported")
        }
        return DeviceNodes.areClosed(for: mediaType) ? .denied : .authorized
    }

    /// Asks the user for the permission, if nobody has before.
    ///
    /// - Returns: whether the program may use the devices.
    @discardableResult
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        authorizationStatus(for: mediaType) == .authorized
    }

    /// - Parameter handler: called on an arbitrary queue.
    public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let isGranted = authorizationStatus(for: mediaType) == .authorized
        DispatchQueue.global().async { handler(isGranted) }
    }
}
