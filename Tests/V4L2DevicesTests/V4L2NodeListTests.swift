import Foundation
import LinuxVideo
import Testing

@testable import V4L2Devices

/// A made-up `/sys` and `/dev` in a temporary folder.
private struct Machine: ~Copyable {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("v4l2-\(UUID().uuidString)")

    var list: V4L2NodeList { V4L2NodeList(sysfs: root.path + "/sys", dev: root.path + "/dev") }

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ path: String, _ text: String = "") throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func link(_ path: String, to target: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: file.path, withDestinationPath: root.appendingPathComponent(target).path)
    }

    /// A webcam with a microphone, on the second port of a bus.
    func plugInWebcam() throws {
        let device = "sys/devices/pci0000:00/usb1/1-2"
        try write("\(device)/idVendor", "046d\n")
        try write("\(device)/idProduct", "0825\n")
        try write("\(device)/manufacturer", "Logitech\n")
        try write("\(device)/removable", "removable\n")
        try write("\(device)/1-2:1.0/interface")
        try write("\(device)/1-2:1.2/sound/card1/id", "Webcam\n")
        for name in ["video0", "video1"] { try link("sys/class/video4linux/\(name)/device", to: "\(device)/1-2:1.0") }
    }
}

@Suite struct V4L2NodeListTests {
    @Test func nodesComeInTheOrderOfTheirNumbers() throws {
        let machine = Machine()
        for name in ["video10", "video2", "vbi0", "v4l-subdev0", "radio0"] {
            try machine.write("sys/class/video4linux/\(name)/name")
        }
        #expect(
            machine.list.nodes().map(\.path) == [machine.root.path + "/dev/video2", machine.root.path + "/dev/video10"])
    }

    @Test func withoutSysfsTheNodesInDevAreUsed() throws {
        let machine = Machine()
        for name in ["video1", "video0", "vide", "null"] { try machine.write("dev/\(name)") }
        #expect(
            machine.list.nodes().map(\.path) == [machine.root.path + "/dev/video0", machine.root.path + "/dev/video1"])
    }

    @Test func aMachineWithoutCamerasHasNoNodes() {
        let machine = Machine()
        #expect(machine.list.nodes().isEmpty)
    }

    @Test func aWebcamsMakerAndMicrophoneAreFound() throws {
        let machine = Machine()
        try machine.plugInWebcam()
        let usb = try #require(machine.list.nodes().first?.usb)
        #expect(
            usb
                == V4L2Node.USBDevice(
                    manufacturer: "Logitech", vendor: "046d", product: "0825", isFixed: false, soundCard: 1))
    }

    private func plugIn(_ machine: borrowing Machine, port: String, bus: Int = 1, node: String) throws {
        let device = "sys/devices/pci0000:00/0000:00:14.0/usb\(bus)/\(bus)-\(port)"
        try machine.write("\(device)/idVendor", "046d\n")
        try machine.write("\(device)/idProduct", "0825\n")
        try machine.write("\(device)/\(bus)-\(port):1.0/interface")
        try machine.link("sys/class/video4linux/\(node)/device", to: "\(device)/\(bus)-\(port):1.0")
        try machine.write("sys/class/video4linux/\(node)/index", "0\n")
    }

    @Test func aWebcamThatReturnsUnderAnotherNodeKeepsItsName() throws {
        let before = Machine()
        let after = Machine()
        try plugIn(before, port: "2", node: "video0")
        try plugIn(after, port: "2", bus: 3, node: "video4")
        let name = "usb-0000:00:14.0-2:1.0-046d:0825-index0"
        #expect(before.list.nodes().map(\.stableName) == [name])
        #expect(after.list.nodes().map(\.stableName) == [name])
        #expect(after.list.node(at: after.root.path + "/dev/video4").stableName == name)
        #expect(before.list.path(of: name) == before.root.path + "/dev/video0")
        #expect(after.list.path(of: name) == after.root.path + "/dev/video4")
    }

    @Test func equalWebcamsHaveDifferentNames() throws {
        let machine = Machine()
        try plugIn(machine, port: "2", node: "video0")
        try plugIn(machine, port: "1.4", node: "video2")
        let names = machine.list.nodes().compactMap(\.stableName)
        #expect(names.count == 2 && Set(names).count == 2)
    }

    /// The second port of the fast bus is another one than the second port of the slow bus.
    @Test func camerasAtPortsOfTheSameNumberHaveNamesThatStay() throws {
        let both = Machine()
        let fastAlone = Machine()
        let controller = "sys/devices/pci0000:00/0000:00:14.0"
        try both.write("\(controller)/usb1/version", " 2.00\n")
        try both.write("\(controller)/usb2/version", " 3.10\n")
        try plugIn(both, port: "2", bus: 1, node: "video0")
        try plugIn(both, port: "2", bus: 2, node: "video2")
        let fast = "usb3-0000:00:14.0-2:1.0-046d:0825-index0"
        #expect(both.list.nodes().map(\.stableName) == ["usb-0000:00:14.0-2:1.0-046d:0825-index0", fast])
        #expect(both.list.path(of: fast) == both.root.path + "/dev/video2")
        // After a restart, the other one is gone, and the buses are counted differently.
        try fastAlone.write("\(controller)/usb4/version", " 3.10\n")
        try plugIn(fastAlone, port: "2", bus: 4, node: "video0")
        #expect(fastAlone.list.nodes().map(\.stableName) == [fast])
    }

    @Test func camerasOfOneDeviceHaveDifferentNames() throws {
        let machine = Machine()
        let device = "sys/devices/pci0000:00/0000:00:14.0/usb1/1-2"
        try machine.write("\(device)/idVendor", "046d\n")
        try machine.write("\(device)/idProduct", "0825\n")
        for (node, interface, index) in [(0, 0, 0), (1, 0, 1), (2, 2, 0), (3, 2, 1)] {
            try machine.write("\(device)/1-2:1.\(interface)/interface")
            try machine.link("sys/class/video4linux/video\(node)/device", to: "\(device)/1-2:1.\(interface)")
            try machine.write("sys/class/video4linux/video\(node)/index", "\(index)\n")
        }
        #expect(
            machine.list.nodes().map(\.stableName)
                == ["0-046d:0825-index0", "0-046d:0825-index1", "2-046d:0825-index0", "2-046d:0825-index1"].map {
                    "usb-0000:00:14.0-2:1.\($0)"
                })
    }

    @Test func aNameThatTwoNodesWouldHaveIsNotUsed() throws {
        let machine = Machine()
        try plugIn(machine, port: "2", node: "video0")
        try plugIn(machine, port: "2", bus: 2, node: "video2")
        #expect(machine.list.nodes().map(\.stableName) == [nil, nil])
    }

    @Test func aDeviceThatIsNotOnUSBHasNoUSBDescription() throws {
        let machine = Machine()
        try machine.write("sys/devices/platform/vivid.0/uevent")
        try machine.link("sys/class/video4linux/video0/device", to: "sys/devices/platform/vivid.0")
        #expect(machine.list.nodes().map(\.usb) == [nil])
    }

    @Test func aLinkToANodeIsDescribedAsTheNode() throws {
        let machine = Machine()
        try machine.plugInWebcam()
        try machine.write("dev/video0")
        try machine.link("dev/v4l/by-id/usb-Logitech-index0", to: "dev/video0")
        let link = machine.root.path + "/dev/v4l/by-id/usb-Logitech-index0"
        let node = machine.list.node(at: link)
        #expect(node.path == link)
        #expect(node.usb?.vendor == "046d")
    }

    @Test func onlyNodesWithoutHardwareAreVirtual() throws {
        let machine = Machine()
        for (name, device) in [("video7", "virtual"), ("video0", "pci0000:00"), ("v4l-subdev0", "virtual")] {
            try machine.write("sys/devices/\(device)/video4linux/\(name)/name", "Camera\n")
            try machine.link("sys/class/video4linux/\(name)", to: "sys/devices/\(device)/video4linux/\(name)")
        }
        #expect(machine.list.virtualNodes() == [machine.root.path + "/dev/video7"])
    }

    @Test func programsThatHoldANodeAreNamed() throws {
        let machine = Machine()
        try machine.write("dev/video0")
        try machine.write("proc/4711/comm", "cheese\n")
        try machine.link("proc/4711/fd/7", to: "dev/video0")
        try machine.write("proc/4712/comm", "idle\n")
        try machine.link("proc/4712/fd/3", to: "dev/null")
        try machine.write("proc/uptime")
        let holders = NodeHolders(path: machine.root.path + "/dev/video0", proc: machine.root.path + "/proc")
        #expect(holders.description == "cheese (process 4711)" && holders.sentenceEnd == holders.description)
        let idle = NodeHolders(path: machine.root.path + "/dev/video1", proc: machine.root.path + "/proc")
        #expect(idle.sentenceEnd == "another program")
        #expect(!holders.mayBeServer && idle.mayBeServer, "whom nobody sees may be PipeWire")
    }

    @Test func aNodeThatPipeWireHoldsIsHeldForAnotherProgram() throws {
        let machine = Machine()
        try machine.write("dev/video0")
        for (number, name) in [(71, "pipewire"), (72, "wireplumber")] {
            try machine.write("proc/\(number)/comm", "\(name)\n")
            try machine.link("proc/\(number)/fd/7", to: "dev/video0")
        }
        let holders = NodeHolders(path: machine.root.path + "/dev/video0", proc: machine.root.path + "/proc")
        #expect(
            holders.sentenceEnd == "pipewire (process 71) and wireplumber (process 72), "
                + "for another program that uses it through PipeWire: end that program")
        try machine.write("proc/73/comm", "cheese\n")
        try machine.link("proc/73/fd/7", to: "dev/video0")
        let three = NodeHolders(path: machine.root.path + "/dev/video0", proc: machine.root.path + "/proc")
        #expect(three.sentenceEnd == three.description)
        #expect(holders.mayBeServer && three.mayBeServer)
    }

    @Test(arguments: [
        ("HD Webcam: HD Webcam", "HD Webcam"), ("USB2.0 HD UVC WebCam: USB2.0 HD", "USB2.0 HD UVC WebCam"),
        ("HD Pro Webcam C920", "HD Pro Webcam C920"), ("Camera: front", "Camera: front"),
    ])
    func repeatedNamesAreShortened(card: String, name: String) {
        #expect(V4L2Camera.plainName(card) == name)
    }
}
