import Foundation
import LinuxVideo

/// A video node, and what the kernel's device tree says about its device.
struct V4L2Node: Sendable, Hashable {
    /// The device file: `/dev/video0`.
    var path: String
    /// The USB device's manufacturer, product number and so on; `nil` for other devices.
    var usb: USBDevice?
    /// A name that survives renumbering: where a USB camera is plugged in, which one it is, and which of its nodes this
    /// is, as in `usb-0000:00:14.0-2:1.0-046d:0825-index0`. It begins with `usb3-` on a controller's fast bus, whose
    /// ports are counted separately. Cameras in one USB device differ by the interface (`1.0`), and nodes of one camera
    /// by the index. `nil` for other devices.
    var stableName: String?

    struct USBDevice: Sendable, Hashable {
        /// As the device reports it; empty if it does not.
        var manufacturer: String
        /// Four hexadecimal digits each: `046d`, `0825`.
        var vendor: String
        var product: String
        /// Whether it is built in, as far as the firmware knows.
        var isFixed: Bool
        /// The sound card in the same device: 1 for `hw:1`.
        var soundCard: Int?
    }
}

/// Finds video nodes.
///
/// - Note: the roots of `/sys` and `/dev` are parameters, so that tests can use a made-up machine.
struct V4L2NodeList: Sendable {
    var sysfs = "/sys"
    var dev = "/dev"

    /// All nodes, ordered by number, whether cameras or not.
    func nodes() -> [V4L2Node] {
        let files = FileManager.default
        let classFolder = "\(sysfs)/class/video4linux"
        let listed = (try? files.contentsOfDirectory(atPath: classFolder)) ?? []
        let names = listed.isEmpty ? (try? files.contentsOfDirectory(atPath: dev)) ?? [] : listed
        let numbered = names.compactMap { name -> (number: Int, name: String)? in
            guard name.hasPrefix("video"), let number = Int(name.dropFirst("video".count)) else { return nil }
            return (number, name)
        }
        let nodes = numbered.sorted { $0.number < $1.number }.map { node(named: $0.name) }
        // A name that leads to two nodes would be that of another camera after a restart.
        let uses = Dictionary(nodes.compactMap(\.stableName).map { ($0, 1) }, uniquingKeysWith: +)
        return nodes.map { node in
            var node = node
            if let name = node.stableName, uses[name] != 1 { node.stableName = nil }
            return node
        }
    }

    /// The paths of the nodes without hardware, such as those of v4l2loopback.
    func virtualNodes() -> [String] {
        let classFolder = "\(sysfs)/class/video4linux"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: classFolder)) ?? []
        return names.sorted().filter { name in
            name.hasPrefix("video") && Self.resolved("\(classFolder)/\(name)")?.contains("/devices/virtual/") == true
        }.map { "\(dev)/\($0)" }
    }

    /// The node at `path`, whether it is listed or not.
    func node(at path: String) -> V4L2Node {
        let target = Self.resolved(path) ?? path
        let name = target.split(separator: "/").last.map(String.init) ?? ""
        let listed = nodes().first { $0.path == "\(dev)/\(name)" }
        return V4L2Node(path: path, usb: listed?.usb ?? usbDevice(of: name), stableName: listed?.stableName)
    }

    /// The present node of a camera with that stable name, `nil` if it has none now; a path stays as it is.
    func path(of name: String) -> String? {
        name.hasPrefix("/") ? name : nodes().first { $0.stableName == name }?.path
    }

    private func node(named name: String) -> V4L2Node {
        let usb = usbDevice(of: name)
        return V4L2Node(path: "\(dev)/\(name)", usb: usb, stableName: usb.flatMap { stableName(of: name, $0) })
    }

    /// From `…/0000:00:14.0/usb1/1-2/1-2:1.0`: the number of the bus may be another one after a restart, so the
    /// controller stands for it.
    private func stableName(of name: String, _ usb: V4L2Node.USBDevice) -> String? {
        let node = "\(sysfs)/class/video4linux/\(name)"
        let folders = Self.resolved("\(node)/device")?.split(separator: "/") ?? []
        guard let interface = folders.last, let dash = interface.firstIndex(of: "-"), interface.contains(":"),
            let bus = folders.lastIndex(of: "usb\(interface[..<dash])"), bus > 0
        else { return nil }
        let index = attribute("index", in: node[...]) ?? "0"
        let hub = "/" + folders[...bus].joined(separator: "/")
        let kind = attribute("version", in: hub[...]).map(Self.isFast) == true ? "usb3" : "usb"
        return "\(kind)-\(folders[bus - 1])\(interface[dash...])-\(usb.vendor):\(usb.product)-index\(index)"
    }

    /// Whether a root hub's version of USB, as in `3.10`, is that of a controller's fast bus.
    ///
    /// Source: Documentation/ABI/testing/sysfs-bus-usb, `version`; xHCI 1.2, 4.19.7: each port is of USB 2 or of USB 3.
    private static func isFast(_ version: String) -> Bool {
        version.split(separator: ".").first.flatMap { Int($0) }.map { $0 >= 3 } ?? false
    }

    /// Walks up from the video node's device (a USB interface) to the USB device, which has the vendor's number.
    private func usbDevice(of name: String) -> V4L2Node.USBDevice? {
        guard var folder = Self.resolved("\(sysfs)/class/video4linux/\(name)/device")?[...] else { return nil }
        for _ in 0..<4 {
            if let vendor = attribute("idVendor", in: folder), let product = attribute("idProduct", in: folder) {
                return V4L2Node.USBDevice(
                    manufacturer: attribute("manufacturer", in: folder) ?? "", vendor: vendor, product: product,
                    isFixed: attribute("removable", in: folder) == "fixed", soundCard: soundCard(in: folder))
            }
            guard let slash = folder.lastIndex(of: "/") else { return nil }
            folder = folder[..<slash]
        }
        return nil
    }

    /// The number of the first sound card among the interfaces of a USB device.
    private func soundCard(in folder: Substring) -> Int? {
        let interfaces = (try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []
        for interface in interfaces.sorted() where interface.contains(":") {
            let sound = "\(folder)/\(interface)/sound"
            let cards = (try? FileManager.default.contentsOfDirectory(atPath: sound)) ?? []
            let numbers = cards.compactMap { $0.hasPrefix("card") ? Int($0.dropFirst("card".count)) : nil }
            if let number = numbers.min() { return number }
        }
        return nil
    }

    /// The path without symbolic links; `nil` if nothing is there. Foundation's URLs take a hundred times as long.
    private static func resolved(_ path: String) -> String? {
        guard let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }

    /// The text of one of the kernel's small files, without the end of its line.
    private func attribute(_ name: String, in folder: Substring) -> String? {
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { bytes in
            let count = read(descriptor, bytes.baseAddress, bytes.count)
            guard count >= 0 else { return nil }
            return String(decoding: bytes.prefix(count), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
