internal import CLinux
import CoreMedia
import Glibc
import Locking

/// The thread of a source: it blocks in C or sleeps until a frame is due, and can be ended at once.
///
/// It runs from `init` until its body returns. Its creator calls ``cancel()`` and ``join()``, or ``end()`` for
/// both; nothing of the thread is left after `join`.
package final class SourceThread: @unchecked Sendable {  // `handle` is written once, before `init` returns
    /// Wakes the thread when it is cancelled while it sleeps.
    private let cancelled = Monitor(false)
    private let joined = Mutex(false)
    private let returned = Monitor(false)
    private var handle: pthread_t?

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: for debuggers and `top`; the first 15 bytes are used.
    ///   - body: gets this thread, to ask ``isCancelled`` and to sleep.
    /// - Throws: `deviceFailed` when the system has no more threads to give.
    package init(_ name: String, _ body: @escaping @Sendable (SourceThread) -> Void) throws(CaptureError) {
        let start = Start(name: String(decoding: name.utf8.prefix(15), as: UTF8.self), thread: self, body: body)
        let argument = Unmanaged.passRetained(start)
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                linux_name_thread(start.name)
                start.body(start.thread)
                start.thread.returned.withLock { $0 = true }
                return nil
            }, argument.toOpaque())
        guard status == 0 else {
            argument.release()
            throw CaptureError(
                .deviceFailed, "no thread can be started for \(name): \(String(cString: strerror(status)))")
        }
        self.handle = handle
    }

    package var isCancelled: Bool { cancelled.withLock { $0 } }

    /// Asks the body to return; wakes it if it sleeps.
    package func cancel() { cancelled.withLock { $0 = true } }

    /// Waits until the body has returned. Must not be called on the thread itself.
    package func join() {
        let isFirst = joined.withLock { done in
            defer { done = true }
            return !done
        }
        if isFirst, let handle { pthread_join(handle, nil) }
    }

    package func end() {
        cancel()
        join()
    }

    /// Ends the thread if its body returns in time. Otherwise the thread is left to itself: it cannot be ended while it
    /// hangs in the kernel.
    ///
    /// - Returns: whether the body has returned.
    package func end(within timeout: Duration) -> Bool {
        cancel()
        let isOver = returned.wait(timeout: timeout, until: { $0 ? true : nil }) == true
        if isOver {
            join()
        } else {
            let isFirst = joined.withLock { done in
                defer { done = true }
                return !done
            }
            if isFirst, let handle { pthread_detach(handle) }
        }
        return isOver
    }

    /// Sleeps until a clock reaches `time`.
    ///
    /// - Returns: `false` when the thread was cancelled.
    package func sleep(until time: CMTime, on clock: any CaptureClock) -> Bool {
        guard clock.isRealTime else {
            return clock.sleep(until: time, isCancelled: { self.isCancelled })
        }
        let left = (time - clock.now).convertScale(1_000_000_000, method: .default).value
        if left <= 0 { return !isCancelled }
        return cancelled.wait(timeout: .nanoseconds(left), until: { $0 ? true : nil }) == nil
    }

    /// What the new thread takes over.
    private final class Start: Sendable {
        let name: String
        let thread: SourceThread
        let body: @Sendable (SourceThread) -> Void

        init(name: String, thread: SourceThread, body: @escaping @Sendable (SourceThread) -> Void) {
            self.name = name
            self.thread = thread
            self.body = body
        }
    }
}
