internal import CLinux
import Foundation

extension Thread {
    /// Starts a thread that runs a block, and releases the block before the thread ends. Without a thread, the block is
    /// released without having run.
    ///
    /// Foundation's own threads release it among their last destructors. If that frees something that uses
    /// Dispatch, libdispatch (Swift 6.3) frees its per-thread data a second time and corrupts the heap. They also take
    /// milliseconds longer to start on a small board.
    ///
    /// - Parameter name: for debuggers and `top`; cut off after 15 bytes.
    /// - Returns: whether there is a thread.
    @discardableResult
    package static func start(named name: String, _ block: @escaping @Sendable () -> Void) -> Bool {
        let start = Unmanaged.passRetained(ThreadStart(name: name, block: block))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, start.toOpaque())
        if status != 0 { start.release() }
        return status == 0
    }
}

private final class ThreadStart: Sendable {
    private let name: String
    private let block: @Sendable () -> Void

    init(name: String, block: @escaping @Sendable () -> Void) {
        self.name = name
        self.block = block
    }

    func run() {
        linux_name_thread(String(decoding: name.utf8.prefix(15), as: UTF8.self))
        block()
    }
}
