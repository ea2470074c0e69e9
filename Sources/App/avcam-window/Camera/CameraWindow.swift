import AVCamCore
import GtkSupport

/// The window that shows the camera's picture and captures it.
///
/// Its appearance is in `camera-window.ui` and `style.css`, and its commands are actions (see `addActions`). Each of
/// its parts keeps its widgets in step with the camera.
final class CameraWindow {
    /// Source: GTK, GtkSettings:gtk-double-click-time, its default.
    static let doubleClickTime = Duration.milliseconds(400)

    let camera: any Camera
    let settings: WindowSettings
    let window: Window
    let preview: PreviewView
    let zoom: ZoomLadder
    let gestures: PreviewGestures
    let manual: ManualPanel
    /// What is still being written when a person quits.
    let work = PendingWork()
    // Made when first needed, so that the camera's first picture does not wait for them.
    private var viewer: Viewer?
    private lazy var options = OptionsPanel(interface["options"], of: camera, in: window)
    private var control: CameraControl?

    private let interface = Interface(App.resources + "/camera-window.ui")
    private let toasts: ToastOverlay
    /// The last problem, which may still be on the screen, and the state of the camera when it was shown.
    private var shownProblem: (message: Message, toast: Toast, cameraID: String?, status: CameraStatus)?
    /// What became of a recording, while it is on the screen without the reason, which is old.
    private var shownOutcome: (message: Message, toast: Toast)?
    private var shownToasts = 0
    /// When a recording was last started or stopped.
    var lastVideoPress: ContinuousClock.Instant?
    let announcements: Announcements
    private let stall: StallWatch
    private let status: StatusView
    /// Whether the shutter has had the first focus.
    private var wasFocused = false
    private var isMinimized = false
    private var isVisible = true
    private var isDesktopLocked = false
    private var desktopLock: DesktopLock?
    /// The parts of the window; they live as long as it does.
    private var parts: [AnyObject] = []
    private var observers: [Observer] = []

    init(_ camera: any Camera, _ settings: WindowSettings, in application: Application) {
        self.camera = camera
        self.settings = settings
        window = interface["window"]
        interface.widget("controls").nameButtons()
        interface.widget("mode-switch").describeChoices()
        toasts = interface["toasts"]
        announcements = Announcements(interface, of: camera)
        preview = PreviewView(interface["preview"], of: camera)
        stall = StallWatch(of: camera, preview)
        status = StatusView(interface, of: camera, stall)
        zoom = ZoomLadder(interface, of: camera)
        gestures = PreviewGestures(interface, of: camera, zoom, preview, in: window)
        manual = ManualPanel(interface, of: camera, in: window)
        manual.onOpen = { [announcements] in
            announcements.say(SettingWords.setting(gettext("Manual Controls"), $0))
        }
        manual.onFocus = { [weak application] in application?.setKeys(Keys.exposure, areActive: !$0) }
        parts = [
            CameraLayout(interface), CaptureButtons(interface, of: camera), FeatureBar(interface, of: camera),
            Badges(interface, of: camera),
            SettingAnnouncements(interface, of: camera, settings, zoom) { [announcements] in announcements.say($0) },
            Guides(interface["guides"], of: camera, settings, preview),
            ExposureAids(interface["exposure-aids"], of: camera, settings, preview),
            Sounds(of: camera, settings),
        ]
        application.add(window)
        addActions()
        application.setKeys(Keys.ofCamera)
        parts.append(SuspendGuard(window, of: camera, in: application))
        window.addAction("show-viewer") { [unowned self, unowned application] in openViewer(in: application) }
        follow()
        followMenus(of: application)
        window.ignoreRepeats(of: ["Return", "KP_Enter", "space", "WebCam"])
        window.onVisibilityChange { [weak self] in self?.visibilityChanged($0) }
        desktopLock = DesktopLock { [weak self] in self?.desktopLockChanged($0) }
        addPartsWhenWanted(in: application)
        parts.append(CodeBadge(interface, of: camera, announcements) { [unowned self] in tell($0) })
        if !camera.needsIntroduction { Task { await camera.start() } }
    }

