import Foundation

extension Thread {
    /// Starts a thread that runs a block, and releases the block before the thread ends.
    ///
    /// Foundation by itself releases it among the thread's last destructors. If that frees something that uses
    /// Dispatch, libdispatch (Swift 6.3) frees its per-thread data a second time and corrupts the heap.
    ///
    /// - Parameter name: for debuggers and `top`.
    package static func start(named name: String, _ block: @escaping @Sendable () -> Void) {
        let block = Mutex<(@Sendable () -> Void)?>(block)
        let thread = Thread { block.withLock { $0.take() }?() }
        thread.name = name
        thread.start()
    }
}
