import AVCamCore
import GtkSupport

/// Names the code in the picture; its popover says what it says and what can be done about it.
///
/// Nothing is opened or joined by itself: a person sees first where a link leads.
final class CodeBadge {
    private let camera: any Camera
    private let window: Window
    private let button: Widget
    private let text: Widget
    private let heading: Widget
    private let open: Widget
    private let join: Widget
    private let copy: Widget
    private let announcements: Announcements
    private let tell: (String) -> Void
    /// What the badge shows: the code stays while its popover is open.
    private var code: FoundCode?
    private var isOpen = false
    private var observers: [Observer] = []

    /// - Parameter tell: shows a sentence.
    init(
        _ interface: Interface, of camera: any Camera, _ announcements: Announcements,
        tell: @escaping (_ sentence: String) -> Void
    ) {
        self.camera = camera
        self.announcements = announcements
        self.tell = tell
        window = interface["window"]
        button = interface["code-badge"]
        text = interface["code-text"]
        heading = interface["code-heading"]
        open = interface["open-code"]
        join = interface["join-code"]
        copy = interface["copy-code"]
        button.onMenu { [weak self] isOpen in
            self?.isOpen = isOpen
            if !isOpen { self?.show() }
        }
        addActions()
        observers = [observe { [unowned self] in show() }]
    }

    private func addActions() {
        window.addAction("code") { [weak self] in if let self, code != nil { button.openMenu() } }
        window.addAction("open-code") { [weak self] in self?.openLink() }
        window.addAction("copy-code") { [weak self] in self?.copyText() }
        window.addAction("join-code") { [weak self] in self?.joinNetwork() }
        for action in ["code", "open-code", "copy-code", "join-code"] { window.setEnabled(false, action: action) }
    }

    private func show() {
        let isRunning = camera.status == .running
        let new = isRunning ? camera.foundCode : nil
        if isOpen, isRunning { return }
        guard new != code else { return }
        let isNews = new != nil
        code = new
        button.visible = isNews
        for action in ["code", "copy-code"] { window.setEnabled(isNews, action: action) }
        guard let code else { return }
        let kind = Self.kind(of: code)
        // A menu button has one line for its label.
        button.label = Self.shortened(code.title)
        button.setAccessibleName(filled(gettext("%s, %s"), kind, code.title))
        heading.label = kind
        text.label = Self.words(of: code)
        offer(code)
        announcements.say(filled(gettext("%s, %s"), kind, code.title))
    }

    private func offer(_ code: FoundCode) {
        var (isLink, isNetwork) = (false, false)
        switch code.content {
        case .link: isLink = true
        case .wirelessNetwork: isNetwork = true
        case .text: break
        }
        open.visible = isLink
        join.visible = isNetwork
        window.setEnabled(isLink, action: "open-code")
        window.setEnabled(isNetwork, action: "join-code")
        copy.label = isNetwork ? gettext("Copy the Password") : pgettext("code", "Copy")
    }

    // MARK: What can be done

    private func openLink() {
        guard let code, case .link(let url) = code.content else { return }
        button.closeMenu()
        Desktop.open(uri: url.absoluteString, for: window) { [tell] _ in
            tell(gettext("No program opens this link; copy it instead."))
        }
    }

    private func copyText() {
        guard let code else { return }
        button.closeMenu()
        if case .wirelessNetwork(let network) = code.content {
            window.copy(network.password)
        } else {
            window.copy(code.text)
        }
        tell(gettext("Copied to the clipboard"))
    }

    private func joinNetwork() {
        guard let code, case .wirelessNetwork(let network) = code.content else { return }
        button.closeMenu()
        let key: WirelessConnection.Key =
            switch network.security {
            case .open: .none
            case .wep: .wep(network.password)
            case .wpa: .wpa(network.password)
            case .sae: .sae(network.password)
            }
        WirelessConnection.join(network.name, key, isHidden: network.isHidden) { [window, tell] answer in
            switch answer {
            case .joining: tell(filled(gettext("Connecting to %s"), network.name))
            case .failed(let failure): tell(filled(Self.sentence(failure), network.name))
            case .refused:
                window.copy(network.password)
                tell(gettext("AVCam cannot join the network here; its password is on the clipboard."))
            }
        }
    }

    // MARK: Words

    /// Says why the network `%s` was not joined.
    private static func sentence(_ failure: WirelessConnection.Failure) -> String {
        switch failure {
        case .wrongPassword: gettext("%s does not accept the password of the code.")
        case .brokenOff: gettext("%s ended the connection; the password of the code may be wrong.")
        case .outOfReach: gettext("%s is out of reach.")
        case .other: gettext("%s could not be joined.")
        }
    }

    private static func kind(of code: FoundCode) -> String {
        switch code.content {
        case .link: gettext("Link")
        case .wirelessNetwork: gettext("Wi-Fi Network")
        case .text: gettext("Code")
        }
    }

    /// The whole link, so that its end is seen too; a password is not shown.
    private static func words(of code: FoundCode) -> String {
        if case .wirelessNetwork(let network) = code.content { return network.name }
        return shortened(code.text, to: 400)
    }

    private static func shortened(_ text: String, to length: Int = 24) -> String {
        text.count > length ? text.prefix(length - 1) + "…" : text
    }
}
