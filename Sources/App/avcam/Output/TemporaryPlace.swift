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
        } else if access(folder, W_OK | X_OK) != 0 {
            reason = "cannot be written: \(String(cString: strerror(errno)))"
        } else {
            return
        }
        throw Failure(
            .cannotCreate,
            "A Live Photo needs the folder for temporary files, and \(folder) \(reason); name another one with TMPDIR.")
    }
}
