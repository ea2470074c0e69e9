import CaptureEngine
import Foundation

/// Whether the app wants the session to run.
///
/// What starts the session is given the wish that it fulfils, and looks again, with `control` held, whether that one
/// still holds: one that has ended never becomes the present one again.
struct RunWish: Equatable {
    private(set) var isWanted = false
    /// Whether a camera that is back has started the session, and not the app.
    private(set) var isResumption = false
    private var endings = 0

    /// The app has started the session, or a camera that is back does. Returns the wish that holds now.
    mutating func begin(resuming: Bool = false) -> RunWish {
        // A resumption can still fail, which must not end what the app has asked for meanwhile.
        if isWanted, isResumption, !resuming { end() }
        isResumption = resuming && (isResumption || !isWanted)
        isWanted = true
        return self
    }

    /// The app has stopped the session, or a failure has.
    mutating func end() {
        isWanted = false
        isResumption = false
        endings += 1
    }
}

/// The camera that a run has lost as its last: the session starts again when it is back.
///
/// The wish is the one that ended with the run. It is the session's only until the app starts or stops it.
struct AwaitedReturn {
    let camera: DeviceID
    fileprivate(set) var wish: RunWish
}

extension AVCaptureSession {
    /// Opens the devices, unless the wish has ended, the session is interrupted or a commit is to come, which looks again.
    ///
    /// - Parameter isContinued: whether the session has run before and goes on: with what can be opened.
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
            post(AVError(error, in: world))
        }
    }

    /// Starts what could not start before a commit.
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

    /// Closes the devices when the session is not to run, or not now; waits for a start that is under way.
    ///
    /// - Parameters:
    ///   - error: why recordings and photos end, when it is not that the app wants it.
    ///   - run: the number of a run that has failed: it ends although it is wanted.
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
    /// - Returns: whether the devices shall be opened for the wish.
    fileprivate mutating func beginRun(_ wish: RunWish) -> Bool {
        guard self.wish == wish, interruption.reason == nil else { return false }
        runNumber += 1
        deferredStart.isDone = false
        lost = [:]
        return true
    }

    /// - Returns: whether the failure ends the wish; what was interrupted meanwhile starts later.
    fileprivate mutating func isRunFailed(_ wish: RunWish) -> Bool {
        guard interruption.reason == nil else { return false }
        if self.wish == wish {
            self.wish.end()
            // The node of a camera is given to its group a moment after it came, which is news once more.
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
