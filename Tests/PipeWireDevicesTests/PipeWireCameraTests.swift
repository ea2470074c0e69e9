import CaptureEngine
import CoreMedia
import Foundation
import LinuxVideo
import PipeWire
import TestSupport
import Testing

@testable import PipeWireDevices

struct PipeWireCameraTests {
    private func camera(role: String? = "Camera", path: String? = nil) -> PipeWireCamera {
        let node = PipeWireNode(id: 1, serial: "31", name: "n", description: "Camera", role: role, path: path)
        return PipeWireCamera(node, name: "n")
    }

    @Test func aCameraThatTheKernelGivesIsOfferedOnlyWhereItsNodeIsHidden() {
        let camera = camera(path: "v4l2:/dev/video2")
        #expect(!camera.isOffered { $0 == "/dev/video2" })
        #expect(camera.isOffered { _ in false })
        #expect(self.camera(path: #"libcamera:\_SB_.PC00.LNK1"#).isOffered { _ in true })
        #expect(self.camera().isOffered { _ in true })
    }

    @Test func aCameraOfTheKernelIsKnownByItsNode() {
        let camera = camera(path: "v4l2:/dev/video2")
        #expect(camera.isKernelCamera(at: "/dev/video2") && !camera.isKernelCamera(at: "/dev/video20"))
        #expect(!self.camera(role: "Screen", path: "v4l2:/dev/video2").isKernelCamera(at: "/dev/video2"))
        #expect(!self.camera().isKernelCamera(at: "/dev/video2"))
    }

    @Test func aWebcamOfLibcameraIsKnownByItsPortsAndNumbers() {
        let camera = camera(path: #"libcamera:\_SB_.PC00.XHCI.RHUB.HS07-2.7:1.0-0c45:6d1f"#)
        #expect(camera.isKernelCamera(at: "/dev/video2", webcam: "2.7:1.0-0c45:6d1f"))
        #expect(!camera.isKernelCamera(at: "/dev/video2", webcam: "2.8:1.0-0c45:6d1f"))
        #expect(!camera.isKernelCamera(at: "/dev/video2", webcam: nil))
        // A sensor has no ports: two unknown names are not one camera.
        #expect(!self.camera(path: #"libcamera:\_SB_.PC00.LNK1"#).isKernelCamera(at: "/dev/video2", webcam: nil))
    }

    /// PipeWire cannot open a camera that another program has for itself.
    @Test func aCameraIsSharedOnlyIfPipeWireMayHoldIt() throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        let (node, proc) = ("\(folder.url.path)/video2", "\(folder.url.path)/proc")
        try "".write(toFile: node, atomically: true, encoding: .utf8)
        try files.createDirectory(atPath: "\(proc)/4711/fd", withIntermediateDirectories: true)
        let cameras = [camera(path: "v4l2:/dev/video0"), camera(path: "v4l2:\(node)")]
        func standIn() -> PipeWireCamera? {
            PipeWireBackend.standIn(
                for: node, webcam: nil, among: cameras, holders: { NodeHolders(path: node, proc: proc) })
        }
        #expect(standIn()?.node.path == "v4l2:\(node)", "nobody is seen")
        try files.createSymbolicLink(atPath: "\(proc)/4711/fd/7", withDestinationPath: node)
        try "cheese\n".write(toFile: "\(proc)/4711/comm", atomically: true, encoding: .utf8)
        #expect(standIn() == nil)
        try "pipewire\n".write(toFile: "\(proc)/4711/comm", atomically: true, encoding: .utf8)
        #expect(standIn()?.node.path == "v4l2:\(node)")
    }

