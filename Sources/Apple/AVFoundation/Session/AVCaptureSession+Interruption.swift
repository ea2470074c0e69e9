import CaptureEngine
import Foundation

/// The interruption of a session.
///
/// | state | something takes a device | it is given back | `startRunning` | `stopRunning` |
/// | --- | --- | --- | --- | --- |
/// | stopped | nothing | nothing | → running, or → interrupted, waiting | nothing |
/// | starting, running | → interrupted, waiting | – | nothing | → stopped |
/// | interrupted, waiting | nothing | → running, or with the commit | nothing | → interrupted |
/// | interrupted | nothing | → stopped | → interrupted, waiting | nothing |
///
/// It waits as long as its ``RunWish`` holds.
struct SessionInterruption {
    var reason: AVCaptureSession.InterruptionReason?
    var news = SessionNews<AVCaptureSession.InterruptionNews>()
}

extension AVCaptureSession {
    /// Whether something has taken the devices away for a while. Observable.
    ///
    /// Linux: caused by another session of this program that starts on the same camera, and by what happens to the
    /// simulated phone: a call, a lock, another app, heat. A device that another program has taken is a runtime error
    /// instead.
    public var isInterrupted: Bool { state.withLock { $0.interruption.reason != nil } }

    /// Why the surroundings of the devices do not let the session run now; `nil` when they do.
    private var outerInterruption: InterruptionReason? {
        let devices = Set(inputs.flatMap(\.ports).compactMap(\.device))
        let reasons = devices.flatMap { device in
            device.surroundings.interruptions.map(InterruptionReason.init).filter { affects($0, device.mediaType) }
        }
        return reasons.min { $0.rawValue < $1.rawValue }
    }

    private func affects(_ reason: InterruptionReason, _ mediaType: AVMediaType) -> Bool {
        switch reason {
        case .audioDeviceInUseByAnotherClient: mediaType == .audio
        case .videoDeviceNotAvailableWithMultipleForegroundApps:
            mediaType == .video && !isMultitaskingCameraAccessEnabled
        default: mediaType == .video
        }
    }

    /// Begins or ends an interruption when the surroundings have changed. On the session's queue.
    func checkInterruption() {
        let reason = outerInterruption
        if isInterrupted {
            if reason == nil, !world.claims.isHeld(cameraIDs, byOtherThan: self) { endInterruption() }
        } else if let reason {
            // A session that lost a camera to another session hears of it from that session.
            interrupt(reason)
        }
    }

    /// The session may have other devices now, which nothing has taken.
    func checkInterruptionAfterChange() {
        if isInterrupted { wake([self]) }
    }

    /// Stops a running or starting session until the reason is gone. Its devices are closed when this returns.
    func interrupt(_ reason: InterruptionReason) {
        let isNew = mayChange(\.isInterrupted) {
            state.withLock { state in
                guard state.interruption.reason == nil, state.wish.isWanted else { return false }
                state.interruption.reason = reason
                state.interruption.news.add(.began(reason))
                return true
            }
        }
        endRun(because: CaptureError(.sessionInterrupted, "The capture session was interrupted: \(reason.text)"))
        guard isNew else { return }
        tellInterruptions()
        // The reason may be gone already.
        wake([self])
    }

    /// Posts the pending interruption notifications in order. No lock may be held.
    private func tellInterruptions() {
        guard state.withLock({ $0.interruption.news.beginTelling() }) else { return }
        while let item = state.withLock({ $0.interruption.news.next() }) {
            switch item {
            case .began(let reason): tellInterruption(reason)
            case .ended: NotificationCenter.default.post(name: Self.interruptionEndedNotification, object: self)
            }
        }
    }

