import CaptureEngine
import Foundation

/// Devices that fail or cannot be opened, and what goes on without them.
extension AVCaptureSession {
    /// The last camera that fails ends the run, which goes on when it was unplugged and returns; a microphone that fails leaves
    /// the picture running, and a camera the others of an ``AVCaptureMultiCamSession``.
    ///
    /// The run has ended when the error is posted, so that an observer can start the next one.
    func deviceFailed(_ error: CaptureError, inRun run: Int) {
        // A source can fail while the start of the others is still under way.
        let isCurrent = control.withLock { _ in state.withLock { $0.isRunning && $0.runNumber == run } }
        guard isCurrent else { return }
        if let device = error.device, goesOn(without: [device]) {
            state.withLock { $0.lost[device] = error.code }
            updateCameras()
            if error.code == .deviceDisconnected { world.devices.lookAgain(for: device, of: self) }
        } else {
            let camera = error.code == .deviceDisconnected ? error.device : nil
            endRun(failed: run, awaiting: camera)
            releaseCameras()
            if let camera { world.devices.lookAgain(for: camera, of: self) }
        }
        post(AVError(error, in: world))
    }

    /// Starts the session again when the camera is back whose loss ended the run, and no other session has it. On the
    /// session's queue.
    func resumeAfterLoss() {
        guard let camera = cameras.first(where: { isAwaiting($0.id) }), camera.isConnected,
            !world.claims.isHeld([camera.id], byOtherThan: self)
        else { return }
        let wish = state.withLock { $0.awaits(camera.id) ? $0.wish.begin(resuming: true) : nil }
        if let wish { start(wish, isContinued: true) }
    }

    /// Whether the session starts when the camera can be used again.
    func isAwaiting(_ camera: DeviceID) -> Bool { state.withLock { $0.awaits(camera) } }

    /// Lets media flow by the connections as they are now. With `control` held.
    ///
    /// - Parameters:
    ///   - starting: whether this is the beginning of a run.
    ///   - canBeSpared: whether the session goes on without a device that cannot be opened, where others are left.
    /// - Returns: the errors of the devices that were spared, but for those that are known.
    /// - Throws: what a device said that cannot be spared.
    func applyGraph(
        starting: Bool = false, sparing canBeSpared: (DeviceID) -> Bool
    ) throws(CaptureError) -> [CaptureError] {
        var lost: [DeviceID: CaptureError] = [:]
        while true {
            do throws(CaptureError) {
                try pipeline.apply(makeGraph(without: Set(lost.keys)))
                if starting { try pipeline.start() }
                break
            } catch {
                guard let device = error.device, lost[device] == nil, canBeSpared(device),
                    goesOn(without: lost.keys + [device])
                else { throw error }
                lost[device] = error
            }
        }
        return state.withLock { state in
            let known = state.lost
            state.lost = lost.mapValues(\.code)
            return lost.filter { known[$0] != $1.code }.map(\.value)
        }
    }

    /// Whether the configuration that worked last has the device.
    func hadWorking(_ device: DeviceID) -> Bool {
        let inputs = state.withLock { $0.lastWorking?.inputs ?? [] }
        return inputs.flatMap(\.ports).contains { $0.device.id == device }
    }

    /// Whether the session goes on without a device of its own.
    func hasLost(_ device: AVCaptureDevice) -> Bool { state.withLock { $0.lost[device.id] != nil } }

    /// Whether a camera is left.
    private func goesOn(without devices: [DeviceID]) -> Bool {
        let lost = state.withLock { $0.lost.keys } + devices
        return cameras.contains { $0.isConnected && !lost.contains($0.id) }
    }
}

extension AVCaptureSession.State {
    fileprivate func awaits(_ camera: DeviceID) -> Bool {
        awaitedReturn.map { $0.camera == camera && $0.wish == wish } ?? false
    }
}
