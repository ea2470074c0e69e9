import Foundation

extension Thread {
    /// Starts a thread that runs a block, and lets go of the block before the thread ends.
    ///
    /// Foundation by itself lets go of it among the thread's last destructors. When that frees what uses Dispatch,
    /// libdispatch (Swift 6.3) frees what it keeps for the thread a second time, and the heap is damaged.
    ///
    /// - Parameter name: for debuggers and `top`.
    package static func start(named name: String, _ block: @escaping @Sendable () -> Void) {
        let block = Mutex<(@Sendable () -> Void)?>(block)
        let thread = Thread { block.withLock { $0.take() }?() }
        thread.name = name
        thread.start()
    }
}
