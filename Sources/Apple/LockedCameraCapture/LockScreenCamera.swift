import CaptureEngine
import DeviceKinds
import Foundation

/// The lock screen: opens an app's camera extension when the Camera Control of the locked phone is pressed, and
/// closes it when the phone is unlocked.
///
/// While the extension is open, it gets the button presses. The phone is the simulated one.
@MainActor
package final class LockScreenCamera<Extension: LockedCameraCaptureExtension> {
    private var open: (session: LockedCameraCaptureSession, scene: Extension.Body)?
    private var observations: [SurroundingsObservation] = []
    private let world = CaptureWorld.current
    private let onChange: @MainActor () -> Void

    /// The scene on the lock screen; `nil` while the extension is not open.
    package var scene: Extension.Body? { open?.scene }

    /// Why the extension could not be opened the last time.
    package private(set) var error: (any Error)?

    /// - Parameter onChange: called when the extension was opened or closed, or could not be opened.
    package init(_ type: Extension.Type, onChange: @escaping @MainActor () -> Void = {}) {
        self.onChange = onChange
        observations = world.observe { [weak self] event, place in
            switch event {
            case .pressed(.cameraControl, .ended) where place.isLocked:
                Task { @MainActor in self?.launch() }
            case .lockChanged(isLocked: false):
                Task { @MainActor in self?.close() }
            default: break
            }
        }
    }

    private func launch() {
        guard open == nil else { return }
        do {
            // Whoever pressed the button may be in another world.
            open = try CaptureWorld.$current.withValue(world) { try Extension.launch() }
            error = nil
        } catch {
            self.error = error
        }
        onChange()
    }

    private func close() {
        guard let open else { return }
        open.session.end()
        self.open = nil
        onChange()
    }
}
