import AVCamCore
import GtkSupport

/// What the user needs to know while capturing: LIVE, the time of a recording, its sound, and problems.
final class Badges {
    /// Those that can be pressed.
    private static let buttons = [
        "format-badge", "lock-badge", "exposure-badge", "manual-badge", "series-badge", "bracket-badge", "speed-badge",
        "silence-badge", "code-badge",
    ]

    private let camera: any Camera
    private let interface: Interface
    private let soundMeter: Widget
    /// The shown sound level, from 0 to 1.
    private var sound = 0.0
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        self.interface = interface
        soundMeter = interface["sound-level"]
        soundMeter.onDraw { [unowned self] in drawSound(on: $0) }
        observers = [
            observe { [unowned self] in showActivity() },
            observe { [unowned self] in showSound() },
            observe { [unowned self] in showSilence() },
            observe { [unowned self] in showStorage() },
            observe { [unowned self] in showPressure() },
            observe { [unowned self] in showCover() },
            observe { [unowned self] in showCountdown() },
            observe { [unowned self] in showBurst() },
            observe { [unowned self] in showSeries() },
            observe { [unowned self] in showBracket() },
            observe { [unowned self] in showSpeed() },
            observe { [unowned self] in showFormat() },
            observe { [unowned self] in showExposure() },
            observe { [unowned self] in showLock() },
            observe { [unowned self] in showManual() },
        ]
        followFocus()
    }

    /// The header's scroller would take the focus itself, and keep it, if nothing in it can have it.
    private func followFocus() {
        let scroller = interface.widget("badges-scroller")
        let badges = Self.buttons.map { interface.widget($0) }
        for badge in badges {
            for property in ["visible", "sensitive"] {
                badge.onChange(of: property) { scroller.canFocus = badges.contains { $0.visible && $0.sensitive } }
            }
        }
    }

    private func showActivity() {
        var recording: RecordingProgress?
        var livePhotos = 0
        switch camera.captureActivity {
        case .idle: break
        case .photoCapture(let progress): livePhotos = progress.livePhotos
        case .movieCapture(let progress): recording = progress
        }
        show("recording-badge", recording != nil)
        show("live-badge", livePhotos > 0)
        interface.widget("recording-time").label = Self.clock(recording?.duration ?? 0)
        // Once a second, because an endless animation would redraw the window sixty times a second.
        let pulse = interface.widget("pulse")
        pulse.visible = recording?.isPaused != true
        show("recording-paused", recording?.isPaused == true)
        pulse.setClass("dim", pulse.isAnimated && Int(recording?.duration ?? 0) % 2 == 1)
        let dropped = recording?.droppedFrames ?? 0
        show("dropped-badge", dropped > 0)
        let count = interface.widget("dropped-count")
        count.label = String(dropped)
        count.setAccessibleLabel(ngettext("%d frame lost", "%d frames lost", dropped))
    }

    private func showSound() {
        let level = camera.soundLevel
        // A failed microphone's last level stays, and beside the struck-out sign it would say the opposite.
        let isShown = level != nil && camera.soundProblem == nil && camera.captureMode == .video && isRunning
        show("microphone-badge", isShown)
        guard let level else { return }
        // Rounded to what can be seen, because each change redraws a part of the window.
        let new = (SoundLevel.position(of: level.average) * 32).rounded() / 32
        guard new != sound else { return }
        sound = new
        soundMeter.redraw()
    }

    /// A struck-out microphone, whose popover says why and tries again.
    private func showSilence() {
        show("silence-badge", camera.soundProblem != nil && isRunning)
        guard let problem = camera.soundProblem else { return }
        interface.widget("silence-reason").label = problem.translated
        problem.showDetail(in: interface["silence-details"], interface["silence-detail"])
    }

    /// GTK's level bar would lay out the whole window again for each change.
    private func drawSound(on canvas: Canvas) {
        let (radius, middle) = (canvas.height / 2, canvas.height / 2)
        let length = canvas.width - 2 * radius
        let start = Point(x: soundMeter.isRightToLeft ? canvas.width - radius : radius, y: middle)
        func bar(_ share: Double, _ color: Canvas.Color) {
            let end = start.x + (soundMeter.isRightToLeft ? -share : share) * length
            canvas.line(from: start, to: Point(x: end, y: middle), thickness: canvas.height, color)
        }
        bar(1, .white(0.25))
        if sound > 0 { bar(sound, .green) }
    }

    private func showStorage() {
        show("disk-badge", camera.storage?.isLow == true)
        guard let storage = camera.storage, storage.isLow else { return }
        interface.widget("disk-room").label =
            storage.recordingSeconds.map { filled(gettext("%s left"), Self.clock($0)) }
            ?? filled(gettext("%d MB left"), storage.freeBytes / 1_000_000)
    }

    private func showPressure() {
        show("pressure-badge", camera.pressure >= .serious && isRunning)
        let isCritical = camera.pressure >= .critical
        interface.widget("pressure-text").label = isCritical ? gettext("Too Hot") : gettext("Hot")
        interface.widget("pressure-badge").tooltipText =
            isCritical
            ? gettext("The camera will stop soon; let the device cool down")
            : gettext("The camera is slowing down; a lower frame rate helps")
    }

    /// A black picture explains nothing.
    private func showCover() {
        show("cover-hint", camera.cameraSettings.isCovered && isRunning)
    }

    private func showCountdown() {
        let label = interface.widget("countdown")
        label.visible = camera.countdown != nil
        label.label = camera.countdown.map(String.init) ?? ""
    }

    private func showBurst() {
        let count = camera.burst?.count ?? 0
        show("burst-badge", count > 0)
        if count > 0 { interface.widget("burst-badge").label = ngettext("%d photo", "%d photos", count) }
    }

    /// A press starts a series as long as an interval is set, so it is seen.
    private func showSeries() {
        let interval = camera.seriesInterval
        let isShown = isRunning && camera.captureMode == .photo && (interval != .off || camera.series != nil)
        show("series-badge", isShown)
        guard isShown else { return }
        let every = ngettext("Every second", "Every %d s", interval.seconds)
        let count = camera.series.map { ngettext("%d photo", "%d photos", $0.count) }
        let words = [every, count].compactMap { $0 }
        let badge = interface.widget("series-badge")
        badge.label = words.joined(separator: " · ")
        let tooltip =
            camera.series == nil ? gettext("Take Single Photos") : gettext("End the Series and Take Single Photos")
        badge.setTooltip(tooltip, name: filled(gettext("%s, %s"), tooltip, words.joined(separator: ", ")))
    }

    /// A press takes several photos as long as a bracket is chosen, so it is seen.
    private func showBracket() {
        let bracket = Bracket(camera.photoFeatures.bracket)
        let isShown = isRunning && camera.captureMode == .photo && !bracket.exposures.isEmpty
        show("bracket-badge", isShown && camera.capabilities.canTake(bracket: bracket.exposures))
        guard isShown else { return }
        let badge = interface.widget("bracket-badge")
        badge.label = bracket.label
        let tooltip = gettext("Turn Off Bracketing")
        badge.setTooltip(tooltip, name: filled(gettext("%s, %s"), tooltip, bracket.label))
    }

    /// A movie of another speed has no sound, so it is seen before it is recorded.
    private func showSpeed() {
        let speed = camera.movieSpeedInUse
        let isShown = isRunning && camera.captureMode == .video && speed != .normal && !camera.isQuickTaking
        show("speed-badge", isShown)
        guard isShown else { return }
        let badge = interface.widget("speed-badge")
        badge.label = speed.brief
        let tooltip = gettext("Record at Normal Speed")
        badge.setTooltip(tooltip, name: filled(gettext("%s, %s"), tooltip, speed.label))
    }

    /// RAW photos, and movies of another size or frame rate: the options tell it only when they are open. A press opens
    /// them there.
    private func showFormat() {
        var words: (brief: String, full: String)?
        if let format = camera.rawFormatInUse {
            words = (format.label, format.label)
        } else if let format = camera.chosenVideoFormatInUse {
            let rate = filled(gettext("%d per second"), format.frameRate)
            words = ("\(format.sizeName) · \(format.frameRate)", filled(gettext("%s, %s"), format.sizeName, rate))
        }
        show("format-badge", words != nil && isRunning)
        guard let words else { return }
        let badge = interface.widget("format-badge")
        badge.label = LocalText.inOrder(words.brief)
        let tooltip = gettext("Choose Another Format")
        badge.setTooltip(tooltip, name: filled(gettext("%s, %s"), tooltip, words.full))
    }

    // MARK: What a person has changed

    /// It is seen as long as it lasts, and there is a picture that it is for.
    private func showExposure() {
        let bias =
            isRunning ? MediaText.exposureBias(Double(camera.cameraSettings.exposureBias)).map(LocalText.decimals) : nil
        show("exposure-badge", bias != nil)
        guard let bias else { return }
        interface.widget("exposure-value").label = LocalText.inOrder(bias)
        let tooltip = gettext("Reset the Exposure")
        interface.widget("exposure-badge").setTooltip(tooltip, name: filled(gettext("%s, %s"), tooltip, bias))
    }

    private func showLock() {
        let lock = isRunning ? camera.lock : []
        show("lock-badge", !lock.isEmpty)
        let badge = interface.widget("lock-badge")
        switch lock {
        case .exposure:
            badge.label = gettext("AE Lock")
            badge.setTooltip(gettext("Unlock Exposure"))
        case .focus:
            badge.label = gettext("AF Lock")
            badge.setTooltip(gettext("Unlock Focus"))
        default:
            badge.label = gettext("AE/AF Lock")
            badge.setTooltip(gettext("Unlock Focus and Exposure"))
        }
    }

    private func showManual() {
        let values = isRunning ? camera.manual : [:]
        show("manual-badge", !values.isEmpty)
        if values.isEmpty { return }
        let badge = interface.widget("manual-badge")
        let set = ManualControl.allCases.compactMap { control in values[control].map { (control, $0) } }
        badge.label = LocalText.inOrder(set.map { $0.briefly($1) }.joined(separator: "  "))
        let tooltip = gettext("Return to Automatic")
        let names = set.map { filled(gettext("%s, %s"), $0.name, $0.text($1)) }
        badge.setTooltip(tooltip, name: filled(gettext("%s, %s"), tooltip, names.joined(separator: ", ")))
    }

    private var isRunning: Bool { camera.status == .running }

    private func show(_ id: String, _ isShown: Bool) { interface.widget(id).visible = isShown }

    /// `01:05`; from an hour on `1:01:05`.
    static func clock(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return seconds < 3600 ? minutes : "\(seconds / 3600):\(minutes)"
    }
}
