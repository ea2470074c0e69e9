import Foundation

/// Reads and writes the file of a ``CameraState``, away from the main thread, one after the other.
actor CameraStateFile {
    private let url: URL

    init(_ url: URL) {
        self.url = url
    }

    func load() -> CameraState { CameraState.load(from: url) }

    /// - Throws: a sentence with what to do.
    func save(_ state: CameraState) throws(CameraError) {
        do {
            try state.save(to: url)
        } catch {
            throw .notRemembered(path: url.path, reason: error.localizedDescription)
        }
    }
}
