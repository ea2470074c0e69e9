import Glibc

/// Which file it is that has a name: another one of the same name is not equal.
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
