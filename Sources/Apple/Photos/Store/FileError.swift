import Glibc

/// The failure of a system call on a file.
struct FileError: Error, CustomStringConvertible {
    /// The value of `errno`.
    let number: Int32
    let path: String

    init(_ path: String, number: Int32 = errno) {
        self.number = number
        self.path = path
    }

    var description: String { "\(path): \(String(cString: strerror(number)))" }
}
