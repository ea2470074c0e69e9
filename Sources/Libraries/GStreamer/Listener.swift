internal import CGStreamer
import Dispatch
import Locking

/// What GStreamer's threads call, as long as the pipeline lives. Does not retain the player.
final class Listener: Sendable {
    let onFrame: @Sendable (MovieFrame) -> Void
    let onEvent: @Sendable (MoviePlayer.Event) -> Void
    private let queue: DispatchQueue
    let player = Mutex(WeakPlayer(nil))

    init(
        queue: DispatchQueue, onFrame: @escaping @Sendable (MovieFrame) -> Void,
        onEvent: @escaping @Sendable (MoviePlayer.Event) -> Void
    ) {
        (self.queue, self.onFrame, self.onEvent) = (queue, onFrame, onEvent)
    }

    /// Receives the frames of an appsink.
    func listen(to sink: UnsafeMutablePointer<GstElement>) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_preroll = { sink, data in
            Listener.of(data).take(gst_app_sink_pull_preroll(sink))
        }
        callbacks.new_sample = { sink, data in
            Listener.of(data).take(gst_app_sink_pull_sample(sink))
        }
        gst_app_sink_set_callbacks(cgst_app_sink(sink), &callbacks, retained(), Self.release)
    }

    /// Tells the player what colors arrive at an element, before they do.
    func learnColors(before element: UnsafeMutablePointer<GstElement>) {
        guard let pad = gst_element_get_static_pad(element, "sink") else { return }
        defer { gst_object_unref(pad) }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, probe, data in
                if let event = gst_pad_probe_info_get_event(probe), cgst_event_type(event) == GST_EVENT_CAPS {
                    var caps: UnsafeMutablePointer<GstCaps>?
                    gst_event_parse_caps(event, &caps)
                    let player = Listener.of(data).player.withLock { $0.player }
                    player?.takes(isBright: BrightPicture.isIn(caps))
                }
                return GST_PAD_PROBE_OK
            }, retained(), Self.release)
    }

    /// Receives the messages of a pipeline.
    func hear(_ pipeline: UnsafeMutablePointer<GstElement>) {
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                if let message { Listener.of(data).hear(message) }
                gst_message_unref(message)
                return GST_BUS_DROP
            }, retained(), Self.release)
        gst_object_unref(bus)
    }

    private func take(_ sample: OpaquePointer?) -> GstFlowReturn {
        if let frame = sample.flatMap({ MovieFrame(owned: $0) }) { onFrame(frame) }
        return GST_FLOW_OK
    }

    private func hear(_ message: UnsafeMutablePointer<GstMessage>) {
        switch cgst_message_type(message) {
        case GST_MESSAGE_ASYNC_DONE: tell { $0.arrived() }
        case GST_MESSAGE_EOS: tell { $0.ended() }
        case GST_MESSAGE_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &error, nil)
            let text = error.map { String(cString: $0.pointee.message) } ?? ""
            g_error_free(error)
            // The lines after the first are for GStreamer's developers.
            let reason = text.split(separator: "\n").first.map(String.init) ?? text
            queue.async { [onEvent] in onEvent(.failed(reason)) }
        case GST_MESSAGE_ELEMENT:
            guard let structure = gst_message_get_structure(message),
                gst_structure_has_name(structure, "missing-plugin") != 0
            else { return }
            let name = gst_structure_get_string(structure, "name").map { String(cString: $0) } ?? ""
            tell { $0.lacks(name) }
        default: break
        }
    }

    private func tell(_ body: @escaping @Sendable (MoviePlayer) -> Void) {
        queue.async { [self] in
            if let player = player.withLock({ $0.player }) { body(player) }
        }
    }

    // MARK: As C holds it

    private func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    private static let release: @convention(c) (gpointer?) -> Void = { data in
        if let data { Unmanaged<Listener>.fromOpaque(data).release() }
    }

    private static func of(_ data: gpointer?) -> Listener {
        Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue()
    }
}

struct WeakPlayer: Sendable {
    weak var player: MoviePlayer?

    init(_ player: MoviePlayer?) { self.player = player }
}
