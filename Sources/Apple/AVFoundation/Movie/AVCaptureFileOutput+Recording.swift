import CaptureEngine
import Foundation

/// How a recording begins and ends, whatever it consists of.
extension AVCaptureFileOutput {
    /// Begins a recording, or tells the delegate why it cannot.
    ///
    /// - Parameter makeWriter: creates the file, on the recording's thread. It holds the settings from the start of the
    ///   recording; later changes do not count.
    func record(
        to url: URL, _ delegate: any AVCaptureFileOutputRecordingDelegate,
        makeWriter: @escaping Recording.WriterFactory
    ) {
        guard url.isFileURL else { raiseException("\(startMethod) \(url) is not a file URL") }
        let connections = connectionsToRecord
        if connections.allSatisfy({ $0.mediaType == .metadata }) {
            raiseException("\(startMethod) No active/enabled connections")
        }
        let new = Active(
            recording: makeRecording(to: url, connections, makeWriter), url: url, delegate: delegate,
            connections: connections)
        if let refusal = refusal(url, connections) ?? begin(new) {
            let error = report(refusal, Recording.Progress(), new.url)
            delegateQueue.async { [self] in
                new.delegate.fileOutput(self, didFinishRecordingTo: new.url, from: new.connections, error: error)
            }
        }
    }

    private func makeRecording(
        to url: URL, _ connections: [AVCaptureConnection], _ makeWriter: @escaping Recording.WriterFactory
    ) -> Recording {
        Recording(
            configuration(of: url, connections), limits: recordingLimits, makeWriter: makeWriter,
            onStart: { [weak self] time in self?.recordingStarted(at: time) },
            onEvent: { [weak self] event in self?.recordingPassed(event) },
            onFinish: { [self] error in recordingFinished(error) })
    }

    private func refusal(_ url: URL, _ connections: [AVCaptureConnection]) -> CaptureError? {
        let devices = connections.compactMap { $0.inputPorts.first?.device }
        if let gone = devices.first(where: { !$0.isConnected && $0.mediaType == .video }) {
            return CaptureError(.deviceDisconnected, "\(gone.localizedName) was unplugged", device: gone.id)
        }
        if session?.isRunning != true {
            return CaptureError(.sessionNotRunning, "The capture session is not running: start it before a recording")
        }
        if !replacesFile, FileManager.default.fileExists(atPath: url.path) {
            return CaptureError(.fileExists, "\(url.path) already exists: remove it or choose another name")
        }
        return nil
    }

    /// - Returns: why the recording cannot begin.
    private func begin(_ new: Active) -> CaptureError? {
        // Checked first, so that observers are not notified when the recording is refused.
        guard !isRecording, changing(\.isRecording, { claim(new) }) else {
            return CaptureError(.alreadyRecording, "A recording is already in progress: stop it before the next one")
        }
        recordingBegins(new.connections)
        new.recording.start()
        session?.routesChanged()
        endWithoutFrames()
        return nil
    }

    private func claim(_ new: Active) -> Bool {
        let delays = new.connections.compactMap { $0.inputPorts.first?.device?.surroundings.delaySleep() }
        return active.withLock { active in
            guard active == nil else { return false }
            active = new
            active?.sleepDelays = delays
            return true
        }
    }

    /// A recording that began just after the last frame would wait forever.
    func endWithoutFrames() {
        let isLive =
            session?.isRunning == true && connections.contains { $0.mediaType != .metadata && $0.isActive }
        if !isLive { active.withLock { $0 }?.recording.stopWaiting() }
    }

    private func recordingStarted(at time: CMTime) {
        guard let active = active.withLock({ $0 }) else { return }
        delegateQueue.async { [self] in
            active.delegate.fileOutput(
                self, didStartRecordingTo: active.url, startPTS: time, from: active.connections)
        }
    }

    private func recordingPassed(_ event: Recording.Event) {
        guard let active = active.withLock({ $0 }) else { return }
        delegateQueue.async { [self] in
            switch event {
            case .paused: active.delegate.fileOutput(self, didPauseRecordingTo: active.url, from: active.connections)
            case .resumed: active.delegate.fileOutput(self, didResumeRecordingTo: active.url, from: active.connections)
            }
        }
    }

    private func recordingFinished(_ error: CaptureError?) {
        let ended = changing(\.isRecording) {
            active.withLock { active in
                defer { active = nil }
                return active
            }
        }
        guard let ended else { return }
        recordingEnded(ended.connections)
        let progress = ended.recording.progress
        lastProgress.withLock { $0 = progress }
        session?.routesChanged()
        let reported = error.map { report($0, progress, ended.url) }
        delegateQueue.async { [self] in
            defer { withExtendedLifetime(ended.sleepDelays) {} }
            ended.delegate.fileOutput(
                self, didFinishRecordingTo: ended.url, from: ended.connections, error: reported)
        }
    }

    private func report(_ error: CaptureError, _ progress: Recording.Progress, _ url: URL) -> AVError {
        // On a disk that was full from the start there is no file, even though frames were counted.
        let isPlayable = progress.frames > 0 && FileManager.default.fileExists(atPath: url.path)
        return AVError(
            error, in: world,
            userInfo: [
                AVErrorRecordingSuccessfullyFinishedKey: isPlayable,
                AVErrorTimeKey: progress.duration,
                AVErrorFileSizeKey: progress.fileSize,
            ])
    }
}
