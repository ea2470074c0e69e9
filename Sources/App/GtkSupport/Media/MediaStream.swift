internal import CGtk
import GStreamer

/// A playing movie, for `GtkMediaControls`; its frames are in ``paintable``.
///
/// GTK's own player delivers frames at the file's size. Without a GPU the main thread then scales each one, which takes
/// longer than it is shown.
package final class MediaStream: Object {
    /// Shows what is played.
    package let paintable = LivePaintable()
    private var player: MoviePlayer?
    /// The newest frame: the main thread may skip some.
    private let frames = LatestFrame()
    private var knownDuration = 0.0

    /// Opens a file and soon shows its first frame.
    ///
    /// - Parameter duration: what is known, in seconds. Of a recording that was cut off, GStreamer knows only the beginning.
    package convenience init(path: String, duration: Double) {
        self.init(owned: UnsafeMutableRawPointer(g_object_new_with_properties(Self.gType, 0, nil, nil)!))
        becomeSwiftSide()
        knownDuration = duration
        player = MoviePlayer(
            path: path,
            onFrame: { [frames, weak self] frame in
                if frames.replace(with: frame) { Task { @MainActor in self?.showFrame() } }
            },
            onEvent: { [weak self] event in Task { @MainActor in self?.heard(event) } })
        if player == nil { fail("GStreamer is not complete.") }
        player?.pause()
    }

    /// Whether GStreamer can play movies. The first call takes a while.
    package static var isAvailable: Bool {
        get async { await GStreamer.canPlayMovies }
    }

    /// The size at which frames are shown, in pixels of the screen: they are made no larger.
    package func setLargestSize(width: Double, height: Double) {
        player?.setLargestSize(width: Int(width.rounded()), height: Int(height.rounded()))
    }

    package func play() { gtk_media_stream_play(cast()) }

    package func pause() { gtk_media_stream_pause(cast()) }

    package var isPlaying: Bool { gtk_media_stream_get_playing(cast()) != 0 }

    package var isPrepared: Bool { gtk_media_stream_is_prepared(cast()) != 0 }

    /// Whether there is a frame to show.
    package var hasPicture: Bool { paintable.picture != nil }

    package var hasEnded: Bool { gtk_media_stream_get_ended(cast()) != 0 }

    /// In seconds.
    package var time: Double { Double(gtk_media_stream_get_timestamp(cast())) / 1e6 }

    package func seek(toSeconds seconds: Double) { gtk_media_stream_seek(cast(), gint64(seconds * 1e6)) }

    /// Why it cannot be played, in one line.
    package var failure: String? {
        gtk_media_stream_get_error(cast()).map { String(cString: $0.pointee.message) }
    }

    // MARK: From the player

    private func showFrame() {
        guard let frame = frames.take() else { return }
        paintable.picture = LivePicture(
            pixels: frame.pixels, width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow, owner: frame
        )
        if let time = frame.time, isPrepared { gtk_media_stream_update(cast(), gint64(time / 1000)) }
    }

    private func heard(_ event: MoviePlayer.Event) {
        switch event {
        case .prepared(let properties):
            // A stream that has failed counts as prepared.
            guard !isPrepared else { return }
            let duration = max(gint64((properties.duration ?? 0) / 1000), gint64(knownDuration * 1e6))
            gtk_media_stream_stream_prepared(
                cast(), properties.hasSound ? 1 : 0, properties.hasPictures ? 1 : 0, properties.canSeek ? 1 : 0,
                duration)
        case .sought: if isSeeking { gtk_media_stream_seek_success(cast()) }
        case .stayed: if isSeeking { gtk_media_stream_seek_failed(cast()) }
        case .played(let time): if isPrepared { gtk_media_stream_update(cast(), gint64(time / 1000)) }
        case .ended:
            guard isPrepared, !hasEnded else { return }
            gtk_media_stream_update(cast(), gtk_media_stream_get_duration(cast()))
            gtk_media_stream_stream_ended(cast())
        case .failed(let reason): fail(reason)
        }
    }

    private var isSeeking: Bool { gtk_media_stream_is_seeking(cast()) != 0 }

    private func fail(_ reason: String) {
        guard failure == nil else { return }
        gtk_media_stream_gerror(cast(), g_error_new_literal(g_quark_from_string("avcam-movie"), 0, reason))
    }

    // MARK: The type for GObject

    private static let gType: GType = g_type_register_static_simple(
        gtk_media_stream_get_type(), "AVCamMediaStream", guint(MemoryLayout<GtkMediaStreamClass>.size),
        { type, _ in
            guard let type = type?.assumingMemoryBound(to: GtkMediaStreamClass.self) else { return }
            type.pointee.play = { stream in
                onMain(stream) { MediaStream.player(of: $0)?.play() } != nil ? 1 : 0
            }
            type.pointee.pause = { stream in onMain(stream) { MediaStream.player(of: $0)?.pause() } }
            type.pointee.seek = { stream, time in
                onMain(stream) { MediaStream.player(of: $0)?.seek(to: Int64(time) * 1000) }
            }
            type.pointee.update_audio = { stream, isMuted, volume in
                onMain(stream) { MediaStream.player(of: $0)?.setVolume(volume, isMuted: isMuted != 0) }
            }
        }, guint(MemoryLayout<GtkMediaStream>.size), nil, GTypeFlags(0))

    private static func player(of stream: UnsafeMutablePointer<GtkMediaStream>?) -> MoviePlayer? {
        swiftSide(of: UnsafeMutableRawPointer(stream))?.player
    }
}
