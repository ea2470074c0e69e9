import CaptureEngine
import CoreMedia
import Foundation
import PipeWire
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
        let backend = PipeWireBackend(environment: { ["XDG_RUNTIME_DIR": "/nonexistent"] })
        #expect(backend.devices().isEmpty)
        #expect(throws: CaptureError.self) { try backend.device(named: "camera") }
        let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        #expect(maps?.contains("libpipewire") == false)
    }
}
