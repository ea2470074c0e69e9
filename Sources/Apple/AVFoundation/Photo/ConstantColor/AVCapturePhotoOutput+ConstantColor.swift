import CaptureEngine
import Foundation
import PixelCoding

/// Photos whose colours are the same in any light.
extension AVCapturePhotoOutput {
    /// Whether the camera has a flash by whose light alone it can show a scene, in its active format.
    ///
    /// A photo of constant colour is made of stills with and without the flash: what the one shows more than the others
    /// is what the flash lights, whose colour is daylight's. It takes some frames' time, needs a flash that matters, so
    /// no bright sun, and a camera and a scene that are still. When it becomes `false`, ``isConstantColorEnabled`` does
    /// too. Observable.
    ///
    /// Linux: with the simulated phone's cameras that have a flash; drivers do not promise stills in the same exposure.
    /// Source: Apple, AVCapturePhotoOutput.isConstantColorSupported.
    public var isConstantColorSupported: Bool {
        guard let device, device.engineDescription.capabilities.isolatesFlash else { return false }
        return ConstantColour.supports(device.activeFormat.formatDescription.mediaSubType.rawValue)
    }

    /// Whether photos may be asked for in constant colour; `false` at first, and with each camera that cannot.
    ///
    /// On Apple's systems setting it rebuilds the pipeline, so that it is best done before the session runs; here it costs
    /// nothing. Photos of constant colour are not deferred.
    /// Source: Apple, AVCapturePhotoOutput.isConstantColorEnabled.
    public var isConstantColorEnabled: Bool {
        get { configuration.withLock { $0.hasConstantColor } }
        set {
            refuse(newValue, isConstantColorSupported, "setConstantColorEnabled:", "isConstantColorSupported")
            guard newValue != isConstantColorEnabled else { return }
            changing(\.isConstantColorEnabled) { configuration.withLock { $0.hasConstantColor = newValue } }
        }
    }

    /// Called after the output's connections, or the session's state, changed.
    func updateConstantColor() {
        let isSupported = isConstantColorSupported
        if !isSupported { isConstantColorEnabled = false }
        if configuration.withLock({ $0.couldConstantColor }) != isSupported {
            // The property itself has changed before; the observers learn it now.
            willChangeValue(for: \.isConstantColorSupported)
            configuration.withLock { $0.couldConstantColor = isSupported }
            didChangeValue(for: \.isConstantColorSupported)
        }
    }
}
