import Foundation
import Locking

/// The hidden files that are being written, for a program that ends at once.
enum PartialFiles {
    private static let paths = Mutex<Set<String>>([])

    static func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    static func remove(_ path: String) {
        paths.withLock { _ = $0.remove(path) }
        unlink(path)
    }

    /// - Returns: how many there were.
    static func removeAll() -> Int {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            return paths.count
        }
    }
}
