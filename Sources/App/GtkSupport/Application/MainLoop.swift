internal import CGtk
import Dispatch
import Glibc

/// GLib's main loop, with Swift's main actor in it.
package enum MainLoop {
    /// Lets the main actor run in GLib's loop: Dispatch tells by an event descriptor that its main queue has work.
    ///
    /// The hooks are those by which CoreFoundation's run loop does the same. The program must not be an async `main`, which
    /// would give the main thread to Dispatch, and must never run a nested loop.
    package static func attachMainActor() {
        g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                // Read empty, or GLib would come back at once.
                var count: UInt64 = 0
                _ = read(descriptor, &count, 8)
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil, nil)
    }
}
