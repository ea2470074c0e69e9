import AVFoundation

/// A microphone in a menu.
package struct MicrophoneChoice: Sendable, Equatable, Identifiable {
    /// The device's `uniqueID`.
    package let id: String
    package let name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    init(_ device: AVCaptureDevice) {
        self.init(id: device.uniqueID, name: device.localizedName)
    }
}
