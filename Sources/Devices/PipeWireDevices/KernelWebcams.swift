import Foundation

/// The webcams whose device nodes the kernel has.
struct KernelWebcams {
    var sysfs = "/sys"
    var dev = "/dev"

    /// - Parameter name: ports, interface, vendor and product, as in `7:1.0-0c45:6d1f`.
    func contains(_ name: String) -> Bool {
        let files = FileManager.default
        let list = "\(sysfs)/class/video4linux"
        let nodes = (try? files.contentsOfDirectory(atPath: list)) ?? []
        return nodes.contains { self.name(ofNode: $0) == name && files.fileExists(atPath: "\(dev)/\($0)") }
    }

    /// What ``contains(_:)`` calls the webcam of a node; `nil` if it is none.
    ///
    /// - Parameter node: without its folder, as in `video0`.
    func name(ofNode node: String) -> String? {
        let place = "\(sysfs)/class/video4linux/\(node)/device"
        let interface = URL(fileURLWithPath: place).resolvingSymlinksInPath()
        let device = interface.deletingLastPathComponent()
        guard let vendor = attribute("idVendor", in: device), let product = attribute("idProduct", in: device),
            // The kernel writes the bus before the ports: `1-7:1.0`.
            let ports = interface.lastPathComponent.split(separator: "-", maxSplits: 1).last
        else { return nil }
        return "\(ports)-\(vendor):\(product)"
    }

    private func attribute(_ name: String, in folder: URL) -> String? {
        let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
