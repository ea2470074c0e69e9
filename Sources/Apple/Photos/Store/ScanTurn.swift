import Foundation
import Locking

/// Lets one thread of this process at a time scan the library's folder.
final class ScanTurn: Sendable {
    private enum Owner {
        case nobody, reader, background
    }

    private let owner = Monitor(Owner.nobody)
    private let endings = Mutex(0)

    /// Whether a long scan is under way. Only readers that need all of it wait for it.
    var isInBackground: Bool { owner.withLock { $0 } == .background }

    /// How many such scans have ended.
    var longScans: Int { endings.withLock(\.self) }

    /// Runs `body` when no other thread scans.
    ///
    /// - Parameters:
    ///   - waitsForBackground: whether also for a scan in the background, which may take long.
    ///   - then: called after the turn if it took long, see ``takesLong()``.
    /// - Returns: what `body` returns; `nil` if it did not run because of such a scan.
    func take<Result>(
        waitsForBackground: Bool, _ body: () throws -> Result, then: () -> Void
    ) rethrows -> Result? {
        let isMine = owner.wait { owner -> Bool? in
            switch owner {
            case .nobody:
                owner = .reader
                return true
            case .reader: return nil
            case .background: return waitsForBackground ? nil : false
            }
        }
        guard isMine == true else { return nil }
        defer { if end() { then() } }
        return try body()
    }

    /// Called by the thread whose turn it is: from now on, only readers that need everything wait for its end.
    func takesLong() {
        owner.withLock { if $0 == .reader { $0 = .background } }
    }

    /// Runs `body` on a thread of its own, and then, after its turn, `then`. Does nothing while another thread scans: a
    /// reader that leaves something comes here too.
    func takeInBackground(_ body: @escaping @Sendable () -> Void, then: @escaping @Sendable () -> Void) {
        let isMine = owner.withLock { owner in
            guard owner == .nobody else { return false }
            owner = .background
            return true
        }
        guard isMine else { return }
        Thread.detachNewThread { [self] in
            body()
            if end() { then() }
        }
    }

    /// - Returns: whether the turn took long.
    private func end() -> Bool {
        owner.withLock { owner in
            let wasLong = owner == .background
            owner = .nobody
            if wasLong { endings.withLock { $0 += 1 } }
            return wasLong
        }
    }
}
