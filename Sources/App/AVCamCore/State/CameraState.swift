import Foundation

/// What the app remembers from one start to the next.
///
/// A small file in the user's state folder. Source: freedesktop.org, XDG Base Directory Specification
/// (`XDG_STATE_HOME`).
package struct CameraState: Codable, Sendable, Equatable {
    package var captureMode: CaptureMode = .photo
    package var photoFeatures = PhotoFeatures()
    /// The `uniqueID` of the camera that was used last.
    package var cameraID: String?

    package init() {}

    /// Where the state is kept.
    package static var standardURL: URL {
        let environment = ProcessInfo.processInfo.environment
        let folder = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return URL(fileURLWithPath: folder ?? NSHomeDirectory() + "/.local/state")
            .appendingPathComponent("avcam/camera.json")
    }

    /// What was remembered; the defaults when there is nothing, or nothing that can be read.
    package static func load(from url: URL = standardURL) -> CameraState {
        guard let data = try? Data(contentsOf: url) else { return CameraState() }
        return (try? JSONDecoder().decode(CameraState.self, from: data)) ?? CameraState()
    }

    package func save(to url: URL = standardURL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: url, options: .atomic)
    }
}
