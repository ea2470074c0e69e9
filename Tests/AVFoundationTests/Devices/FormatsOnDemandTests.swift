import AVFoundation
import CaptureEngine
import DeviceKinds
import Locking
import TestSupport
import Testing

/// A camera may have hundreds of formats, and to ask for them may take longer than a photo.
struct FormatsOnDemandTests {
    /// One camera that counts how often its formats are asked for.
    private final class Backend: DeviceBackend {
        let scheme = "fake"
        let count: Mutex<Int>
        private let camera: DeviceDescription

        init() {
            let count = Mutex(0)
            var camera = FakeMedia.device("camera")
            let formats = camera.formats
            camera.formatList = Once {
                count.withLock { $0 += 1 }
                return formats
            }
            self.count = count
            self.camera = camera
        }

        func devices() -> [DeviceDescription] { [camera] }

        func device(named name: String) throws(CaptureError) -> DeviceDescription { camera }

        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { FakeSource(device.id) }

        func onChange(_ handler: @escaping @Sendable () -> Void) {}
    }

    @Test func lookingForCamerasAsksForNoFormats() throws {
        let backend = Backend()
        try CaptureWorld.$current.withValue(CaptureWorld(backends: [backend], host: Nowhere())) {
            let camera = try #require(AVCaptureDevice.systemPreferredCamera)
            let search = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.external], mediaType: .video, position: .unspecified)
            #expect(search.devices == [camera] && AVCaptureDevice(uniqueID: "fake:camera") === camera)
            #expect(backend.count.withLock { $0 } == 0)
            #expect(camera.activeFormat === camera.formats.first)
            #expect(AVCaptureDevice.default(for: .video) === camera)
            #expect(backend.count.withLock { $0 } == 1)
        }
    }
}
