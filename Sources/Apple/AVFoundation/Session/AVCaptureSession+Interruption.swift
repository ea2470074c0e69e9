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
    /// Linux: caused by another session of this program that starts on the same camera, and by a machine that is about
    /// to sleep while a movie is recorded. Also by what happens to the simulated phone: a call, a lock, another app,
    /// heat. A device that another program has taken is a runtime error instead.
    public var isInterrupted: Bool { state.withLock { $0.interruption.reason != nil } }

    /// Why the surroundings of the devices do not let the session run now; `nil` when they do.
    private var outerInterruption: CaptureInterruption? {
        let devices = Set(inputs.flatMap(\.ports).compactMap(\.device))
        let interruptions = devices.flatMap { device in
            device.surroundings.interruptions.filter { affects($0, device.mediaType) }
        }
        return interruptions.min { $0.reason.rawValue < $1.reason.rawValue }
    }

    private func affects(_ interruption: CaptureInterruption, _ mediaType: AVMediaType) -> Bool {
        switch interruption {
        case .microphoneInUse: mediaType == .audio
        case .otherAppInForeground: mediaType == .video && !isMultitaskingCameraAccessEnabled
        case .background, .cameraInUse, .pressure, .sleep: mediaType == .video
        }
    }

    /// Begins or ends an interruption when the surroundings have changed. On the session's queue.
    func checkInterruption() {
        let outer = outerInterruption
        if isInterrupted {
            if outer == nil, !world.claims.isHeld(cameraIDs, byOtherThan: self) { endInterruption() }
        } else if let outer {
            // A session that lost a camera to another session hears of it from that session.
            interrupt(outer)
        }
    }

    /// The session may have other devices now, which nothing has taken.
    func checkInterruptionAfterChange() {
        if isInterrupted { wake([self]) }
    }

    /// Stops a running or starting session until the reason is gone. Its devices are closed when this returns.
    func interrupt(_ interruption: CaptureInterruption) {
        let reason = interruption.reason
        let isNew = mayChange(\.isInterrupted) {
            state.withLock { state in
                guard state.interruption.reason == nil, state.wish.isWanted else { return false }
                state.interruption.reason = reason
                state.interruption.news.add(.began(reason))
                return true
            }
        }
        endRun(because: CaptureError(.sessionInterrupted, "The capture session was interrupted: \(interruption.text)"))
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
        guard let outer = outerInterruption else { return false }
        interrupt(outer)
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
    package func cameraWasTaken() { interrupt(.cameraInUse) }

    package func cameraMayBeFree() {
        events.async {
            self.checkInterruption()
            self.resumeAfterLoss()
        }
    }
}

extension CaptureInterruption {
    fileprivate var reason: AVCaptureSession.InterruptionReason {
        switch self {
        case .background, .sleep: .videoDeviceNotAvailableInBackground
        case .microphoneInUse: .audioDeviceInUseByAnotherClient
        case .cameraInUse: .videoDeviceInUseByAnotherClient
        case .otherAppInForeground: .videoDeviceNotAvailableWithMultipleForegroundApps
        case .pressure: .videoDeviceNotAvailableDueToSystemPressure
        }
    }

    fileprivate var text: String {
        switch self {
        case .background: "the camera is not available in the background"
        case .microphoneInUse: "the microphone is in use"
        case .cameraInUse: "the camera is in use"
        case .otherAppInForeground: "another app is in the foreground"
        case .pressure: "the phone is too hot"
        case .sleep: "the machine is about to sleep"
        }
    }
}
