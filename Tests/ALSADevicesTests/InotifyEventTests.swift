import Foundation
import Locking
import Testing

@testable import ALSADevices

@Suite struct InotifyEventTests {
    /// Most signals arrive during the wait for related events.
    @Test func aSignalDoesNotHoldUpWhatHasHappened() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inotify-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        try #require(descriptor >= 0)
        #expect(inotify_add_watch(descriptor, folder.path, UInt32(IN_CREATE)) >= 0)
        // Ignored by default; a handler makes it interrupt calls.
        var action = sigaction(), old = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGURG, &action, &old)
        defer { sigaction(SIGURG, &old, nil) }

        let reader = Monitor<(thread: pthread_t?, names: [String]?)>((nil, nil))
        let end = Monitor(false)
        Thread.start(named: "inotify-test") {
            reader.withLock { $0.thread = pthread_self() }
            let events = InotifyEvent.read(from: descriptor)
            reader.withLock { $0.names = events?.map(\.name) ?? [] }
            // A signal needs a running thread.
            _ = end.wait(timeout: .seconds(60)) { $0 ? true : nil }
            close(descriptor)
        }
        let thread = try #require(reader.wait(timeout: .seconds(30)) { $0.thread })
        pthread_kill(thread, SIGURG)
        try Data().write(to: folder.appendingPathComponent("pcmC0D0c"))
        for _ in 0..<1000 where reader.withLock({ $0.names == nil }) {
            pthread_kill(thread, SIGURG)
            usleep(10_000)
        }
        #expect(reader.withLock { $0.names } == ["pcmC0D0c"])
        end.withLock { $0 = true }
    }
}
