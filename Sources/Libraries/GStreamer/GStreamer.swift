internal import CGStreamer
import Dispatch

/// The library as a whole.
package enum GStreamer {
    /// Whether everything that ``MoviePlayer`` needs is installed. The first call takes a while, because GStreamer
    /// scans all installed plug-ins.
    package static var canPlayMovies: Bool {
        get async {
            await withCheckedContinuation { continuation in
                DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: hasPlayer) }
            }
        }
    }

    private static let hasPlayer: Bool = {
        guard gst_init_check(nil, nil, nil) != 0 else { return false }
        return MoviePlayer.elements.allSatisfy { name in
            guard let factory = gst_element_factory_find(name) else { return false }
            gst_object_unref(UnsafeMutableRawPointer(factory))
            return true
        }
    }()
}
