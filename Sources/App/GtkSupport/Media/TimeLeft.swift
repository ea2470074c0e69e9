internal import CGtk

/// The time that is left, as `GtkMediaControls` shows it.
///
/// GTK adds a second to it (4.8), so that with the time that has passed it makes the whole: a movie that has ended
/// would still have one second. Where a movie stands is not changed.
@MainActor
package struct TimeLeft {
    private let controls: Widget
    private let label: Widget?

    package init(in controls: Widget) {
        self.controls = controls
        label = Self.label(in: controls)
        // They live as long as the signal; references to them would keep them forever.
        let controls = controls.pointer
        guard let label = label?.pointer else { return }
        Widget(label).on("notify::label") { Self.correct(Widget(label), in: Widget(controls)) }
    }

    /// To be called when the movie has ended, which may be before its last frame is shown.
    package func correct() {
        if let label { Self.correct(label, in: controls) }
    }

    private static func correct(_ label: Widget, in controls: Widget) {
        let words: String = label.label
        guard hasEnded(controls), words.hasSuffix("1") else { return }
        label.label = String(words.dropLast()) + "0"
    }

    private static func hasEnded(_ controls: Widget) -> Bool {
        guard let stream = gtk_media_controls_get_media_stream(controls.opaque) else { return false }
        let duration = gtk_media_stream_get_duration(stream)
        // In microseconds. The last frame may be shown after the end, and its time is earlier.
        let left = duration - gtk_media_stream_get_timestamp(stream)
        return duration > 0 && (left <= 0 || left < 1_000_000 && gtk_media_stream_get_ended(stream) != 0)
    }

    /// The text after the bar with the position.
    private static func label(in controls: Widget) -> Widget? {
        let parts = controls.children
        if parts.contains(where: { $0.typeName == "GtkScale" }),
            let last = parts.last(where: { $0.typeName == "GtkLabel" })
        {
            return last
        }
        for part in parts { if let label = label(in: part) { return label } }
        return nil
    }
}
