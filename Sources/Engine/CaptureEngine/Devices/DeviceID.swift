/// The stable, typed name of a device, such as `v4l2:/dev/video0`, `simulated:back`, `file:/home/me/clip.mov` or
/// `alsa:hw:0,0`.
///
/// It is also `AVCaptureDevice.uniqueID`, and what the command line takes for `--camera` and `--microphone`.
package struct DeviceID: Hashable, Sendable, CustomStringConvertible {
    /// The kind of device, and the backend that knows it: the part before the first colon.
    package let scheme: String
    /// What the backend calls the device: everything after the first colon.
    package let name: String

    package init(scheme: String, name: String) {
        self.scheme = scheme
        self.name = name
    }

    /// Reads `scheme:name`; `nil` when there is no colon or one part is empty.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        scheme = String(text[..<colon])
        name = String(text[text.index(after: colon)...])
        if scheme.isEmpty || name.isEmpty { return nil }
    }

    package var description: String { "\(scheme):\(name)" }
}
