import AVCamCore
import GtkSupport

/// Tells a screen reader what happens where it is not looking: captures, countdown, interruptions, problems.
final class Announcements {
    /// How long an announcement can be found, for those who have missed it.
    private static let delay = Duration.seconds(6)

    private let camera: any Camera
    private let window: Widget
    /// A live region, for screen readers on GTK before 4.14.
    private let region: Widget
    private var clearing: Task<Void, Never>?
    private var wasRecording = false
    private var lastStatus: CameraStatus?
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        window = interface["window"]
        region = interface["announcement"]
        observers = [
            observe { [unowned self] in if camera.shouldFlashScreen { say(gettext("Photo taken")) } },
            observe { [unowned self] in if let seconds = camera.countdown { say(String(seconds)) } },
            observe { [unowned self] in recordingChanged(camera.captureActivity.isRecording) },
            observe { [unowned self] in statusChanged(camera.status) },
            observe { [unowned self] in if !camera.lock.isEmpty { say(gettext("Focus and exposure locked")) } },
            observe { [unowned self] in if let problem = camera.problem { say(problem.translated) } },
        ]
    }

    private func recordingChanged(_ isRecording: Bool) {
        guard isRecording != wasRecording else { return }
        wasRecording = isRecording
        say(isRecording ? gettext("Recording started") : gettext("Recording stopped"))
    }

    private func statusChanged(_ status: CameraStatus) {
        // A start without trouble is what everybody expects.
        defer { if status != .unknown { lastStatus = status } }
        guard status != lastStatus else { return }
        switch status {
        case .unknown: break
        case .running: if lastStatus != nil { say(gettext("The camera is ready")) }
        case .noCamera: say(gettext("No Camera Found"))
        case .unauthorized: say(gettext("Camera Access Denied"))
        case .failed(let reason): say(gettext("The Camera Failed") + ". " + reason.translated)
        case .interrupted(let reason):
            let reason = reason.map { ". " + gettext($0.sentence) } ?? ""
            say(gettext("The Camera Is Paused") + reason)
        }
    }

    private func say(_ message: String) {
        if window.announce(message) { return }
        // Shown again, because an alert is read when it appears.
        region.visible = false
        region.label = message
        region.visible = true
        clearing?.cancel()
        clearing = Task { [region] in
            try? await Task.sleep(for: Self.delay)
            if !Task.isCancelled { region.visible = false }
        }
    }
}
