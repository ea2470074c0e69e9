import Foundation
import Locking

/// A test's own folder, removed with its contents when the last reference is released.
///
/// It is in the folder of the run, which is removed when the run ends: a process that a test ends, as exit tests do,
/// releases nothing. If the run itself is killed, the next run removes its folder.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = Self.ofRun.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private static let ofProcess = Mutex<[TemporaryFolder]>([])

    /// A folder for code that reads its path only once, whichever test comes first. It is removed when the run ends.
    package static func forTheProcess() throws -> URL {
        let folder = try TemporaryFolder()
        ofProcess.withLock { $0.append(folder) }
        return folder.url
    }

    /// The place of a file that need not exist yet.
    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file.
    package func file(_ name: String, contents: Data) throws -> URL {
        let file = file(name)
        try contents.write(to: file)
        return file
    }
}

// MARK: Runs

extension TemporaryFolder {
    /// What the names of runs' folders begin with; the number of the process follows.
    package static let prefix = "avcam-tests-"

    private static let ofRun: URL = {
        let place = FileManager.default.temporaryDirectory
        // An exit test is a process of the same program. The run removes its folders with its own.
        if let parent = program(of: getppid()), parent == program(of: getpid()) {
            return place.appendingPathComponent("\(prefix)\(getppid())")
        }
        removeThoseOfTheDead()
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.ofRun) }
        return place.appendingPathComponent("\(prefix)\(getpid())")
    }()

    private static func program(of process: pid_t) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    }

    /// Removes the folders of runs whose processes are gone.
    package static func removeThoseOfTheDead() {
        let place = FileManager.default.temporaryDirectory
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count)), process > 0 else { continue }
            if kill(process, 0) != 0, errno == ESRCH {
                try? FileManager.default.removeItem(at: place.appendingPathComponent(name))
            }
        }
    }
}
