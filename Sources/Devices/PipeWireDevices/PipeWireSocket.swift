import Foundation

/// The socket of the user's daemon.
///
/// Source: PipeWire, "Environment variables".
struct PipeWireSocket {
    let path: String

    init(environment: [String: String]) {
        let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? ""
        let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }

    var folder: String { (path as NSString).deletingLastPathComponent }
    var name: String { (path as NSString).lastPathComponent }

    /// Whether a daemon has made it.
    var isThere: Bool {
        var about = stat()
        return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFSOCK
    }
}
