import Foundation
import MissingFoundation

extension LockedCameraCaptureManager {
    /// Says what opens the app for an activity of its extension; it is called where the extension asks. There is no
    /// scene that would. Not Apple's.
    @_spi(Linux) public func onOpenApplication(_ handler: @escaping @Sendable (NSUserActivity) -> Void) {
        application = handler
    }
}
