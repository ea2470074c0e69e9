import CaptureEngine
import CoreMedia
import Foundation
import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

/// A camera that was unplugged may come back at another node.
@Suite struct RenumberedCameraTests {
    private let id = DeviceID(scheme: "v4l2", name: "usb-0000:00:14.0-2:1.0-046d:0825-index0")

    private var format: SourceFormat {
        let duration = CMTime(value: 1, timescale: 25)
        return SourceFormat(
            description: .video(
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: 64, height: 48, color: [:]),
            native: "YUYV", frameDurations: [duration...duration], index: 0)
    }

    private var camera: DeviceDescription {
        var camera = DeviceDescription(
            id: id, kind: .camera, name: "Camera", module: .external, formats: [format], isPhysical: true)
        camera.node = "/dev/video0"
        return camera
    }

    private func failure(of source: any FrameSource) -> CaptureError? {
        #expect(throws: CaptureError.self) { try source.start(SourceConfiguration(format: format)) { _ in } }
    }

    @Test func whatFailsNamesTheNodeThatTheCameraHasNow() throws {
        let node = Mutex("/dev/video0")
        let opened = Mutex<[String]>([])
        let driver = ScriptedDriver([:])
        let source = V4L2CameraSource(camera) {
            node.withLock { $0 }
        } open: { failure in
            opened.withLock { $0.append(failure.path) }
            return driver
        }
        for path in ["/dev/video0", "/dev/video4"] {
            node.withLock { $0 = path }
            driver.fail(.setFormat, "YUYV 64 × 48", with: .io)
            let error = try #require(failure(of: source))
            #expect(error.code == .deviceFailed && error.device == id)
            #expect(error.message.hasPrefix("\(path) could not be set to YUYV"))
        }
        #expect(opened.withLock { $0 } == ["/dev/video0", "/dev/video4"])
    }

    /// Such a name is not that of a file in the working directory.
    @Test func aCameraThatIsNowhereIsNotOpened() throws {
        let nowhere = FileManager.default.temporaryDirectory.path + "/v4l2-\(UUID().uuidString)"
        let source = try V4L2Backend(sysfs: nowhere, dev: nowhere, environment: [:]).source(for: camera)
        let error = try #require(failure(of: source))
        #expect(error.code == .deviceNotFound && error.device == id)
        #expect(error.message == "there is no camera at \(id.name)")
        #expect(V4L2NodeList(sysfs: nowhere, dev: nowhere).path(of: id.name) == nil)
        #expect(V4L2NodeList(sysfs: nowhere, dev: nowhere).path(of: "/dev/video0") == "/dev/video0")
    }
}
