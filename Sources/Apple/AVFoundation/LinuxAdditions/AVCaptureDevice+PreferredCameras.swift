import CaptureEngine
import DeviceKinds
import Foundation
import MissingFoundation

extension AVCaptureDevice {
    /// Calls `changeHandler` whenever ``systemPreferredCamera`` or ``userPreferredCamera`` becomes another camera, on
    /// an arbitrary queue.
    ///
    /// ```swift
    /// AVCaptureDevice.observe(\.systemPreferredCamera, options: [.new]) { camera in … }
    /// ```
    /// On Apple's systems the class is observed with `addObserver(_:forKeyPath:options:context:)`, which needs the
    /// Objective-C runtime.
    /// - Parameters:
    ///   - keyPath: one of the two.
    ///   - options: `.initial` also calls the handler at once.
    ///   - changeHandler: gets the camera as it is then.
    /// - Returns: the observation; it lasts as long as this object.
    ///
    /// Not Apple's.
    @_spi(Linux) public static func observe(
        _ keyPath: KeyPath<AVCaptureDevice.Type, AVCaptureDevice?>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (AVCaptureDevice?) -> Void
    ) -> NSKeyValueObservation {
        let cameras = CaptureWorld.current.preferredCameras
        // Observers are notified only of changes after the first lookup.
        cameras.look()
        switch keyPath {
        case \AVCaptureDevice.Type.systemPreferredCamera:
            return cameras.observe(\.system, options: options) { cameras, _ in
                changeHandler(cameras.system)
            }
        case \AVCaptureDevice.Type.userPreferredCamera:
            return cameras.observe(\.user, options: options) { cameras, _ in
                changeHandler(cameras.user)
            }
        default:
            raiseException("*** +[AVCaptureDevice observe:] Only the preferred cameras of the class are observable")
        }
    }
}
