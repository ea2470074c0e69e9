import Foundation

/// Reads and writes the file of a ``CameraState``: one operation at a time, away from the main thread.
///
/// Programs with different screens share the file. One takes over only what its screens show, and leaves the rest as it is.
actor CameraStateFile {
    private let url: URL
    private let screens: CameraScreens

    init(_ url: URL, _ screens: CameraScreens) {
        self.url = url
        self.screens = screens
    }

    func load() -> CameraState { Self.load(from: url, screens) }

    static func load(from url: URL, _ screens: CameraScreens) -> CameraState {
        screens.shown(of: CameraState.load(from: url), beside: CameraState())
    }

    /// - Throws: ``CameraError/notRemembered(path:reason:)``.
    func save(_ state: CameraState) throws(CameraError) {
        do {
            try screens.shown(of: state, beside: CameraState.load(from: url)).save(to: url)
        } catch {
            throw .notRemembered(path: url.path, reason: error.localizedDescription)
        }
    }
}
