import AVFoundation

/// The sounds of a camera, from the desktop's sound theme. Without a sound server, nothing is heard.
package enum CameraSound: Sendable {
    case shutter
    /// A second of the self-timer.
    case tick

    /// Returns at once: a file has to be read, and the first one loads a decoder.
    package func play() {
        Self.queue.async {
            switch self {
            // Apple's number of the camera shutter.
            case .shutter: AudioServicesPlaySystemSound(1108)
            case .tick: if let bell = Self.bell { AudioServicesPlaySystemSound(bell) }
            }
        }
    }

    /// `nil` if there is none.
    private static let bell: SystemSoundID? = {
        var sound: SystemSoundID = 0
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
        // Source: freedesktop.org, Sound Theme Specification.
        let files = folders.split(separator: ":").map { "\($0)/sounds/freedesktop/stereo/bell.oga" }
        guard let file = files.first(where: FileManager.default.isReadableFile),
            AudioServicesCreateSystemSoundID(URL(fileURLWithPath: file), &sound) == noErr
        else { return nil }
        return sound
    }()

    private static let queue = DispatchQueue(label: "CameraSound", qos: .userInteractive)
}
