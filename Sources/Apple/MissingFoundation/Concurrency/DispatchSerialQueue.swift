import Dispatch

/// A queue that runs one block at a time. Source: Apple, DispatchSerialQueue.
///
/// Linux: Dispatch has no class of its own for it.
public typealias DispatchSerialQueue = DispatchQueue

/// A serial queue can run an actor: `nonisolated var unownedExecutor: UnownedSerialExecutor {
/// queue.asUnownedSerialExecutor() }`. Source: Apple, DispatchSerialQueue.
///
/// Linux: a concurrent queue is not refused by the compiler; an actor must not be given one.
extension DispatchQueue: @retroactive Executor {}

extension DispatchQueue: @retroactive SerialExecutor {
    /// Source: Apple, DispatchQueue.enqueue(_:).
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Source: Apple, DispatchQueue.asUnownedSerialExecutor().
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Stops the program unless it runs on the queue. Source: Apple, DispatchQueue.checkIsolated().
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(self))
    }
}
