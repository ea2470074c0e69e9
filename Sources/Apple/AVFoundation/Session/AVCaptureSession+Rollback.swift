import CaptureEngine
import Foundation

/// Everything that a commit can change, as it was when media last flowed.
struct SessionConfiguration {
    struct Camera {
        let device: AVCaptureDevice
        let format: AVCaptureDevice.Format
        let minFrameDuration: CMTime?
        let maxFrameDuration: CMTime?
        let isFormatPinned: Bool
    }

    let preset: AVCaptureSession.Preset
    let inputs: [AVCaptureInput]
    let outputs: [AVCaptureOutput]
    let connections: [AVCaptureConnection]
    let cameras: [Camera]
}

extension AVCaptureSession {
    /// Remembers the running configuration, to roll back to when a change fails.
    func rememberConfiguration() {
        let cameras = self.cameras.map { device in
            device.state.withLock { state in
                SessionConfiguration.Camera(
                    device: device, format: state.activeFormat, minFrameDuration: state.minFrameDuration,
                    maxFrameDuration: state.maxFrameDuration, isFormatPinned: state.isFormatPinned)
            }
        }
        state.withLock { state in
            state.lastWorking = SessionConfiguration(
                preset: state.preset, inputs: state.inputs, outputs: state.outputs, connections: state.connections,
                cameras: cameras)
        }
    }

    /// Rolls back to the last configuration with which media flowed.
    ///
    /// - Returns: the errors of devices that are left out; `nil` when there is no such configuration, or it no longer
    ///   works either.
    func rollBack() -> [CaptureError]? {
        guard let last = state.withLock({ $0.lastWorking }), canReturn(to: last) else { return nil }
        restore(last)
        guard takeCameras(forChange: true) else { return [] }
        do throws(CaptureError) {
            let lost = try control.withLock { _ throws(CaptureError) in try applyGraph { _ in true } }
            for output in outputs { output.sessionDidChange() }
            return lost
        } catch {
            return nil
        }
    }

    /// What was removed may belong to another session by now.
    private func canReturn(to last: SessionConfiguration) -> Bool {
        last.inputs.allSatisfy { $0.session == nil || $0.session === self }
            && last.outputs.allSatisfy { $0.session == nil || $0.session === self }
    }

    private func restore(_ last: SessionConfiguration) {
        let (inputs, outputs) = (self.inputs, self.outputs)
        for input in inputs where !last.inputs.contains(where: { $0 === input }) { release(input) }
        for output in outputs {
            output.lostConnections = output.connections.filter { lost in !last.connections.contains { $0 === lost } }
            if !last.outputs.contains(where: { $0 === output }) { output.session = nil }
        }
        detach { connection in !last.connections.contains { $0 === connection } }
        state.withLock { state in
            state.preset = last.preset
            state.inputs = last.inputs
            state.outputs = last.outputs
            state.connections = last.connections
        }
        for input in last.inputs { adopt(input) }
        for output in last.outputs { output.session = self }
        for connection in last.connections { connection.session = self }
        for camera in last.cameras { camera.restore() }
    }
}

extension SessionConfiguration.Camera {
    fileprivate func restore() {
        device.mayChange(\.activeFormat) {
            device.state.withLock { state in
                state.activeFormat = format
                state.minFrameDuration = minFrameDuration
                state.maxFrameDuration = maxFrameDuration
                state.isFormatPinned = isFormatPinned
            }
        }
    }
}
