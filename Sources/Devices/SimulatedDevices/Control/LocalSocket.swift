internal import CLinux
import CaptureEngine
import Glibc

/// A Unix stream socket, for programs of one user on one machine. Source: unix(7).
package final class LocalSocket: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    private static func make() throws(Errno) -> LocalSocket {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Errno.last }
        return LocalSocket(descriptor)
    }

    /// Listens at a path, for this user alone (0600). The socket gets its name only once it listens, so that a program
    /// that finds it can connect. It replaces a socket that a dead process left.
    static func listening(at path: String) throws(Errno) -> LocalSocket {
        let socket = try make()
        // `bind` creates the file with the mode of the descriptor, so others cannot connect at any moment.
        guard fchmod(socket.descriptor, 0o600) == 0 else { throw Errno.last }
        let newPath = path + ".new"
        unlink(newPath)
        try socket.name(newPath) { bind(socket.descriptor, $0, $1) }
        guard listen(socket.descriptor, 16) == 0, rename(newPath, path) == 0 else {
            let error = Errno.last
            unlink(newPath)
            throw error
        }
        return socket
    }

    /// Connects to the program that listens at a path.
    ///
    /// - Parameter timeoutSeconds: the timeout for connecting, sending and receiving; 0 means none.
    package static func connected(to path: String, timeoutSeconds: Int) throws(Errno) -> LocalSocket {
        let socket = try make()
        socket.setTimeout(seconds: timeoutSeconds)
        try socket.name(path) { connect(socket.descriptor, $0, $1) }
        return socket
    }

    private func name(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws(Errno) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isTooLong = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            guard path.utf8.count < bytes.count else { return true }
            bytes.copyBytes(from: path.utf8)
            return false
        }
        if isTooLong { throw Errno(ENAMETOOLONG) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
        }
        guard status == 0 else { throw Errno.last }
    }

    /// Sets the timeout for sending and, unless `receivesForever`, for receiving; 0 means none.
    package func setTimeout(seconds: Int, receivesForever: Bool = false) {
        var (time, receiving) = (timeval(tv_sec: seconds, tv_usec: 0), timeval())
        if !receivesForever { receiving = time }
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &receiving, size)
    }

    /// The next program that connects; `nil` once the socket is shut down.
    func accepted() -> LocalSocket? {
        while true {
            let client = linux_accept_cloexec(descriptor)
            if client >= 0 { return LocalSocket(client) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            // Out of descriptors or memory: they become free when others end.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(100_000)
            default: return nil
            }
        }
    }

    /// Whether the process at the other end belongs to the same user. Root is no exception.
    package var isOfThisUser: Bool {
        // struct ucred, which Swift's Glibc does not import: pid, uid, gid.
        var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
        return credentials.uid == geteuid()
    }

    /// Sends all of `text`. If the other end does not read before the timeout, or is gone, the connection ends.
    ///
    /// - Returns: whether all of it was sent.
    @discardableResult
    package func send(_ text: String) -> Bool {
        var text = text
        let isSent = text.withUTF8 { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Glibc.send(
                    descriptor, bytes.baseAddress! + offset, bytes.count - offset, Int32(MSG_NOSIGNAL))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
        if !isSent { shutDown() }
        return isSent
    }

    /// Waits for some bytes.
    ///
    /// - Returns: `nil` at the end of the stream, after the timeout, and when the connection is broken.
    func receive(atMost count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            var received = -1
            repeat { received = recv(descriptor, buffer.baseAddress, count, 0) } while received < 0 && errno == EINTR
            size = max(0, received)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Ends all waiting on both sides. The descriptor is closed when the object is released.
    package func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// Why a system call failed.
package struct Errno: Error, Equatable, CustomStringConvertible {
    package let code: Int32

    init(_ code: Int32) { self.code = code }

    static var last: Errno { Errno(errno) }

    package var description: String { String(cString: strerror(code)) }
}
