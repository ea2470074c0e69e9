import CaptureEngine
import Locking

/// A camera through PipeWire: a thread with a connection of its own, on which its pictures arrive.
final class PipeWireCameraSource: FrameSource {
    private struct Running {
        let capture: PipeWireCapture
        let thread: SourceThread
    }

    let id: DeviceID
    private let name: String
    private let registry: PipeWireRegistry
    private let running = Mutex<Running?>(nil)

    /// - Parameters:
    ///   - id: the camera's, perhaps of another backend.
    ///   - name: what PipeWire calls it.
    init(_ id: DeviceID, of name: String, registry: PipeWireRegistry) {
        self.id = id
        self.name = name
        self.registry = registry
    }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        // Cleans up after a failed run.
        stop()
        // A camera that was plugged in again has another serial number.
        guard let found = registry.cameras().first(where: { $0.name == name }) else {
            let isAllowed = registry.desk.map { $0.permission == .granted } ?? true
            throw CaptureError(
                isAllowed ? .deviceNotFound : .notAuthorized, registry.reason(withoutCamera: name), device: id)
        }
        let capture = try PipeWireCapture(found, of: registry, id: id, configuration: configuration)
        let thread = try SourceThread("pipewire-camera") { _ in capture.run(deliver) }
        running.withLock { $0 = Running(capture: capture, thread: thread) }
        do throws(CaptureError) {
            try capture.waitForStart()
        } catch {
            stop()
            throw error
        }
    }

    func stop() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.capture.cancel()
        last?.thread.end()
    }
}
