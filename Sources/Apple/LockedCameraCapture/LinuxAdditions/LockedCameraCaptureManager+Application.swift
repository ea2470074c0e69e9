import Foundation
import MissingFoundation

extension LockedCameraCaptureManager {
    /// Sets the handler that opens the app for an activity of its extension, called when the extension asks for it. On
    /// Linux there is no scene that would do so. Not Apple's.
    @_spi(Linux) public func onOpenApplication(_ handler: @escaping @Sendable (NSUserActivity) -> Void) {
        application = handler
    }
}
