import Glibc

/// A system call's error number.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: Int32

    package init(_ code: Int32) {
        self.code = code
    }

    package static let noEntry = Errno(ENOENT)
    package static let io = Errno(EIO)
    package static let noSuchDevice = Errno(ENODEV)
    package static let noSuchAddress = Errno(ENXIO)
    package static let tryAgain = Errno(EAGAIN)
    package static let notPermitted = Errno(EPERM)
    package static let accessDenied = Errno(EACCES)
    package static let busy = Errno(EBUSY)
    package static let invalid = Errno(EINVAL)
    package static let outOfMemory = Errno(ENOMEM)
    package static let noSpace = Errno(ENOSPC)
    /// There is no signal.
    package static let noLink = Errno(ENOLINK)
    /// The signal is not stable.
    package static let noLock = Errno(ENOLCK)
    package static let outOfRange = Errno(ERANGE)
    /// The driver does not know the ioctl.
    package static let notTypewriter = Errno(ENOTTY)
    package static let notSupported = Errno(ENOTSUP)

    package var description: String { "\(String(cString: strerror(code))) (error \(code))" }

    /// Turns a negative result of a CLinuxVideo function into an error, and passes other results on.
    @discardableResult
    static func check(_ result: Int32) throws(Errno) -> Int32 {
        if result < 0 { throw Errno(-result) }
        return result
    }
}
