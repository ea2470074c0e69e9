import Foundation

/// A file that waits under a hidden name in the same folder until its successor is there.
struct ReplacedFile: Sendable {
    let path: String
    let aside: String

    /// Gives the file its name back, unless something has that name now; removes it when its successor has content.
    func settle() {
        var status = stat()
        if stat(path, &status) == 0 && status.st_size > 0 {
            unlink(aside)
        } else if link(aside, path) == 0 {
            unlink(aside)
        } else if access(path, F_OK) != 0 {
            // File systems without hard links (FAT).
            rename(aside, path)
        }
    }
}