    func present() { window.present() }

    // MARK: Parts made on demand

    private func addPartsWhenWanted(in application: Application) {
        interface.widget("options").onPopup { [unowned self] in _ = options }
        following { [unowned self, unowned application] in
            if camera.controlsAppearance != nil, control == nil { addControl(in: application) }
        }
    }

    /// Opens the options at what the sign of an unusual format tells.
    func showFormat() { options.openAtFormat() }

    private func addControl(in application: Application) {
        control = CameraControl(
            interface, of: camera, say: { [announcements] in announcements.say($0) },
            onFocus: { [weak application] in application?.setKeys(Keys.exposure, areActive: !$0) })
    }

    private func openViewer(in application: Application) {
        if let viewer { return viewer.open() }
        let viewer = Viewer(in: window, interface["places"], of: application, work) { [announcements] in
            announcements.say($0)
        }
        self.viewer = viewer
        following { [unowned self, unowned application] in viewerChanged(in: application) }
        viewer.open()
    }

    // MARK: Keys and focus

    private static let menus = ["flash", "timer", "options", "main-menu", "camera-menu", "silence-badge", "code-badge"]

    /// In an open menu or panel, the space bar belongs to what has the focus.
    private func followMenus(of application: Application) {
        for menu in Self.menus {
            interface.widget(menu).onMenu { [weak self, weak application] isOpen in
                guard self?.isCameraInPlace == true else { return }
                application?.setKeys(isOpen ? Keys.captureInMenus : Keys.capture, for: "win.capture")
            }
        }
    }

    /// The shutter has the first focus, and gets it when the control that had it was disabled or has disappeared. While
    /// there is no picture, the button that helps has it instead.
    private func followFocus() {
        following { [unowned self] in
            if camera.status == .unknown || camera.isSwitching { return }
            // Once it is enabled.
            Task { settleFocus(unlessFocused: wasFocused) }
        }
        window.on("notify::focus-widget") { [weak self] in
            guard let self else { return }
            status.focusMoved(in: window)
            // GTK may still be about to move it.
            Task { [weak self] in self?.settleFocus(unlessFocused: true) }
        }
    }

    private func settleFocus(unlessFocused: Bool) {
        if camera.isSwitching || camera.prefersMinimizedUI || !isCameraInPlace { return }
        let hasLostPage = camera.status == .running && !stall.isStalled && status.takeLostFocus()
        if unlessFocused, !hasLostPage, window.isControlFocused { return }
        if camera.status != .running || stall.isStalled { return wasFocused = status.focus() || wasFocused }
        wasFocused = true
        window.focus(on: interface["shutter"])
    }

    // MARK: Resting

    private var isCameraInPlace: Bool { viewer.map { $0.place == .camera } ?? true }

    /// The camera pauses while nobody can see its picture.
    private func visibilityChanged(_ isVisible: Bool) {
        self.isVisible = isVisible
        restOrResume()
    }

    /// A person in front of a locked desktop must neither see the library nor be seen by the camera, even if windows
    /// are still shown.
    private func desktopLockChanged(_ isLocked: Bool) {
        isDesktopLocked = isLocked
        interface.widget("places").visible = !isLocked
        restOrResume()
    }

    /// While the viewer takes the camera's place, the camera's keys belong to the viewer.
    private func viewerChanged(in application: Application) {
        application.setKeys(Keys.ofCamera, areActive: isCameraInPlace)
        restOrResume()
    }

    private func restOrResume() {
        let isSeen = isVisible && isCameraInPlace && !isDesktopLocked
        guard preview.isPaused == isSeen else { return }
        preview.isPaused = !isSeen
        Task { if isSeen { await camera.resume() } else { await camera.pause() } }
    }

    // MARK: Following the camera

    private func follow() {
        observers = [
            observe { [unowned self] in showActivity() },
            observe { [unowned self] in preview.isFilling = !settings.fitsPreview },
            observe { [unowned self] in if let problem = camera.problem { problemArose(problem) } },
            observe { [unowned self] in followTrouble(camera.status, camera.selectedCameraID) },
        ]
        following { [unowned self] in
            if stall.isStalled { announcements.say(gettext("The Camera Sends No Pictures")) }
        }
        followFocus()
        followActionStates()
    }

