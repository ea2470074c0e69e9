import Foundation

/// Reads and writes the file of a ``CameraState``: one operation at a time, away from the main thread.
actor CameraStateFile {
    private let url: URL

    init(_ url: URL) {
        self.url = url
    }

    func load() -> CameraState { CameraState.load(from: url) }

    /// - Throws: ``CameraError/notRemembered(path:reason:)``.
    func save(_ state: CameraState) throws(CameraError) {
        do {
            try state.save(to: url)
        } catch {
            throw .notRemembered(path: url.path, reason: error.localizedDescription)
        }
    }
}
