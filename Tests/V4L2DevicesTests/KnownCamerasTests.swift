import CaptureEngine
import Foundation
import LinuxVideo
import Testing

@testable import V4L2Devices

@Suite struct KnownCamerasTests {
    private let known = KnownCameras()
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("video-\(UUID().uuidString)").path

    private func look(at camera: FakeCamera) throws -> DeviceDescription {
        let node = V4L2Node(path: path)
        let found = known.camera(at: node, camera) {
            V4L2Camera(node: node, device: camera, only: nil) { camera }
        }
        return try #require(found).description(named: nil)
    }

    private func makeNode() throws { try Data().write(to: URL(fileURLWithPath: path)) }

    private func removeNode() { try? FileManager.default.removeItem(atPath: path) }

    @Test func aSecondLookAsksNothingMore() throws {
        try makeNode()
        defer { removeNode() }
        let camera = FakeCamera()
        let first = try look(at: camera)
        _ = first.formats
        let asked = camera.questions.withLock { $0 }
        let second = try look(at: camera)
        #expect(second.formatList === first.formatList && second.formats.count == 1)
        #expect(camera.questions.withLock { $0 } == asked)
        known.forgetTheGone()
        #expect(try look(at: camera).formatList === first.formatList)
    }

    /// The node of another camera, or of the same one that was plugged in again.
    @Test func aNodeThatWasMadeAnewIsAskedAnew() throws {
        try makeNode()
        defer { removeNode() }
        let first = try look(at: FakeCamera())
        // A file system may give the same number to the next file; this one is made while the first is there.
        let other = path + "-next"
        try Data().write(to: URL(fileURLWithPath: other))
        try #require(rename(other, path) == 0)
        let second = try look(at: FakeCamera(lists: [("NV12", [.discrete(width: 1280, height: 720)])]))
        #expect(second.formatList !== first.formatList && second.formats.map(\.native) == ["NV12"])
    }

    @Test func aCameraThatIsGoneIsForgotten() throws {
        let camera = FakeCamera()
        try makeNode()
        let first = try look(at: camera)
        removeNode()
        known.forgetTheGone()
        #expect(try look(at: camera).formatList !== first.formatList, "without a node nothing is known")
    }

    /// A receiver's size, and whether frames are full range.
    @Test func whatIsSetIsPartOfWhatIsKnown() throws {
        try makeNode()
        defer { removeNode() }
        let yuyv = try #require(FourCC("YUYV"))
        var camera = FakeCamera(lists: [("YUYV", [])])
        camera.current = VideoFormat(pixelFormat: yuyv, width: 1280, height: 720)
        #expect(try look(at: camera).formats.map(\.description.dimensions.width) == [1280])
        camera.current = VideoFormat(pixelFormat: yuyv, width: 1920, height: 1080)
        #expect(try look(at: camera).formats.map(\.description.dimensions.width) == [1920])
    }

    @Test func anotherDeviceAtTheNodeIsAskedAnew() throws {
        try makeNode()
        defer { removeNode() }
        var camera = FakeCamera()
        let first = try look(at: camera)
        camera.capability.card = "Another"
        let second = try look(at: camera)
        #expect(second.formatList !== first.formatList && second.name == "Another")
    }
}
