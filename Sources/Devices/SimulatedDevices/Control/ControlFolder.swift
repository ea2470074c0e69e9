import CaptureEngine
import Glibc

/// Where programs that let others drive their simulated phone have their sockets, `PID.socket` each.
package struct ControlFolder: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Below the folder that the desktop, or the login, made for this user's sockets.
    ///
    /// - Throws: `fileUnreadable`, with a sentence, where there is none.
    package static func ofUser() throws(CaptureError) -> ControlFolder {
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
            throw CaptureError(
                .fileUnreadable,
                "XDG_RUNTIME_DIR names no folder, and that is where programs with a simulated phone can be reached")
        }
        return ControlFolder(folder + "/avcam")
    }

    package func socket(of process: Int32) -> String { "\(path)/\(process).socket" }

    /// Makes the folder, if it is not there, for this user alone.
    ///
    /// - Throws: `fileUnwritable`, also when it is there and others may enter it.
    func make() throws(CaptureError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw CaptureError(.fileUnwritable, "\(path) cannot be made: \(Errno.last)")
        }
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
            facts.st_mode & 0o077 == 0
        else {
            throw CaptureError(.fileUnwritable, "\(path) is not a folder that only its owner may enter; remove it")
        }
    }

    /// The processes that listen, in ascending order. Sockets that dead ones left are removed.
    package func processes() -> [Int32] {
        var processes: [Int32] = []
        for name in names() where name.hasSuffix(".socket") {
            guard let process = Int32(name.dropLast(".socket".count)) else { continue }
            do throws(Errno) {
                _ = try LocalSocket.connected(to: socket(of: process), timeoutSeconds: 2)
                processes.append(process)
            } catch {
                // One that does not take the connection in time is alive, and says more when it is asked something.
                if error.code == EAGAIN { processes.append(process) }
                if error.code == ECONNREFUSED { unlink(socket(of: process)) }
            }
        }
        return processes.sorted()
    }

    private func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }
}