    /// Sets the style classes for the mode and activity.
    private func showActivity() {
        window.setClass("video", camera.captureMode == .video)
        window.setClass("recording", camera.captureActivity.isRecording)
        window.setClass("paused", camera.captureActivity.isRecordingPaused)
        window.setClass("flash", camera.shouldFlashScreen)
        window.setClass("switching", camera.isSwitching)
        showMinimized(camera.prefersMinimizedUI)
    }

    /// What has stepped back for the Camera Control can be reached neither with the keyboard nor by a tap.
    private func showMinimized(_ isMinimized: Bool) {
        guard isMinimized != self.isMinimized else { return }
        self.isMinimized = isMinimized
        window.setClass("minimized", isMinimized)
        for name in ["features", "main-menu", "bottom"] {
            let widget = interface.widget(name)
            widget.canFocus = !isMinimized
            widget.setTargetable(!isMinimized)
        }
        // A scroller without a control in it would be a stop without a name.
        interface.widget("rail").focusable = !isMinimized
        // GTK gives the focus of the control that has gone to whatever is next to it.
        if !isMinimized { Task { settleFocus(unlessFocused: false) } }
    }

    /// Shown later: it must not be cleared while it is being observed, and what it is shown with must not be observed too.
    private func problemArose(_ problem: Message) {
        Task {
            show(problem)
            if camera.problem == problem { camera.problem = nil }
        }
    }

    private func show(_ problem: Message) {
        problem.logDetail()
        announcements.say(problem: problem)
        // How a recording ended is said by now, but it may not have been read yet.
        let message = (shownProblem?.message ?? shownOutcome?.message)?.replaced(by: problem) ?? problem
        shownProblem?.toast.dismiss()
        let toast = showToast(message.translated, isProblem: true)
        shownProblem = (message, toast, camera.selectedCameraID, camera.status)
        toast.onDismiss { [weak self, unowned toast] in
            if let self, shownProblem?.toast === toast { shownProblem = nil }
        }
    }

    /// Advice is old when the camera runs again, when another one runs, and when a page says what has happened since.
    /// What became of a recording is still news.
    private func followTrouble(_ status: CameraStatus, _ cameraID: String?) {
        guard let shown = shownProblem, status != shown.status || cameraID != shown.cameraID else { return }
        shown.toast.dismiss()
        shownProblem = nil
        guard shown.message.isOfEndedRecording, var outcome = shown.message.outcome else { return }
        outcome.isOfEndedRecording = true
        let toast = showToast(outcome.translated, isProblem: true)
        shownOutcome = (outcome, toast)
        toast.onDismiss { [weak self, unowned toast] in
            if let self, shownOutcome?.toast === toast { shownOutcome = nil }
        }
    }

    /// Returns when nothing is being written anymore. Until then, a sentence says why the program goes on.
    func finishWork() async {
        guard !work.isEmpty else { return }
        let sentence = gettext("AVCam quits when everything is saved. To quit without saving the rest, quit again.")
        announcements.say(sentence)
        let toast = showToast(sentence, seconds: 0)
        await work.finish()
        toast.dismiss()
    }

    /// Says and shows what has happened.
    func tell(_ sentence: String) {
        announcements.say(sentence)
        _ = showToast(sentence)
    }

    private func showToast(_ sentence: String, seconds: Int = 5, isProblem: Bool = false) -> Toast {
        let place = viewer.map { $0.place == .camera ? toasts : $0.toasts } ?? toasts
        let toast = Toast(sentence, seconds: seconds, isProblem: isProblem)
        // A page with buttons, if there is one, makes room for it.
        shownToasts += 1
        window.setClass("toasting", true)
        toast.onDismiss { [weak self] in
            guard let self else { return }
            shownToasts -= 1
            window.setClass("toasting", shownToasts > 0)
        }
        place.show(toast)
        return toast
    }

    /// Observes one more thing, for as long as the window lives.
    func following(_ body: @escaping @MainActor () -> Void) { observers.append(observe(body)) }
}
