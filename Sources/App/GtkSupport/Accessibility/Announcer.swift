internal import CGtk

/// Says messages to screen readers.
///
/// GTK can from version 4.14 on, by an event that Orca knows from version 46 on. Before, Orca speaks when a notification
/// appears, and GTK does not report that. A screen reader may start at any time, so the registry is asked each time what
/// is listened to:
///
///     listened to                    what is sent
///     announcements                  GTK's announcement, or the same event from here
///     only objects that appear       a notification that is called like the message
///     neither                        nothing
///
/// Source: Orca 43 and 46, `default.py`: onShowingChanged, onAnnouncement.
@MainActor
final class Announcer {
    static let shared = Announcer()

    /// How many messages can still be asked about.
    private static let kept = 20

    private var bus: AccessibilityBus?
    /// A program of its own for screen readers, because GTK's objects are not on the same connection.
    private var application: AccessibleObject?
    private var notifications: [AccessibleObject] = []
    private var count = 0
    private var last: Task<Void, Never>?

    /// Says a message after the ones before.
    ///
    /// - Parameter widget: whose announcement it is.
    func say(_ message: String, for widget: Widget) {
        last = Task { [last] in
            await last?.value
            guard let bus = await connected() else { return }
            let events = await bus.listenedTo()
            if events.include("Announcement") {
                if cgtk_announce(widget.pointer, message) == 0 { announce(message, on: bus) }
            } else if events.include("StateChanged", "Showing") {
                notify(message, on: bus)
            }
        }
    }

    private func connected() async -> AccessibilityBus? {
        if let bus, !bus.isClosed { return bus }
        notifications = []
        bus = await AccessibilityBus.connect()
        application = bus.map {
            let name = g_get_application_name().map { String(cString: $0) } ?? ""
            return AccessibleObject(.application, named: name, at: AccessibleObject.root, on: $0.connection)
        }
        return bus
    }

    private func announce(_ message: String, on bus: AccessibilityBus) {
        bus.emit("Announcement", of: AccessibleObject.root, text: message)
    }

    private func notify(_ message: String, on bus: AccessibilityBus) {
        // Each has a path of its own: screen readers remember the name of what they know.
        count += 1
        let path = "/org/a11y/atspi/accessible/notification\(count)"
        notifications.append(AccessibleObject(.notification, named: message, at: path, on: bus.connection))
        bus.emit("StateChanged", "showing", of: path)
        if notifications.count > Self.kept {
            bus.emit("StateChanged", "defunct", of: notifications.removeFirst().path)
        }
    }
}
