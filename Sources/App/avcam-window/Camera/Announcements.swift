import AVCamCore
import AVCamLinux
import GtkSupport

/// Tells a screen reader what happens where it is not looking: captures, countdown, changes of the exposure,
/// interruptions, problems.
final class Announcements {
    /// How long a value must stay to be said.
    private static let rest = Duration.milliseconds(300)

    private let camera: any Camera
    private let window: Widget
    private var saying: Task<Void, Never>?
    private var lastPhotoCount = 0
    private var lastCountdown: Int?
    private var lastBias: String?
    private var lastLock = CameraLock()
    private var wasManual = false
    private var wasRecording = false
    private var wasPaused = false
    private var wasCovered = false
    private var lastStatus: CameraStatus?
    private var lastSilence: Message?
    private var lastBurst: BurstProgress?
    private var lastSeries: SeriesProgress?
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        window = interface["window"]
        observers = [
            observe { [unowned self] in photoCountChanged(camera.savedPhotoCount) },
            observe { [unowned self] in burstChanged(camera.burst) },
            observe { [unowned self] in seriesChanged(camera.series) },
            observe { [unowned self] in countdownChanged(camera.countdown) },
            observe { [unowned self] in recordingChanged(camera.captureActivity.isRecording) },
            observe { [unowned self] in pauseChanged(camera.captureActivity.isRecordingPaused) },
            observe { [unowned self] in statusChanged(camera.status) },
            observe { [unowned self] in lockChanged(camera.lock) },
            observe { [unowned self] in manualChanged(!camera.manual.isEmpty, isSwitching: camera.isSwitching) },
            observe { [unowned self] in
                let bias = MediaText.exposureBias(Double(camera.cameraSettings.exposureBias))
                biasChanged(bias.map(LocalText.decimals))
            },
            observe { [unowned self] in coverChanged(camera.cameraSettings.isCovered) },
            observe { [unowned self] in silenceChanged(camera.soundProblem) },
        ]
    }

    /// The shutter's sound tells when; words would be a lie before the photo is saved.
    private func photoCountChanged(_ count: Int) {
        let new = count - lastPhotoCount
        lastPhotoCount = count
        if new == 1 { say(gettext("Photo taken")) }
        if new > 1 { say(ngettext("%d photo taken", "%d photos taken", new)) }
    }

    private func countdownChanged(_ seconds: Int?) {
        guard seconds != lastCountdown else { return }
        lastCountdown = seconds
        if let seconds { say(String(seconds)) }
    }

    /// Its photos are counted once, when all are saved.
    private func burstChanged(_ burst: BurstProgress?) {
        defer { lastBurst = burst }
        if burst != nil, lastBurst == nil { say(gettext("Burst started")) }
        guard burst == nil, let count = lastBurst?.count, count > 0 else { return }
        say(ngettext("%d photo taken", "%d photos taken", count))
    }

    /// Each photo has an announcement of its own.
    private func seriesChanged(_ series: SeriesProgress?) {
        defer { lastSeries = series }
        if series != nil, lastSeries == nil { say(gettext("Series started")) }
        if series == nil, lastSeries != nil { say(gettext("Series ended")) }
    }

    private func recordingChanged(_ isRecording: Bool) {
        guard isRecording != wasRecording else { return }
        wasRecording = isRecording
        say(isRecording ? gettext("Recording started") : gettext("Recording stopped"))
    }

    private func pauseChanged(_ isPaused: Bool) {
        guard isPaused != wasPaused else { return }
        wasPaused = isPaused
        // The end of a recording is said already.
        if camera.captureActivity.isRecording {
            say(isPaused ? gettext("Recording paused") : gettext("Recording continued"))
        }
    }

    private func lockChanged(_ lock: CameraLock) {
        guard lock != lastLock else { return }
        lastLock = lock
        switch lock {
        case []: say(gettext("Unlocked"))
        case .exposure: say(gettext("Exposure locked"))
        case .focus: say(gettext("Focus locked"))
        default: say(gettext("Focus and exposure locked"))
        }
    }

    /// The sliders say the values themselves. What ends with the camera or the mode is said by a message.
    private func manualChanged(_ isManual: Bool, isSwitching: Bool) {
        guard isManual != wasManual else { return }
        wasManual = isManual
        if !isManual, !isSwitching { say(gettext("Everything is automatic")) }
    }

    private func biasChanged(_ bias: String?) {
        guard bias != lastBias else { return }
        lastBias = bias
        saying?.cancel()
        // The Camera Control's slider says it itself.
        if camera.controlsAppearance != nil { return }
        saying = Task { [weak self] in
            try? await Task.sleep(for: Self.rest)
            if Task.isCancelled { return }
            self?.say(bias.map { filled(gettext("Exposure %s"), $0) } ?? gettext("Exposure reset"))
        }
    }

    private func statusChanged(_ status: CameraStatus) {
        // A start without trouble is what everybody expects.
        defer { if status != .unknown { lastStatus = status } }
        guard status != lastStatus else { return }
        switch status {
        case .unknown: break
        case .running: if lastStatus != nil { say(gettext("The camera is ready")) }
        case .noCamera: say(gettext("No Camera Found") + ". " + gettext("Plug in a camera; it starts by itself."))
        case .unauthorized:
            say(gettext("Camera Access Denied") + ". " + gettext(PermissionHelp.forCamera.sentence))
        case .failed(let reason): sayFailure(reason, status)
        case .interrupted(let reason):
            let reason = reason.map { ". " + gettext($0.sentence) } ?? ""
            say(gettext("The Camera Is Paused") + reason)
        }
    }

    /// Another camera may take over from one that was unplugged: then nothing has failed.
    private func sayFailure(_ reason: Message, _ status: CameraStatus) {
        Task { [weak self] in
            repeat { try? await Task.sleep(for: Self.rest) } while self?.camera.isSwitching == true
            guard let self, camera.status == status else { return }
            say(gettext("The Camera Failed") + ". " + reason.translated)
        }
    }

    private func coverChanged(_ isCovered: Bool) {
        // A camera that was interrupted or has failed says nothing about its cover.
        guard camera.status == .running, isCovered != wasCovered else { return }
        wasCovered = isCovered
        say(
            isCovered ? gettext("The camera is covered; open its privacy shutter.") : gettext("The camera is uncovered")
        )
    }

    private func silenceChanged(_ reason: Message?) {
        defer { lastSilence = reason }
        guard reason != lastSilence else { return }
        if let reason {
            say(gettext("Sound Is Not Recorded") + ". " + reason.translated)
        } else if wasRecording {
            // Before a recording, sound is what everybody expects.
            say(gettext("Sound is recorded again"))
        }
    }

    /// Says what went wrong. What has stopped the camera or its sound is said already; what became of the capture is still
    /// news.
    func say(problem: Message) {
        if let outcome = problem.outcome, isSaid(problem) {
            say(outcome.translated)
        } else {
            say(problem.translated)
        }
    }

    private func isSaid(_ problem: Message) -> Bool {
        if case .interrupted(let reason?) = lastStatus, reason.sentence == problem.format { return true }
        return lastSilence.map { ($0.format, $0.values) == (problem.format, problem.values) } ?? false
    }

    /// Says it, whatever the window shows.
    func say(_ message: String) { window.announce(message) }
}
