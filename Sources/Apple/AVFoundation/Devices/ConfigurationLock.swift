import Foundation
import Locking

/// The lock for changing a device's settings: one task, or one thread outside of any task, holds it at a time and may
/// take it repeatedly.
///
/// | holder | `take` by the same | `take` by another | `give` |
/// | --- | --- | --- | --- |
/// | nobody | takes it | takes it | nothing |
/// | a task or thread | counts | waits until it is released, or times out | counts down; at 0 it is free |
///
/// Any thread may release it, and change settings while it is held: a task may continue on another thread after each
/// `await`.
final class ConfigurationLock: Sendable {
    private struct Holder {
        var owner: Owner
        var depth: Int
    }

    /// The task and thread of a caller.
    private struct Owner {
        let thread = pthread_self()
        let isMain = Thread.isMainThread
        /// `nil` outside of any task.
        let task = withUnsafeCurrentTask { $0?.hashValue }

        /// A task keeps the lock whatever thread it continues on. Everything on the main thread counts as one owner:
        /// waiting there for another task of the main thread would keep that task from ever releasing the lock.
        func isSame(as other: Owner) -> Bool {
            if let task, let otherTask = other.task, task == otherTask { return true }
            let isSameThread = pthread_equal(thread, other.thread) != 0
            return isSameThread && (isMain || (task == nil && other.task == nil))
        }
    }

    /// The timeout for taking the lock.
    static let timeout = Duration.seconds(1)

    private let holder = Monitor<Holder?>(nil)

    var isHeld: Bool { holder.withLock { $0 != nil } }

    /// - Returns: `false` when another owner held it until the timeout.
    func take(timeout: Duration = ConfigurationLock.timeout) -> Bool {
        let owner = Owner()
        return holder.wait(timeout: timeout) { holder in
            guard let held = holder else {
                holder = Holder(owner: owner, depth: 1)
                return true
            }
            guard held.owner.isSame(as: owner) else { return nil }
            holder?.depth += 1
            return true
        } ?? false
    }

    func give() {
        holder.withLock { current in
            guard let held = current else { return }
            current = held.depth > 1 ? Holder(owner: held.owner, depth: held.depth - 1) : nil
        }
    }
}
