import CaptureEngine
import Foundation

/// Looks at the permissions of the kernel's device nodes.
struct DeviceNodes {
    private let folder: URL

    /// - Parameter folder: `/dev`, or one that looks like it.
    init(folder: URL) { self.folder = folder }

    /// Whether there are nodes of that kind, none of which this user may open.
    func areClosed(for kind: DeviceDescription.Kind) -> Bool {
        let nodes =
            kind == .camera ? nodes("video", in: folder) : nodes("pcm", in: folder.appendingPathComponent("snd"))
        return !nodes.isEmpty && !nodes.contains { access($0, R_OK | W_OK) == 0 }
    }

    private func nodes(_ prefix: String, in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { folder.appendingPathComponent($0).path }
    }
}
