import Foundation
import Locking

/// The right to change a device's settings: one task, or one thread outside of any, has it at a time, as often as it
/// likes.
///
/// | holder | `take` by the same | `take` by another | `give` |
/// | --- | --- | --- | --- |
/// | nobody | takes it | takes it | nothing |
/// | a task or thread | counts | waits until it is given back, or gives up | counts down; at 0 it is free |
///
/// Any thread may give it back and change settings while it is held: a task goes on on another thread after each
/// `await`.
final class ConfigurationLock: Sendable {
    private struct Holder {
        var owner: Owner
        var depth: Int
    }

    /// Who runs now.
    private struct Owner {
        let thread = pthread_self()
        let isMain = Thread.isMainThread
        /// `nil` outside of any task.
        let task = withUnsafeCurrentTask { $0?.hashValue }

        /// A task keeps what it has taken on whatever thread it goes on. All that runs on the main thread is one: there,
        /// waiting for another task would keep that one from going on.
        func isSame(as other: Owner) -> Bool {
            if let task, let otherTask = other.task, task == otherTask { return true }
            let isSameThread = pthread_equal(thread, other.thread) != 0
            return isSameThread && (isMain || (task == nil && other.task == nil))
        }
    }

    /// How long one waits for another.
    static let patience = Duration.seconds(1)

    private let holder = Monitor<Holder?>(nil)

    var isHeld: Bool { holder.withLock { $0 != nil } }

    /// - Returns: `false` when somebody else kept it for too long.
    func take(patience: Duration = ConfigurationLock.patience) -> Bool {
        let owner = Owner()
        return holder.wait(timeout: patience) { holder in
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
