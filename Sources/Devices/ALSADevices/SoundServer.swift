import ALSA
import CaptureEngine
import Foundation

/// The desktop's sound server (PipeWire or PulseAudio), as reached through ALSA's configuration.
package enum SoundServer {
    /// Whether ALSA's `default` leads to a running sound server that has a microphone.
    ///
    /// Takes well under a millisecond without a server, and 2 to 6 ms with one, mostly for the connection.
    static func hasMicrophone(environment: [String: String] = relevantEnvironment) -> Bool {
        // Only where one runs: to read ALSA's configuration takes as long as all the rest of a listing.
        guard ["pipewire", "pulse"].contains(where: { isThere(type: $0, environment) }),
            let type = ALSAConfiguration.type(ofPCM: "default"), isThere(type: type, environment)
        else { return false }
        return SoundCard.mixerHasCapture("default")
    }

    private static var relevantEnvironment: [String: String] {
        ProcessEnvironment.values(of: "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR", "PIPEWIRE_REMOTE", "PULSE_SERVER")
    }

    /// Only looks for the server's socket, because loading ALSA's plug-in just to get "no" takes 9 ms.
    ///
    /// Source: PipeWire, "Environment variables"; PulseAudio, "Server string".
    package static func isThere(type: String, _ environment: [String: String]) -> Bool {
        let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
        switch type {
        case "pipewire":
            let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? runtime
            let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
            return isSocket(name.hasPrefix("/") ? name : "\(folder)/\(name)")
        case "pulse":
            if let server = environment["PULSE_SERVER"], !server.hasPrefix("unix:"), !server.hasPrefix("/") {
                return true  // somewhere on the network: only trying can tell
            }
            let server = environment["PULSE_SERVER"].map { $0.hasPrefix("unix:") ? String($0.dropFirst(5)) : $0 }
            return isSocket(server ?? "\(runtime)/pulse/native")
        default:
            return false
        }
    }

    private static func isSocket(_ path: String) -> Bool {
        var about = stat()
        return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFSOCK
    }
}