    private func tellInterruption(_ reason: InterruptionReason) {
        var info: [String: Any] = [AVCaptureSessionInterruptionReasonKey: reason.rawValue]
        if reason == .videoDeviceNotAvailableDueToSystemPressure, let camera = cameras.first {
            camera.refreshPressure()
            info[AVCaptureSessionInterruptionSystemPressureStateKey] = camera.systemPressureState
        }
        NotificationCenter.default.post(name: Self.wasInterruptedNotification, object: self, userInfo: info)
    }

    private func endInterruption() {
        let wish = mayChange(\.isInterrupted) {
            state.withLock { state in
                state.interruption.reason = nil
                state.interruption.news.add(.ended)
                return state.wish
            }
        }
        for camera in cameras { camera.refreshPressure() }
        if wish.isWanted { start(wish, isContinued: true) }
        tellInterruptions()
    }

    /// Whether the session is interrupted, so that it cannot start now. Other sessions do not prevent a start: it takes
    /// their cameras.
    func isKeptFromStarting() -> Bool {
        if isInterrupted { return true }
        guard let reason = outerInterruption else { return false }
        interrupt(reason)
        return true
    }

    // MARK: Several sessions

    /// The cameras of the session's inputs.
    var cameras: [AVCaptureDevice] {
        inputs.flatMap(\.ports).filter { $0.mediaType == .video }.compactMap(\.device)
    }

    /// The cameras that only one session can have.
    private var cameraIDs: [DeviceID] {
        cameras.filter { !$0.engineDescription.traits.contains(.shareable) }.map(\.id)
    }

    /// Takes the session's cameras from other sessions, which are interrupted. No lock may be held: sessions that take
    /// cameras from each other wait for each other's `control` in turn.
    ///
    /// - Parameter forChange: whether the session runs.
    /// - Returns: `false` when another session has just taken one of this session's cameras, so that its interruption
    ///   is under way.
    @discardableResult
    func takeCameras(forChange: Bool = false) -> Bool {
        let cameras = cameraIDs
        guard let losers = world.claims.take(cameras, for: self, forChange: forChange) else { return false }
        for loser in losers { loser.cameraWasTaken() }
        wake(world.claims.release(self, keeping: Set(cameras)))
        return true
    }

    /// Resumes the sessions that wait for this one's cameras, unless this one is to run.
    func releaseCameras() {
        let waiting = control.withLock { areOpen in
            let isToRun = areOpen || state.withLock { $0.wish.isWanted }
            return isToRun ? [] : world.claims.release(self)
        }
        wake(waiting)
    }

    /// Resumes the sessions that wait, as this one is being deallocated.
    func abandonCameras() {
        wake(world.claims.release(self))
    }

    private func wake(_ sessions: [any CameraHolder]) {
        for session in sessions { session.cameraMayBeFree() }
    }
}

extension AVCaptureSession: CameraHolder {
    package func cameraWasTaken() { interrupt(.videoDeviceInUseByAnotherClient) }

    package func cameraMayBeFree() {
        events.async {
            self.checkInterruption()
            self.resumeAfterLoss()
        }
    }
}

extension AVCaptureSession.InterruptionReason {
    fileprivate init(_ interruption: CaptureInterruption) {
        self =
            switch interruption {
            case .background: .videoDeviceNotAvailableInBackground
            case .microphoneInUse: .audioDeviceInUseByAnotherClient
            case .cameraInUse: .videoDeviceInUseByAnotherClient
            case .otherAppInForeground: .videoDeviceNotAvailableWithMultipleForegroundApps
            case .pressure: .videoDeviceNotAvailableDueToSystemPressure
            }
    }

    fileprivate var text: String {
        switch self {
        case .videoDeviceNotAvailableInBackground: "the camera is not available in the background"
        case .audioDeviceInUseByAnotherClient: "the microphone is in use"
        case .videoDeviceInUseByAnotherClient: "the camera is in use"
        case .videoDeviceNotAvailableWithMultipleForegroundApps: "another app is in the foreground"
        case .videoDeviceNotAvailableDueToSystemPressure: "the phone is too hot"
        }
    }
}
