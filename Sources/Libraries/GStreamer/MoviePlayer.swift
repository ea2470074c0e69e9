internal import CGStreamer
import Dispatch
import Locking

/// Plays a movie file: its sound goes to where the desktop's goes, its pictures come at their time and of the size that they
/// are seen at, turned as the file says.
///
/// GStreamer's threads decode, turn and scale; a queue of the player's own tells them what to do, so that nobody waits
/// for them. ``GStreamer/canPlayMovies`` must have said yes.
///
/// Source: GStreamer 1.22, playbin and appsink.
// Unchecked: GStreamer's objects can be used on any thread; what is not theirs is used on `queue` alone.
package final class MoviePlayer: @unchecked Sendable {
    package enum Event: Sendable {
        /// The first picture is there.
        case prepared(Properties)
        /// It goes on at another place.
        case sought
        case ended
        /// It will not play; in one line why.
        case failed(String)
    }

    package struct Properties: Sendable {
        package var hasSound: Bool
        package var hasPictures: Bool
        /// In nanoseconds; `nil` when nobody knows.
        package var duration: Int64?
        package var canSeek: Bool
    }

    /// What must be installed.
    static let elements = ["playbin", "videoflip", "videoscale", "videoconvert", "capsfilter", "appsink"]

    private let queue = DispatchQueue(label: "MoviePlayer", qos: .userInitiated)
    private let pipeline: UnsafeMutablePointer<GstElement>
    private let size: UnsafeMutablePointer<GstElement>
    private let listener: Listener
    private var isPrepared = false
    private var isSeeking = false
    private var hasEnded = false
    /// Where it shall go when it has arrived where it goes now.
    private var nextPlace: Int64?

    /// - Parameters:
    ///   - onFrame: called on GStreamer's threads.
    ///   - onEvent: called on the player's queue.
    /// - Returns: `nil` when GStreamer is not complete.
    package init?(
        path: String, onFrame: @escaping @Sendable (MovieFrame) -> Void, onEvent: @escaping @Sendable (Event) -> Void
    ) {
        let pictures =
            "videoflip video-direction=auto ! videoscale ! videoconvert ! capsfilter name=size ! "
            + "appsink name=pictures max-buffers=1 drop=true qos=true"
        guard let pipeline = gst_element_factory_make("playbin", nil) else { return nil }
        gst_object_ref_sink(pipeline)
        guard let bin = gst_parse_bin_from_description(pictures, 1, nil),
            let size = gst_bin_get_by_name(cgst_bin(bin), "size"),
            let sink = gst_bin_get_by_name(cgst_bin(bin), "pictures"),
            let uri = gst_filename_to_uri(path, nil)
        else {
            gst_object_unref(pipeline)
            return nil
        }
        (self.pipeline, self.size) = (pipeline, size)
        listener = Listener(queue: queue, onFrame: onFrame, onEvent: onEvent)
        pipeline.set("video-sink", to: bin)
        gst_util_set_object_arg(pipeline.object, "flags", "video+audio+soft-volume")
        gst_util_set_object_arg(pipeline.object, "uri", uri)
        g_free(uri)
        setLargestSize(width: nil, height: nil)
        listener.listen(to: sink)
        gst_object_unref(sink)
        listener.player.withLock { $0 = WeakPlayer(self) }
        listener.hear(pipeline)
    }

    deinit {
        // It waits for GStreamer's threads, of which this may be one.
        let pipeline = Elements(pipeline, size)
        queue.async { pipeline.close() }
    }

    // MARK: What to do

    /// Begins, or goes on; from the start when it has ended.
    package func play() {
        queue.async { [self] in
            if hasEnded { go(to: 0) }
            gst_element_set_state(pipeline, GST_STATE_PLAYING)
        }
    }

    /// Stands still; a movie that has not begun shows its first picture.
    package func pause() {
        queue.async { [self] in _ = gst_element_set_state(pipeline, GST_STATE_PAUSED) }
    }

    /// Goes to a place, in nanoseconds from the start. Of many that follow each other fast, some are left out.
    package func seek(to time: Int64) {
        queue.async { [self] in
            if isSeeking { nextPlace = time } else { go(to: time) }
        }
    }

    /// - Parameter volume: 0 to 1, as ears hear it.
    package func setVolume(_ volume: Double, isMuted: Bool) {
        queue.async { [self] in
            gst_util_set_object_arg(pipeline.object, "volume", "\(volume * volume * volume)")
            gst_util_set_object_arg(pipeline.object, "mute", isMuted ? "true" : "false")
        }
    }

    /// The largest size of pictures, in pixels: they fit in it, and keep their shape. `nil` leaves them as large as they are.
    package func setLargestSize(width: Int?, height: Int?) {
        func range(_ limit: Int?) -> String { "[1,\(max(limit ?? Int(Int32.max), 2))]" }
        let caps =
            "video/x-raw,format=BGRx,pixel-aspect-ratio=1/1,width=\(range(width)),height=\(range(height))"
        gst_util_set_object_arg(size.object, "caps", caps)
    }

    // MARK: On the queue

    private func go(to time: Int64) {
        let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        hasEnded = false
        isSeeking = gst_element_seek_simple(pipeline, GST_FORMAT_TIME, flags, gint64(time)) != 0
        if !isSeeking { listener.onEvent(.sought) }
    }

    /// The pipeline has a picture again.
    func arrived() {
        if !isPrepared {
            isPrepared = true
            return listener.onEvent(.prepared(properties))
        }
        guard isSeeking else { return }
        if let place = nextPlace {
            nextPlace = nil
            return go(to: place)
        }
        isSeeking = false
        listener.onEvent(.sought)
    }

    func ended() {
        hasEnded = true
        listener.onEvent(.ended)
    }

    private var properties: Properties {
        var duration: gint64 = 0
        let isKnown = gst_element_query_duration(pipeline, GST_FORMAT_TIME, &duration) != 0
        let query = gst_query_new_seeking(GST_FORMAT_TIME)
        defer { gst_query_unref(query) }
        var canSeek: gboolean = 0
        if gst_element_query(pipeline, query) != 0 { gst_query_parse_seeking(query, nil, &canSeek, nil, nil) }
        return Properties(
            hasSound: pipeline.count("n-audio") > 0, hasPictures: pipeline.count("n-video") > 0,
            duration: isKnown ? Int64(duration) : nil, canSeek: canSeek != 0)
    }
}
