import CaptureEngine
import DeviceKinds
import Foundation

/// Whether the program may use a kind of device. Source: Apple, AVAuthorizationStatus.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked. Linux: cameras of the camera portal, in a sandbox; elsewhere there is nobody to ask.
    case notDetermined = 0
    /// The user cannot grant access, for example because of parental controls. Linux: cameras are turned off for all
    /// programs, or a sandbox that hides them has no camera portal.
    case restricted = 1
    /// The user has refused. Linux: or this user is not allowed to open any device node of that kind.
    case denied = 2
    /// Linux: the user has allowed it, or nobody needs to be asked: this user can open at least one device node, or there
    /// are none.
    case authorized = 3

    init(_ permission: DevicePermission) {
        self =
            switch permission {
            case .undecided: .notDetermined
            case .granted: .authorized
            case .denied: .denied
            case .restricted: .restricted
            }
    }
}

extension AVCaptureDevice {
    /// Whether the program may use cameras (`.video`) or microphones (`.audio`).
    ///
    /// Linux: in a sandbox that hides the cameras, the desktop's camera portal knows. It does not report an earlier
    /// refusal, so that is `.notDetermined` until ``requestAccess(for:)`` is called. Elsewhere there is nobody
    /// to ask: the permissions of the device nodes decide when a device is opened. The error for a node that this user
    /// cannot open names the group to join. The simulated phone can refuse its devices too
    /// (`AVCAM_SIMULATED_FAULTS=denied`).
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        let kind = kind(of: mediaType, "authorizationStatusForMediaType:")
        return AVAuthorizationStatus(CaptureWorld.current.permission(for: kind))
    }

    /// Asks the user for permission, unless that has been done before.
    ///
    /// Linux: the camera portal asks. A user who does not answer within two minutes has not granted it, and is asked again
    /// the next time.
    /// - Returns: whether the program may use the devices.
    @discardableResult
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }

    /// - `handler`: called on an arbitrary queue.
    @preconcurrency public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let kind = kind(of: mediaType, "requestAccessForMediaType:completionHandler:")
        let world = CaptureWorld.current
        DispatchQueue.global().async { handler(world.askForPermission(for: kind) == .granted) }
    }

    private static func kind(of mediaType: AVMediaType, _ selector: String) -> DeviceDescription.Kind {
        guard mediaType == .video || mediaType == .audio else {
            raiseException(
                "*** +[AVCaptureDevice \(selector)] Only media types AVMediaTypeVideo and AVMediaTypeAudio are supported"
            )
        }
        return mediaType == .video ? .camera : .microphone
    }
}
