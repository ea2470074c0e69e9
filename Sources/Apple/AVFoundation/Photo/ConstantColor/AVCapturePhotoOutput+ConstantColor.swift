import CaptureEngine
import Foundation
import PixelCoding

/// Constant color: photos whose colors are the same in any light.
extension AVCapturePhotoOutput {
    /// Whether the camera, in its active format, can show a scene in the light of its flash alone.
    ///
    /// A constant color photo is made of stills with and without the flash. The difference is the light of the flash,
    /// whose color is that of daylight. It takes the time of several frames. The flash must be bright compared with the
    /// other light, so not in bright sun, and camera and scene must not move. When this becomes `false`, so does
    /// ``isConstantColorEnabled``. Observable.
    ///
    /// Linux: true for the simulated phone's cameras with a flash; drivers do not guarantee stills with the same
    /// exposure.
    public var isConstantColorSupported: Bool {
        guard let device, device.engineDescription.capabilities.isolatesFlash else { return false }
        return ConstantColor.supports(device.activeFormat.formatDescription.mediaSubType.rawValue)
    }

    /// Whether photos may be requested in constant color; `false` by default, and with every camera that does not
    /// support it.
    ///
    /// On Apple's systems setting it rebuilds the pipeline, so it is best done before the session runs; on Linux it
    /// costs nothing. Constant color photos are not deferred.
    public var isConstantColorEnabled: Bool {
        get { configuration.withLock { $0.hasConstantColor } }
        set {
            refuse(newValue, isConstantColorSupported, "setConstantColorEnabled:", "isConstantColorSupported")
            guard newValue != isConstantColorEnabled else { return }
            changing(\.isConstantColorEnabled) { configuration.withLock { $0.hasConstantColor = newValue } }
        }
    }

    /// Called after the output's connections or the session's state have changed.
    func updateConstantColor() {
        let isSupported = isConstantColorSupported
        if !isSupported { isConstantColorEnabled = false }
        if configuration.withLock({ $0.couldConstantColor }) != isSupported {
            // The property itself has already changed; observers are notified now.
            willChangeValue(for: \.isConstantColorSupported)
            configuration.withLock { $0.couldConstantColor = isSupported }
            didChangeValue(for: \.isConstantColorSupported)
        }
    }
}
