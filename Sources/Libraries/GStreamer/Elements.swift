internal import CGStreamer

extension UnsafeMutablePointer<GstElement> {
    var object: UnsafeMutablePointer<GObject> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: GObject.self)
    }

    /// Sets a property whose value is an element.
    func set(_ property: String, to element: UnsafeMutablePointer<GstElement>) {
        var value = GValue()
        g_value_init(&value, gst_element_get_type())
        g_value_set_object(&value, element)
        g_object_set_property(object, property, &value)
        g_value_unset(&value)
    }

    /// The value of an integer property.
    func count(_ property: String) -> Int {
        var value = GValue()
        g_object_get_property(object, property, &value)
        defer { g_value_unset(&value) }
        return Int(g_value_get_int(&value))
    }
}

/// A pipeline and one of its elements, which are released together.
// Unchecked: GStreamer's objects can be used on any thread.
struct Elements: @unchecked Sendable {
    private let pipeline: UnsafeMutablePointer<GstElement>
    private let part: UnsafeMutablePointer<GstElement>

    init(_ pipeline: UnsafeMutablePointer<GstElement>, _ part: UnsafeMutablePointer<GstElement>) {
        (self.pipeline, self.part) = (pipeline, part)
    }

    /// Stops playing; waits for GStreamer's threads.
    func close() {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
        gst_object_unref(part)
        gst_object_unref(pipeline)
    }
}
