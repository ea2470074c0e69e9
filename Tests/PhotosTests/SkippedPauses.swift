import CSQLite
import Foundation
import Locking
import Testing

/// SQLite's pauses between its attempts to get a lock, on the thread that made this object: they are counted, and not made.
final class SkippedPauses: Sendable {
    private struct Count: Sendable {
        var pauses = 0
        var microseconds = 0
        /// Called with the number of each pause, from 1.
        var whenPaused: @Sendable (Int) -> Void
    }

    private static let counts = Mutex<[pthread_t: Count]>([:])
    /// From its first use on, SQLite sleeps through ``pause(_:)``.
    private static let isInstalled: Bool = {
        guard let system = sqlite3_vfs_find(nil) else { return false }
        system.pointee.xSleep = { _, microseconds in
            SkippedPauses.pause(microseconds)
            return microseconds
        }
        return true
    }()

    private let thread = pthread_self()

    init(_ whenPaused: @escaping @Sendable (Int) -> Void = { _ in }) throws {
        try #require(Self.isInstalled)
        Self.counts.withLock { [thread] in $0[thread] = Count(whenPaused: whenPaused) }
    }

    deinit { Self.counts.withLock { [thread] in _ = $0.removeValue(forKey: thread) } }

    /// How many there were.
    var count: Int { Self.counts.withLock { [thread] in $0[thread]?.pauses ?? 0 } }

    /// How long they would have lasted together.
    var duration: Duration { .microseconds(Self.counts.withLock { [thread] in $0[thread]?.microseconds ?? 0 }) }

    private static func pause(_ microseconds: Int32) {
        let thread = pthread_self()
        let count = counts.withLock { counts -> Count? in
            counts[thread]?.pauses += 1
            counts[thread]?.microseconds += Int(microseconds)
            return counts[thread]
        }
        if let count { count.whenPaused(count.pauses) } else { usleep(useconds_t(microseconds)) }
    }
}
