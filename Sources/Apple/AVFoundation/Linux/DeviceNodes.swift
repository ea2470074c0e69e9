import Foundation

/// Looks at the permissions of the kernel's device nodes.
enum DeviceNodes {
    /// Whether there are nodes of that kind and this user may open none of them.
    static func areClosed(for mediaType: AVMediaType) -> Bool {
        let nodes = mediaType == .video ? nodes(in: "/dev", prefix: "video") : nodes(in: "/dev/snd", prefix: "pcm")
        return !nodes.isEmpty && !nodes.contains { access($0, R_OK | W_OK) == 0 }
    }

    private static func nodes(in folder: String, prefix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
    }
}
