import CaptureEngine
import Foundation
import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

@Suite struct V4L2BackendTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("v4l2-\(UUID().uuidString)")

    private func error(naming name: String) -> CaptureError? {
        do throws(CaptureError) {
            _ = try V4L2Backend().device(named: name)
            return nil
        } catch {
            return error
        }
    }

    @Test func aMissingNodeIsReported() {
        let error = error(naming: "/dev/video4711")
        #expect(error?.code == .deviceNotFound)
        #expect(error?.message == "there is no camera /dev/video4711")
        #expect(error?.device == DeviceID("v4l2:/dev/video4711"))
    }

    @Test func aFileThatIsNotACameraIsReportedAsSuch() {
        let error = error(naming: "/dev/null")
        #expect(error?.code == .deviceNotFound)
        #expect(error?.message.hasPrefix("/dev/null is not a camera") == true)
    }

    @Test func fieldsThatComeApartAreRefusedInWords() {
        let failure = V4L2Failure(id: DeviceID("v4l2:/dev/video0")!, path: "/dev/video0")
        #expect(failure.fields(.whole) == nil && failure.fields(.woven) == nil)
        for fields in [VideoFields.stacked, .alone] {
            let error = failure.fields(fields)
            #expect(error?.code == .formatUnsupported)
            #expect(error?.message.hasPrefix("/dev/video0 sends the two fields of each picture separately") == true)
        }
    }

    @Test func anUnknownPlaceIsReportedAsHavingNoCamera() {
        let error = error(naming: "usb-0000:00:99.0-7")
        #expect(error?.code == .deviceNotFound)
        #expect(error?.message == "there is no camera at usb-0000:00:99.0-7")
    }

    @Test func nodesThatCannotBeOpenedAreLeftOut() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("video0"))
        let backend = V4L2Backend(sysfs: folder.path, dev: folder.path, environment: [:])
        #expect(backend.devices().isEmpty)
    }

    /// The node of a loopback device stays the same.
    @Test func aNodeThatBecomesACameraIsReported() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let looks = Monitor(0)
        let role = Mutex<NodeRole?>(.waiting)
        // Without such a node, the watch only waits for events: it lives as long as the process.
        defer { role.withLock { $0 = nil } }
        let watch = DeviceNodeWatch(folder: folder.path, lookMilliseconds: 5) {
            looks.withLock { $0 += 1 }
            return role.withLock { $0.map { ["video7": $0] } ?? [:] }
        }
        let changes = Monitor(0)
        watch.add { changes.withLock { $0 += 1 } }
        #expect(looks.wait(timeout: .seconds(30)) { $0 >= 3 ? true : nil } == true)
        #expect(changes.withLock { $0 } == 0, "nothing has changed")
        role.withLock { $0 = .camera }
        #expect(changes.wait(timeout: .seconds(30)) { $0 == 1 ? true : nil } == true)
        role.withLock { $0 = .waiting }
        #expect(changes.wait(timeout: .seconds(30)) { $0 == 2 ? true : nil } == true)
    }

    @Test func aNodeThatComesOrGoesIsReported() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let backend = V4L2Backend(sysfs: folder.path, dev: folder.path, environment: [:])
        let changes = Monitor(0)
        backend.onChange { changes.withLock { $0 += 1 } }
        let node = folder.appendingPathComponent("video0")
        try Data().write(to: node)
        let told = changes.wait(timeout: .seconds(30)) { $0 >= 1 ? $0 : nil }
        let count = try #require(told)
        try FileManager.default.removeItem(at: node)
        #expect(changes.wait(timeout: .seconds(30)) { $0 > count ? true : nil } == true)
    }
}
