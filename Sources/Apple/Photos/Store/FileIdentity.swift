import Glibc

/// Identifies the file behind a name: another file with the same name is not equal.
struct FileIdentity: Sendable, Hashable {
    private let device: UInt
    private let number: UInt

    init(of path: String) throws(FileError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path) }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
