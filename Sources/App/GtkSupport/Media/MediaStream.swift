internal import CGtk
import Dispatch
import Glibc

/// A movie that is played; it is a paintable too, for a `GtkPicture`.
package final class MediaStream: Object {
    /// Opens a file and shows its first picture soon.
    package convenience init(path: String) {
        self.init(owned: UnsafeMutableRawPointer(gtk_media_file_new_for_filename(path)))
    }

    /// Whether GTK has something to play movies with: a module that is a package of its own, and what that needs of
    /// GStreamer, without which it would end the program.
    package static var isAvailable: Bool {
        get async {
            let canPlay = await withCheckedContinuation { continuation in
                DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: hasPlayer) }
            }
            let type = g_type_name(cgtk_type_of(probe.pointer)).map { String(cString: $0) }
            return type != "GtkNoMediaFile" && (type != "GtkGstMediaFile" || canPlay)
        }
    }

    private static let probe = Object(owned: UnsafeMutableRawPointer(gtk_media_file_new()))

    /// Asking sets GStreamer up, which the first time looks through all that is installed and takes seconds; so it is done
    /// before GTK's module does it, and on another thread.
    nonisolated private static let hasPlayer: Bool = {
        typealias Initialize =
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean
        typealias Find = @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
        // The one that GTK's module is linked with; nothing else of GStreamer is called here.
        guard let library = dlopen("libgstreamer-1.0.so.0", RTLD_NOW),
            let initialize = dlsym(library, "gst_init_check"), let find = dlsym(library, "gst_element_factory_find"),
            unsafeBitCast(initialize, to: Initialize.self)(nil, nil, nil) != 0,
            let factory = unsafeBitCast(find, to: Find.self)("playbin")
        else { return false }
        g_object_unref(factory)
        return true
    }()

    package func play() { gtk_media_stream_play(cast()) }

    package func pause() { gtk_media_stream_pause(cast()) }

    package var isPlaying: Bool { gtk_media_stream_get_playing(cast()) != 0 }

    package var isPrepared: Bool { gtk_media_stream_is_prepared(cast()) != 0 }

    package var hasEnded: Bool { gtk_media_stream_get_ended(cast()) != 0 }

    /// In seconds.
    package var time: Double { Double(gtk_media_stream_get_timestamp(cast())) / 1e6 }

    package func seek(toSeconds seconds: Double) { gtk_media_stream_seek(cast(), gint64(seconds * 1e6)) }

    /// Why it cannot be played, in one line; what GStreamer's programmers are to read comes after it.
    package var failure: String? {
        gtk_media_stream_get_error(cast()).map { error in
            String(cString: error.pointee.message).split(separator: "\n").first.map(String.init) ?? ""
        }
    }
}
