internal import CGtk

/// A press that is not a click.
package enum LongPress: Equatable, Sendable {
    /// It has been held for a while, at its place.
    case held
    /// It has moved sideways, by this many layout units to the right.
    case slid(Double)
    /// A press that was held or has moved ends.
    case released
}

extension Widget {
    /// A person can choose it, for example with GNOME's accessibility settings.
    private static var holdTime: Duration {
        guard let settings = gtk_settings_get_default() else { return .milliseconds(500) }
        let time: Double = Object(UnsafeMutableRawPointer(settings))[property: "gtk-long-press-time"]
        return .milliseconds(Int(time))
    }
    /// A press that moves this far is a slide, not a click; in layout units.
    private static var slideWay: Double { 24 }

    /// Calls `body` for presses that are held or slide sideways: they do not click the button. Unlike
    /// ``onHold(_:)``, a press may move on after it was held.
    ///
    /// One that moves away upwards or downwards is neither: GTK's buttons are left like this.
    ///
    /// - Parameter isWanted: whether the press that begins now may be more than a click.
    package func onLongPress(
        isWanted: @escaping @MainActor () -> Bool, _ body: @escaping @MainActor (LongPress) -> Void
    ) {
        let press = Press(isWanted: isWanted, body)
        let handler: @convention(c) (OpaquePointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            onMain(data) { Boxes.object($0, as: PointClosure.self)?.body(Point(x: x, y: y), 0) }
        }
        let callback = unsafeBitCast(handler, to: GCallback.self)
        let gesture = add(
            gtk_gesture_drag_new()!, "drag-begin", callback, PointClosure { _, _ in press.began() })
        let pointer = gesture.opaque
        // Before the button's own click gesture, which would otherwise claim the press.
        gtk_event_controller_set_propagation_phase(pointer, GTK_PHASE_CAPTURE)
        press.claim = { gtk_gesture_set_state(pointer, GTK_EVENT_SEQUENCE_CLAIMED) }
        gesture.connect("drag-update", callback, PointClosure { way, _ in press.moved(way) })
        gesture.connect("drag-end", callback, PointClosure { _, _ in press.ended() })
    }

    /// One press after the other.
    private final class Press {
        let isWanted: @MainActor () -> Bool
        let body: @MainActor (LongPress) -> Void
        /// Keeps the press from clicking the button.
        var claim: @MainActor () -> Void = {}
        private var waiting: Task<Void, Never>?
        private var isClaimed = false

        init(isWanted: @escaping @MainActor () -> Bool, _ body: @escaping @MainActor (LongPress) -> Void) {
            self.isWanted = isWanted
            self.body = body
        }

        func began() {
            waiting?.cancel()
            isClaimed = false
            guard isWanted() else { return waiting = nil }
            waiting = Task {
                try? await Task.sleep(for: Widget.holdTime)
                if !Task.isCancelled { become(.held) }
            }
        }

        func moved(_ way: Point) {
            if isClaimed { return body(.slid(way.x)) }
            guard waiting != nil, max(abs(way.x), abs(way.y)) > Widget.slideWay else { return }
            if abs(way.x) > abs(way.y) { return become(.slid(way.x)) }
            waiting?.cancel()
            waiting = nil
        }

        func ended() {
            waiting?.cancel()
            waiting = nil
            if isClaimed { body(.released) }
            isClaimed = false
        }

        private func become(_ press: LongPress) {
            waiting?.cancel()
            waiting = nil
            isClaimed = true
            claim()
            body(press)
        }
    }
}
