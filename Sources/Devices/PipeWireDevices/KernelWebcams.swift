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
        return nodes.contains { node in
            let interface = URL(fileURLWithPath: "\(list)/\(node)/device").resolvingSymlinksInPath()
            let device = interface.deletingLastPathComponent()
            guard let vendor = attribute("idVendor", in: device), let product = attribute("idProduct", in: device),
                // The kernel writes the bus before the ports: `1-7:1.0`.
                let ports = interface.lastPathComponent.split(separator: "-", maxSplits: 1).last
            else { return false }
            return name == "\(ports)-\(vendor):\(product)" && files.fileExists(atPath: "\(dev)/\(node)")
        }
    }

    private func attribute(_ name: String, in folder: URL) -> String? {
        let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
