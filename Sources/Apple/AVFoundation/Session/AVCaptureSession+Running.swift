import CaptureEngine
import Foundation

/// Whether the app wants the session to run.
///
/// Whatever starts the session gets the wish that it serves and checks again, with `control` held, that it is still the
/// current one. A wish that has ended never becomes current again.
struct RunWish: Equatable {
    private(set) var isWanted = false
    /// Whether the session was started by the return of a camera, not by the app.
    private(set) var isResumption = false
    private var endings = 0

    /// Called when the app starts the session, or a returning camera does. Returns the wish that is current now.
    mutating func begin(resuming: Bool = false) -> RunWish {
        // A resumption can still fail, which must not end a start that the app has asked for meanwhile.
        if isWanted, isResumption, !resuming { end() }
        isResumption = resuming && (isResumption || !isWanted)
        isWanted = true
        return self
    }

    /// Called when the app stops the session, or a failure does.
    mutating func end() {
        isWanted = false
        isResumption = false
        endings += 1
    }
}

/// The last camera that a run lost: the session starts again when it is back.
///
/// The wish is the one that ended with the run. It is current only until the app starts or stops the session.
struct AwaitedReturn {
    let camera: DeviceID
    fileprivate(set) var wish: RunWish
}

extension AVCaptureSession {
    /// Opens the devices, unless the wish has ended, the session is interrupted, or a commit is pending, which tries
    /// again.
    ///
    /// - Parameter isContinued: whether the session resumes an earlier run; it then goes on with the devices that can
    ///   be opened.
    func start(_ wish: RunWish, isContinued: Bool = false) {
        guard state.withLock({ $0.configurationDepth == 0 && !$0.isRunning }), !isKeptFromStarting() else { return }
        takeCameras()
        do throws(CaptureError) {
            let hasStarted = try mayChange(\.isRunning) { () throws(CaptureError) in
                try openDevices(wish, isContinued: isContinued)
            }
            guard hasStarted else { return releaseCameras() }
            rememberConfiguration()
            announceRun()
            beginDeferredStart()
        } catch {
            releaseCameras()
            // A camera that is back is tried at each change of the devices.
            if !wish.isResumption || state.withLock({ $0.losses.isNews(error) }) { post(AVError(error, in: world)) }
        }
    }

    /// Starts a session that had to wait for the commit.
    func startAfterCommit() {
        let wish = state.withLock { state in
            let isMissing = state.wish.isWanted && !state.isRunning && state.interruption.reason == nil
            return isMissing ? state.wish : nil
        }
        if let wish { start(wish, isContinued: true) }
    }

    /// - Returns: whether this call started a run.
    private func openDevices(_ wish: RunWish, isContinued: Bool) throws(CaptureError) -> Bool {
        try control.withLock { areOpen throws(CaptureError) in
            guard !areOpen, state.withLock({ $0.beginRun(wish) }) else { return false }
            do throws(CaptureError) {
                let lost = try applyGraph(starting: true) { _ in isContinued }
                areOpen = true
                state.withLock { state in
                    state.isRunning = true
                    state.news.add(.started(lost))
                }
                return true
            } catch {
                if state.withLock({ $0.isRunFailed(wish) }) { throw error }
                return false
            }
        }
    }

    /// Closes the devices when the session is not to run, or is interrupted; waits for a start that is under way.
    ///
    /// - Parameters:
    ///   - error: why recordings and photos end, if the session was interrupted; `nil` otherwise.
    ///   - run: the number of a run that has failed, and therefore ends although it is wanted.
    ///   - camera: the one whose return starts the session again.
    func endRun(because error: CaptureError? = nil, failed run: Int? = nil, awaiting camera: DeviceID? = nil) {
        let didStop = mayChange(\.isRunning) {
            control.withLock { areOpen in
                guard areOpen, state.withLock({ $0.endsRun(failed: run, awaiting: camera) }) else { return false }
                pipeline.stop(because: error)
                areOpen = false
                state.withLock { state in
                    state.isRunning = false
                    state.lastWorking = nil
                    state.news.add(.stopped)
                }
                return true
            }
        }
        if didStop {
            announceRun()
            hideControlsIfUseless()
        }
    }

    private func announceRun() {
        updateCameras()
        for output in outputs { output.sessionDidChange() }
        tellNews()
    }
}

extension AVCaptureSession.State {
    /// - Returns: whether to open the devices for the wish.
    fileprivate mutating func beginRun(_ wish: RunWish) -> Bool {
        guard self.wish == wish, interruption.reason == nil else { return false }
        runNumber += 1
        deferredStart.isDone = false
        lost = [:]
        return true
    }

    /// - Returns: whether the failure counts; a session that was interrupted meanwhile starts later.
    fileprivate mutating func isRunFailed(_ wish: RunWish) -> Bool {
        guard interruption.reason == nil else { return false }
        if self.wish == wish {
            self.wish.end()
            // udev sets the group of a camera's node a moment after the node appears, and that change is reported
            // again.
            if wish.isResumption { awaitedReturn?.wish = self.wish }
        }
        return true
    }

    fileprivate mutating func endsRun(failed run: Int?, awaiting camera: DeviceID?) -> Bool {
        guard let run else { return !wish.isWanted || interruption.reason != nil }
        guard runNumber == run else { return false }
        wish.end()
        awaitedReturn = camera.map { AwaitedReturn(camera: $0, wish: wish) }
        return true
    }
}
