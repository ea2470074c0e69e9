internal import CGtk

/// Windows whose contents are views.
extension Window {
    /// A window with the desktop's frame, not shown yet.
    package static func make(in application: Application?, title: String, size: Size) -> Window {
        let window = Window(UnsafeMutableRawPointer(gtk_window_new()))
        application?.add(window)
        window.title = title
        gtk_window_set_default_size(window.cast(), Int32(size.width), Int32(size.height))
        return window
    }

    package func setContent(_ widget: Widget?) { gtk_window_set_child(cast(), widget?.cast()) }

    package func setDefaultSize(_ size: Size) {
        gtk_window_set_default_size(cast(), Int32(size.width), Int32(size.height))
    }

    /// Calls `body` when the window gets the keyboard or loses it.
    package func onActivityChange(_ body: @escaping @MainActor (_ isActive: Bool) -> Void) {
        // Also told while it is closed.
        on("notify::is-active") { [weak self] in
            if let self { body(gtk_window_is_active(cast()) != 0) }
        }
    }
}

extension Application {
    /// Opens a web page, or another address, with the desktop's program for it.
    package static func open(_ address: String) -> Bool { g_app_info_launch_default_for_uri(address, nil, nil) != 0 }

    /// Keeps the screen on.
    ///
    /// - Returns: what ``allowIdle(_:)`` takes; 0 if the desktop cannot.
    package func inhibitIdle(_ reason: String) -> UInt32 {
        gtk_application_inhibit(cast(), nil, GTK_APPLICATION_INHIBIT_IDLE, reason)
    }

    package func allowIdle(_ cookie: UInt32) { gtk_application_uninhibit(cast(), cookie) }

    /// Keeps the computer from suspending by itself. The screen may go off.
    ///
    /// - Parameter reason: shown to a person who wants to suspend it.
    /// - Returns: what ``allowSuspend(_:)`` takes; 0 if the desktop cannot.
    package func inhibitSuspend(of window: Window, _ reason: String) -> UInt32 {
        gtk_application_inhibit(cast(), window.cast(), GTK_APPLICATION_INHIBIT_SUSPEND, reason)
    }

    package func allowSuspend(_ cookie: UInt32) { if cookie != 0 { gtk_application_uninhibit(cast(), cookie) } }

    /// Stays without windows, until ``release()``.
    package func hold() { g_application_hold(cast()) }

    package func release() { g_application_release(cast()) }
}

/// The display that the program can show windows on.
package enum Display {
    /// Whether there is one, and GTK can use it.
    package static var isThere: Bool { gtk_init_check() != 0 }

    /// Whether the desktop wants things to move.
    package static var hasAnimations: Bool {
        guard isThere, let settings = gtk_settings_get_default() else { return true }
        return Object(UnsafeMutableRawPointer(settings))[property: "gtk-enable-animations"]
    }

    /// Physical pixels per layout unit of the first monitor.
    package static var scale: Double {
        ofFirstMonitor { Double(gdk_monitor_get_scale_factor($0)) } ?? 1
    }

    /// How often the first monitor shows a new picture; `nil` if it does not say.
    package static var framesPerSecond: Int? {
        let rate = ofFirstMonitor { Double(gdk_monitor_get_refresh_rate($0)) / 1000 } ?? 0
        return rate >= 1 ? Int(rate.rounded()) : nil
    }

    private static func ofFirstMonitor<Value>(_ body: (OpaquePointer) -> Value) -> Value? {
        guard isThere, let display = gdk_display_get_default(),
            let monitors = gdk_display_get_monitors(display), let first = g_list_model_get_item(monitors, 0)
        else { return nil }
        defer { g_object_unref(first) }
        return body(OpaquePointer(first))
    }
}
