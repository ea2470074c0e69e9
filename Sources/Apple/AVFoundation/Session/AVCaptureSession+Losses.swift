import CaptureEngine
import Foundation

/// What a session does when a device fails or cannot be opened.
extension AVCaptureSession {
    /// Handles a device that failed while the session ran. When the last camera fails, the run ends; if the camera was
    /// unplugged, or the permission to use it taken away, the session starts again when it returns. When a microphone
    /// fails, the video goes on; when one camera of an ``AVCaptureMultiCamSession`` fails, the others go on.
    ///
    /// The run has ended when the error is posted, so that an observer can start the next one.
    func deviceFailed(_ error: CaptureError, inRun run: Int) {
        // A source can fail while the start of the others is still under way.
        let isCurrent = control.withLock { _ in state.withLock { $0.isRunning && $0.runNumber == run } }
        guard isCurrent else { return }
        // A camera that the program may no longer use can be given back, as one that was unplugged can.
        let canReturn = error.code == .deviceDisconnected || error.code == .notAuthorized
        let loss = canReturn ? error.device.map { noteLoss(error, of: $0) } : nil
        let isSpared = error.device.map { goesOn(without: [$0]) } ?? false
        if let device = error.device, isSpared {
            state.withLock { $0.lost[device] = error.code }
            updateCameras()
        } else {
            endRun(failed: run, awaiting: loss?.device)
            releaseCameras()
        }
        if let loss { lookAgain(after: loss) }
        // Each end of a run is news: the app would take a session that has stopped for a running one.
        if !isSpared || loss?.isNews ?? true { post(AVError(error, in: world)) }
    }

    private func noteLoss(_ error: CaptureError, of device: DeviceID) -> SessionLosses.Loss {
        let (changeCount, now) = (world.devices.changeCount, world.clock.now)
        let isPresent = world.devices.isPresent(device)
        return state.withLock {
            $0.losses.add(error, of: device, isPresent: isPresent, changeCount: changeCount, at: now)
        }
    }

    /// The device can be back before its removal was noticed.
    private func lookAgain(after loss: SessionLosses.Loss) {
        world.devices.lookAgain(for: loss.device, of: self, after: loss.pause) { [weak self] in
            guard let self, state.withLock({ $0.losses.isLast(loss) }) else { return }
            deviceReturned()
        }
    }

    /// Starts the session again when the camera whose loss ended the run is back. While another session has it, this one
    /// waits until it is released. On the session's queue.
    func resumeAfterLoss() {
        guard let camera = cameras.first(where: { isAwaiting($0.id) }), camera.isConnected,
            world.claims.isFree(camera.id, for: self)
        else { return }
        let wish = state.withLock { $0.awaits(camera.id) ? $0.wish.begin(resuming: true) : nil }
        if let wish { start(wish, isContinued: true) }
    }

    /// Whether the session starts when the camera can be used again.
    func isAwaiting(_ camera: DeviceID) -> Bool { state.withLock { $0.awaits(camera) } }

    /// Applies the current connections to the pipeline. With `control` held.
    ///
    /// - Parameters:
    ///   - starting: whether this is the beginning of a run.
    ///   - canBeSpared: whether the session may go on without a device that cannot be opened, if others are left.
    /// - Returns: the new errors of the devices that are left out; errors that were known before are not repeated.
    /// - Throws: the error of a device that the session cannot go on without.
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

    /// Whether the last working configuration has the device.
    func hadWorking(_ device: DeviceID) -> Bool {
        let inputs = state.withLock { $0.lastWorking?.inputs ?? [] }
        return inputs.flatMap(\.ports).contains { $0.device?.id == device }
    }

    /// Whether the session goes on without one of its devices.
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
