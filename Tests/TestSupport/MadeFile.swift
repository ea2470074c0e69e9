import Foundation
import Locking

/// Files that ffmpeg draws for tests, each once in a process: starting it takes longer than most tests.
package enum MadeFile {
    private static let made = Mutex<[[String]: Data]>([:])

    /// Runs ffmpeg, or writes what it made of the same arguments before.
    ///
    /// - Parameters:
    ///   - arguments: all but the file's name. Those with a path are run each time: another file may be there now.
    ///   - file: is replaced.
    package static func ffmpeg(_ arguments: [String], to file: URL) throws {
        let key = arguments + [file.pathExtension]
        if let known = made.withLock({ $0[key] }) { return try known.write(to: file) }
        try Tool.output("ffmpeg", ["-v", "error"] + arguments + ["-y", file.path])
        if arguments.contains(where: { $0.contains("/") }) { return }
        let data = try Data(contentsOf: file)
        made.withLock { $0[key] = data }
    }
}
