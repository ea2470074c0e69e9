import CaptureEngine
import Glibc

/// The folder for the sockets of programs that let others drive their simulated phone, each named `PID.socket`.
package struct ControlFolder: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The folder of this user's programs, inside the runtime folder that the desktop, or the login, made.
    ///
    /// - Throws: `fileUnreadable` if there is no such runtime folder.
    package static func ofUser() throws(CaptureError) -> ControlFolder {
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
            throw CaptureError(
                .fileUnreadable,
                "XDG_RUNTIME_DIR names no folder, and that is where programs with a simulated phone can be reached")
        }
        return ControlFolder(folder + "/avcam")
    }

    package func socket(of process: Int32) -> String { "\(path)/\(process).socket" }

    /// Creates the folder, for this user alone, unless it is there.
    ///
    /// - Throws: `fileUnwritable`, also if the folder is there and others may enter it.
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

    /// The processes that listen, in ascending order. Removes the sockets that dead ones have left.
    package func processes() -> [Int32] {
        var processes: [Int32] = []
        for name in names() where name.hasSuffix(".socket") {
            guard let process = Int32(name.dropLast(".socket".count)) else { continue }
            do throws(Errno) {
                _ = try LocalSocket.connected(to: socket(of: process), timeoutSeconds: 2)
                processes.append(process)
            } catch {
                // A process that does not accept the connection in time is alive; the error comes when it is asked
                // something.
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
