internal import CGStreamer
import Dispatch
import Locking

/// Plays a movie file: its sound goes to the desktop's output; its frames arrive on time, at the size at which they are
/// shown, rotated as the file says.
///
/// GStreamer's threads decode, rotate and scale. The player controls them from a queue of its own, so that no caller
/// waits for them. ``GStreamer/canPlayMovies`` must be `true`.
///
/// Source: GStreamer 1.22, playbin and appsink.
// Unchecked: GStreamer's objects can be used on any thread; what is not theirs is used on `queue` alone.
package final class MoviePlayer: @unchecked Sendable {
    package enum Event: Sendable {
        /// The first frame has arrived.
        case prepared(Properties)
        /// Playback continues at another position.
        case sought
        /// The position so far, in nanoseconds; reported for movies without pictures.
        case played(Int64)
        /// It cannot seek there.
        case stayed
        case ended
        /// It cannot be played; the reason in one line.
        case failed(String)
    }

    package struct Properties: Sendable {
        package var hasSound: Bool
        package var hasPictures: Bool
        /// In nanoseconds; `nil` if unknown.
        package var duration: Int64?
        package var canSeek: Bool
    }

    /// The GStreamer elements that must be installed.
    static let elements = ["playbin", "videoflip", "videoscale", "videoconvert", "capsfilter", "appsink"]

    /// Formats without transparency first, because the pictures have to be opaque. A new size takes effect between two
    /// frames; if it took effect at once, the frame in progress would be refused.
    private static let pictures =
        "capsfilter name=kind caps=\"video/x-raw,format={I420,NV12,Y42B,Y444,YUY2,UYVY,RGB,BGR,I420_10LE}\" ! "
        + "videoflip video-direction=auto ! "
        + "videoscale ! videoconvert ! capsfilter name=size caps-change-mode=delayed ! appsink name=pictures max-buffers=1 drop=true qos=true"

    private let queue = DispatchQueue(label: "MoviePlayer", qos: .userInitiated)
    private let pipeline: UnsafeMutablePointer<GstElement>
    private let size: UnsafeMutablePointer<GstElement>
    private let listener: Listener
    private var isPrepared = false
    private var isSeeking = false
    private var hasEnded = false
    /// The last position that was sought.
    private var place: Int64 = 0
    /// Where to seek next, once the current seek is done.
    private var nextPlace: Int64?
    private var isPlaying = false
    /// The missing decoder for a part of the movie.
    private var missing: String?
    private lazy var clock = makeClock()
    private let limits = Mutex(Limits())

    private struct Limits {
        var width: Int?
        var height: Int?
        /// Whether the movie has high dynamic range, which `MovieFrame` converts: GStreamer's converter ignores it.
        var isBright = false

        /// What the frames have to be.
        var caps: String {
            func range(_ limit: Int?) -> String { "[1,\(max(limit ?? Int(Int32.max), 2))]" }
            return "video/x-raw,format=\(isBright ? BrightPicture.format : "BGRA"),pixel-aspect-ratio=1/1,"
                + "width=\(range(width)),height=\(range(height))"
        }
    }

    /// - Parameters:
    ///   - onFrame: called on GStreamer's threads.
    ///   - onEvent: called on the player's queue.
    /// - Returns: `nil` if GStreamer is incomplete.
    package init?(
        path: String, onFrame: @escaping @Sendable (MovieFrame) -> Void, onEvent: @escaping @Sendable (Event) -> Void
    ) {
        guard let pipeline = gst_element_factory_make("playbin", nil) else { return nil }
        gst_object_ref_sink(pipeline)
        guard let bin = gst_parse_bin_from_description(Self.pictures, 1, nil) else {
            gst_object_unref(pipeline)
            return nil
        }
        pipeline.set("video-sink", to: bin)
        guard let sink = gst_bin_get_by_name(cgst_bin(bin), "pictures") else {
            gst_object_unref(pipeline)
            return nil
        }
        defer { gst_object_unref(sink) }
        guard let size = gst_bin_get_by_name(cgst_bin(bin), "size"), let uri = gst_filename_to_uri(path, nil) else {
            gst_object_unref(pipeline)
            return nil
        }
        defer { g_free(uri) }
        (self.pipeline, self.size) = (pipeline, size)
        listener = Listener(queue: queue, onFrame: onFrame, onEvent: onEvent)
        gst_util_set_object_arg(pipeline.object, "flags", "video+audio+soft-volume")
        gst_util_set_object_arg(pipeline.object, "uri", uri)
        limit { _ in }
        listener.listen(to: sink)
        if let kind = gst_bin_get_by_name(cgst_bin(bin), "kind") {
            listener.learnColors(before: kind)
            gst_object_unref(kind)
        }
        listener.player.withLock { $0 = WeakPlayer(self) }
        listener.hear(pipeline)
    }

    deinit {
        // Closing waits for GStreamer's threads, and this may be one of them.
        let pipeline = Elements(pipeline, size)
        queue.async { pipeline.close() }
    }

    // MARK: What to do

    /// Starts or resumes; starts over if the movie has ended.
    package func play() {
        queue.async { [self] in
            isPlaying = true
            if hasEnded { go(to: 0) }
            gst_element_set_state(pipeline, GST_STATE_PLAYING)
        }
    }

    /// Pauses; a movie that has not started shows its first frame.
    package func pause() {
        queue.async { [self] in
            isPlaying = false
            gst_element_set_state(pipeline, GST_STATE_PAUSED)
        }
    }

    /// Seeks to a position, in nanoseconds from the start. Of many calls in quick succession, some are skipped.
    package func seek(to time: Int64) {
        queue.async { [self] in
            if isSeeking { nextPlace = time } else { go(to: time) }
        }
    }

    /// - Parameter volume: 0 to 1, on a perceptual scale.
    package func setVolume(_ volume: Double, isMuted: Bool) {
        queue.async { [self] in
            gst_util_set_object_arg(pipeline.object, "volume", "\(volume * volume * volume)")
            gst_util_set_object_arg(pipeline.object, "mute", isMuted ? "true" : "false")
        }
    }

    /// The size in pixels that frames must fit in; they keep their shape. `nil` leaves them at full size.
    ///
    /// A paused movie shows its frame again.
    package func setLargestSize(width: Int?, height: Int?) {
        queue.async { [self] in
            let isNew = limits.withLock { ($0.width, $0.height) != (width, height) }
            guard isNew else { return }
            limit { ($0.width, $0.height) = (width, height) }
            if isPrepared, !isPlaying { showAgain() }
        }
    }

    // MARK: On the queue

    /// Any thread.
    private func limit(_ change: (inout Limits) -> Void) {
        limits.withLock { limits in
            change(&limits)
            gst_util_set_object_arg(size.object, "caps", limits.caps)
        }
    }

    /// Called on GStreamer's threads, before the first frame of these colors.
    func takes(isBright: Bool) { limit { $0.isBright = isBright } }

    private func showAgain() {
        if isSeeking { return nextPlace = nextPlace ?? place }
        var time: gint64 = 0
        guard !hasEnded, gst_element_query_position(pipeline, GST_FORMAT_TIME, &time) != 0 else { return }
        go(to: Int64(time))
    }

    private func go(to time: Int64) {
        let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        place = time
        isSeeking = gst_element_seek_simple(pipeline, GST_FORMAT_TIME, flags, gint64(time)) != 0
        if isSeeking { hasEnded = false } else { listener.onEvent(.stayed) }
    }

    /// The pipeline has a frame again.
    func arrived() {
        if !isPrepared {
            isPrepared = true
            let properties = properties
            if !properties.hasPictures, let missing { return listener.onEvent(.failed(missing)) }
            listener.onEvent(.prepared(properties))
            if !properties.hasPictures { clock.activate() }
        }
        guard isSeeking else { return }
        if let place = nextPlace {
            nextPlace = nil
            return go(to: place)
        }
        isSeeking = false
        listener.onEvent(.sought)
    }

    func lacks(_ decoder: String) { missing = decoder }

    private func makeClock() -> any DispatchSourceTimer {
        let clock = DispatchSource.makeTimerSource(queue: queue)
        clock.schedule(deadline: .now(), repeating: .milliseconds(200))
        clock.setEventHandler { [weak self] in self?.tellTime() }
        return clock
    }

    private func tellTime() {
        var time: gint64 = 0
        guard isPlaying, !isSeeking, !hasEnded, gst_element_query_position(pipeline, GST_FORMAT_TIME, &time) != 0
        else { return }
        listener.onEvent(.played(Int64(time)))
    }

    func ended() {
        // It had ended before this seek.
        guard !isSeeking else { return }
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
