import AVCamCore
import AVCamLinux
import GtkSupport

/// Shown instead of the preview while there is no picture: why, and what to do.
final class StatusView {
    /// In layout units. Lower windows have room only for smaller pages.
    private static let roomyHeight = 640
    private static let lowHeight = 420
    /// How long a camera may take to start before a message appears.
    private static let delay = Duration.milliseconds(300)

    private static let pageNames = ["starting", "no-camera", "denied", "failed", "interrupted", "stalled"]

    private let camera: any Camera
    private let stall: StallWatch
    private let place: Widget
    private let window: Widget
    /// Zoom and mode, which cannot be chosen without a camera. They make room for the page.
    private let choices: Widget
    /// Made when there is first something to say.
    private lazy var interface = makePages()
    private var pages: Widget { interface["pages"] }
    private var isPatient = true
    private var hadFocus = false
    private var observer: Observer?

    init(_ window: Interface, of camera: any Camera, _ stall: StallWatch) {
        self.camera = camera
        self.stall = stall
        place = window["status"]
        self.window = window["window"]
        choices = window["choices"]
        observer = observe { [unowned self] in show() }
        Task { [weak self] in
            try await Task.sleep(for: Self.delay)
            self?.isPatient = false
            self?.show()
        }
    }

    private func makePages() -> Interface {
        let interface = Interface(App.resources + "/status-pages.ui")
        interface.widget("starting-spinner").spinWhileSeen()
        let help = PermissionHelp.forCamera
        interface.widget("denied-page").description = Markup.escaped(gettext(help.sentence))
        interface.widget("permission-command").label = help.command ?? ""
        interface.widget("copy-command").visible = help.command != nil
        if let command = help.command { interface.widget("copy-command").setAccessibleDescription(command) }
        interface.widget("pages").nameLabelledButtons()
        place.child = interface.widget("pages") as Object?
        window.onChange(of: "default-height") { [weak self] in self?.setSize(of: interface) }
        return interface
    }

    private func setSize(of interface: Interface) {
        let height: Int = window.defaultHeight
        for name in Self.pageNames {
            let page = interface.widget(name + "-page")
            page.setClass("compact", height < Self.roomyHeight)
            page.setClass("low", height < Self.lowHeight)
        }
    }

    private func show() {
        switch camera.status {
        case .running where stall.isStalled: pages.showPage("stalled")
        case .running:
            place.visible = false
            choices.visible = true
            return
        case .unknown:
            if isPatient || camera.needsIntroduction { return }
            pages.showPage("starting")
        case .noCamera: pages.showPage("no-camera")
        case .unauthorized: pages.showPage("denied")
        case .failed(let reason):
            describe("failed", reason.translated)
            reason.showDetail(in: interface["failed-details"], interface["failed-detail"])
            pages.showPage("failed")
        case .interrupted(let reason):
            let reason = reason.map { gettext($0.sentence) }
            describe("interrupted", reason ?? gettext("Another program is using it."))
            pages.showPage("interrupted")
        }
        place.visible = true
        choices.visible = false
    }

    /// Gives the focus to the first button of the page, if one is shown.
    ///
    /// - Returns: whether there is one. The page of a camera that starts has none: a press of the shutter's key that
    ///   comes too early must not quit.
    func focus() -> Bool {
        guard place.visible else { return false }
        let page: String = pages.visibleChildName
        guard page != "starting", let buttons = interface.widget(page + "-page").child as Widget? else { return false }
        // The page itself scrolls, and would take the focus.
        return buttons.focusFirst()
    }

    /// To be called when the window's focus has moved.
    func focusMoved(in window: Window) {
        // From a page that disappears, GTK moves it to whatever is next.
        if place.visible { hadFocus = window.isFocused(in: place) }
    }

    /// Forgets that a page had the focus.
    ///
    /// - Returns: whether the page that was shown last had it; now it is elsewhere.
    func takeLostFocus() -> Bool {
        defer { hadFocus = false }
        return hadFocus
    }

    private func describe(_ page: String, _ sentence: String) {
        interface.widget(page + "-page").description = Markup.escaped(sentence)
    }
}