    @Test func aWebcamOfLibcameraIsOfferedOnlyWhereTheKernelHasNone() {
        let camera = camera(path: #"libcamera:\_SB_.PC00.XHCI.RHUB.HS07-2.7:1.0-0c45:6d1f"#)
        #expect(!camera.isOffered(hasNode: { _ in false }, hasWebcam: { $0 == "2.7:1.0-0c45:6d1f" }))
        #expect(camera.isOffered(hasNode: { _ in true }, hasWebcam: { _ in false }))
        let sensor = self.camera(path: #"libcamera:\_SB_.PC00.LNK1"#)
        #expect(sensor.isOffered(hasNode: { _ in true }, hasWebcam: { _ in true }))
    }

    @Test func aWebcamIsFoundByItsPortsAndNumbers() throws {
        let folder = try TemporaryFolder()
        let root = folder.url.path
        let files = FileManager.default
        let device = "\(root)/sys/devices/usb1/1-2/1-2.7"
        for path in ["\(device)/1-2.7:1.0", "\(root)/sys/class/video4linux/video4", "\(root)/dev"] {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(
            atPath: "\(root)/sys/class/video4linux/video4/device", withDestinationPath: "\(device)/1-2.7:1.0")
        try "0c45\n".write(toFile: "\(device)/idVendor", atomically: true, encoding: .utf8)
        try "6d1f\n".write(toFile: "\(device)/idProduct", atomically: true, encoding: .utf8)
        let webcams = KernelWebcams(sysfs: "\(root)/sys", dev: "\(root)/dev")
        #expect(!webcams.contains("2.7:1.0-0c45:6d1f"))
        try "".write(toFile: "\(root)/dev/video4", atomically: true, encoding: .utf8)
        #expect(webcams.contains("2.7:1.0-0c45:6d1f"))
        #expect(!webcams.contains("2.8:1.0-0c45:6d1f") && !webcams.contains("2.7:1.0-0c45:6d20"))
        #expect(webcams.name(ofNode: "video4") == "2.7:1.0-0c45:6d1f" && webcams.name(ofNode: "video5") == nil)
    }

    private static var daemon: String {
        let environment = ProcessInfo.processInfo.environment
        let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? "/run"
        return "\(folder)/\(environment["PIPEWIRE_REMOTE"] ?? "pipewire-0")"
    }

    /// A daemon that takes no connection: a socket at which nobody listens.
    @Test(.enabled("needs a session without PipeWire") { !FileManager.default.fileExists(atPath: daemon) })
    func aConnectionThatIsRefusedIsNamed() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.url.path)/pipewire-0"
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
        let place = folder.url.path
        let backend = PipeWireBackend(environment: { ["XDG_RUNTIME_DIR": place] }, desk: nil)
        let error = #expect(throws: CaptureError.self) { try backend.device(named: "x") }
        let message = try #require(error).message
        #expect(message.contains("PipeWire refuses the connection") || message.contains("libpipewire"), "\(message)")
    }

    @Test func aSharedScreenIsNoCamera() {
        #expect(!camera(role: "Screen").isOffered { _ in false })
        #expect(camera(role: nil).isOffered { _ in false })
    }

    @Test(arguments: [("front", DeviceDescription.Position.front), ("back", .back), ("external", .unspecified)])
    func thePositionIsTheOneOfLibcamera(location: String, position: DeviceDescription.Position) {
        var camera = camera()
        camera.location = location
        #expect(camera.position == position)
    }

    private static func code(_ text: String) -> UInt32 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    @Test func everyFormatComesWithEverySizeAndRate() {
        var camera = camera()
        camera.choices = [
            PipeWireChoice(
                pixelFormats: [Self.code("YUYV"), Self.code("NV12")],
                sizes: .list([.init(640, 480), .init(1280, 720)]), rates: .list([.init(30, 1), .init(15, 1)]))
        ]
        let formats = camera.formats.value
        let names = formats.map { "\($0.native) \($0.description.dimensions.width)" }
        #expect(names == ["NV12 1280", "YUYV 1280", "NV12 640", "YUYV 640"])
        #expect(formats.map(\.index) == [0, 1, 2, 3])
        #expect(formats.allSatisfy { $0.frameDurations.map(\.lowerBound.seconds) == [1.0 / 30, 1.0 / 15] })
    }

    @Test func aRangeGivesTheUsualSizesAndTheLargest() {
        let choice = PipeWireChoice(
            pixelFormats: [Self.code("NV12")], sizes: .range(.init(32, 32), .init(1640, 1232)),
            rates: .range(.init(0, 1), .init(60, 1)))
        let modes = PipeWireCamera.modes([choice])
        var camera = camera()
        camera.choices = [choice]
        let formats = camera.formats.value
        #expect(formats.count == modes.count)
        #expect(
            formats.first.map { [$0.description.dimensions.width, $0.description.dimensions.height] } == [1640, 1232])
        #expect(formats.contains { $0.description.dimensions.width == 1280 && $0.description.dimensions.height == 720 })
        #expect(formats.first?.frameDurations.first?.lowerBound == CMTime(value: 1, timescale: 60))
        #expect(formats.first?.frameDurations.first?.upperBound == CMTime(value: 1, timescale: 1))
    }

    @Test(arguments: [
        PipeWireChoice(pixelFormats: [], sizes: .list([.init(640, 480)]), rates: .list([])),
        PipeWireChoice(pixelFormats: [0], sizes: .list([.init(640, 480)]), rates: .list([])),
        PipeWireChoice(pixelFormats: [code("NV12")], sizes: .list([]), rates: .list([])),
        PipeWireChoice(pixelFormats: [code("NV12")], sizes: .list([.init(0, 0)]), rates: .list([])),
        PipeWireChoice(pixelFormats: [code("NV12")], sizes: .range(.init(9, 9), .init(1, 1)), rates: .list([])),
    ])
    func whatCannotBeUsedGivesNoFormat(choice: PipeWireChoice) {
        #expect(PipeWireCamera.modes([choice]).isEmpty)
    }

    @Test(arguments: [
        PipeWireChoice.Values.list([]), .list([.init(0, 1)]), .list([.init(30, 0)]), .range(.init(0, 0), .init(0, 0)),
    ])
    func ratesThatCannotBeAreThirtyFramesASecond(rates: PipeWireChoice.Values) {
        let choice = PipeWireChoice(
            pixelFormats: [Self.code("MJPG")], sizes: .list([.init(640, 480)]), rates: rates)
        #expect(PipeWireCamera.modes([choice]).first?.maxFrameRate == 30)
    }

    @Test func withoutASocketNothingIsLoaded() {
        let backend = PipeWireBackend(environment: { ["XDG_RUNTIME_DIR": "/nonexistent"] }, desk: nil)
        #expect(backend.devices().isEmpty)
        #expect(throws: CaptureError.self) { try backend.device(named: "camera") }
        let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        #expect(maps?.contains("libpipewire") == false)
    }
}
