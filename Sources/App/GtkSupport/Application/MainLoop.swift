internal import CGtk
import Dispatch
import Glibc

/// GLib's main loop, which also runs Swift's main actor.
package enum MainLoop {
    /// Runs the main actor in GLib's loop: Dispatch signals through an event descriptor that its main queue has work.
    ///
    /// CoreFoundation's run loop uses the same hooks. The program must not have an async `main`, which would give the
    /// main thread to Dispatch, and must never run a nested loop.
    package static func attachMainActor() {
        g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                // Drained, or GLib would return at once.
                var count: UInt64 = 0
                _ = read(descriptor, &count, 8)
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil, nil)
    }
}
