import Foundation

/// The folder for the files of a Live Photo until it is saved.
enum TemporaryPlace {
    /// - Throws: ``Failure`` with status 73 if nothing can be written there.
    static func check() throws(Failure) {
        let folder = FileManager.default.temporaryDirectory.path
        var status = stat()
        let reason: String
        if stat(folder, &status) != 0 {
            reason = "cannot be used: \(String(cString: strerror(errno)))"
        } else if status.st_mode & S_IFMT != S_IFDIR {
            reason = "is no folder"
        } else if let number = Self.obstacle(in: folder) {
            reason = "cannot be written: \(String(cString: strerror(number)))"
        } else {
            return
        }
        throw Failure(
            .cannotCreate,
            "A Live Photo needs the folder for temporary files, and \(folder) \(reason); name another one with TMPDIR.")
    }

    /// Why no file can be made there. Only trying tells: root may write everywhere, but not in `/proc`.
    private static func obstacle(in folder: String) -> Int32? {
        let name = "\(folder)/avcam-\(UUID().uuidString)"
        let descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        unlink(name)
        close(descriptor)
        return nil
    }
}
