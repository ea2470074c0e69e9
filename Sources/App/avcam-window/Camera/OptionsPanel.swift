import AVCamCore
import GtkSupport

/// All other settings of the current mode, behind a button of the feature bar.
final class OptionsPanel {
    private let camera: any Camera
    private let button: Widget
    private let interface = Interface(App.resources + "/options-panel.ui")
    private let format: ChoiceMenu
    private let size: ChoiceMenu
    private let bracket: ChoiceMenu
    private let interval: ChoiceMenu
    private let resolution: ChoiceMenu
    private let frameRate: ChoiceMenu
    private let speed: ChoiceMenu
    private let microphone: ChoiceMenu
    private var observers: [Observer] = []

    /// In layout units: what the header bar and the panel's own edge need.
    private static let margin = 90
    /// The same beside it.
    private static let sideMargin = 24
    /// Rows whose control is as wide as the words on it.
    private static let wideRows = [
        "quality", "format", "size", "aspect", "bracket", "interval", "speed", "resolution", "frame-rate", "microphone",
    ].map { $0 + "-row" }
    /// Buttons side by side.
    private static let groups = ["quality", "aspect"]

    init(_ button: Widget, of camera: any Camera, in window: Window) {
        self.camera = camera
        self.button = button
        format = ChoiceMenu(interface["format"], action: "win.format")
        size = ChoiceMenu(interface["size"], action: "win.size")
        bracket = ChoiceMenu(interface["bracket"], action: "win.bracket")
        interval = ChoiceMenu(interface["interval"], action: "win.interval")
        resolution = ChoiceMenu(interface["resolution"], action: "win.resolution")
        frameRate = ChoiceMenu(interface["frame-rate"], action: "win.frame-rate")
        speed = ChoiceMenu(interface["speed"], action: "win.speed")
        microphone = ChoiceMenu(interface["microphone"], action: "win.microphone")
        interface.widget("panel").describeChoices()
        interface.widget("panel").focusChosenWhenShown()
        button.popover = interface["panel"] as Object?
        interface.widget("panel").closeOnPressOutside()
        button.onMenu { [weak self, unowned window] isOpen in if isOpen { self?.fit(into: window) } }
        observers = [
            observe { [unowned self] in showRows() },
            observe { [unowned self] in showPhoto() },
            observe { [unowned self] in showVideo() },
            observe { [unowned self] in showMicrophones() },
        ]
    }

    /// Large fonts, and long names, need more width than a phone has: then controls are below their names, and buttons
    /// below each other. What still does not fit is scrolled to.
    private func fit(into window: Window) {
        let (rows, scroller) = (interface.widget("rows"), interface.widget("scroller"))
        let room = window.width - Self.sideMargin
        for name in Self.wideRows + Self.groups { interface.widget(name).orientation = 0 }
        for names in [Self.wideRows, Self.groups] where rows.naturalWidth > room {
            for name in names { interface.widget(name).orientation = 1 }
        }
        scroller.maxContentWidth = max(room, Self.sideMargin)
        scroller.maxContentHeight = max(window.height - Self.margin, Self.margin)
    }

    /// Opens it with the focus on the format of photos, or on what of the movies' format is unusual.
    func openAtFormat() {
        button.openMenu()
        // By itself, it is on the first choice.
        choiceOfFormat.button.grabFocus()
    }

    private var choiceOfFormat: ChoiceMenu {
        if camera.captureMode == .photo { return format }
        return camera.hasUsualVideoSize && interface.widget("frame-rate-row").visible ? frameRate : resolution
    }

    private func showRows() {
        let isPhoto = camera.captureMode == .photo
        for row in ["quality", "format", "aspect", "interval", "codes"] {
            interface.widget(row + "-row").visible = isPhoto
        }
        // Raw data has the sensor's size.
        let hasPicture = isPhoto && camera.photoFeatures.format.picture != nil
        interface.widget("size-row").visible = hasPicture && camera.capabilities.photoSizes.count > 1
        interface.widget("bracket-row").visible = isPhoto && camera.brackets.count > 1
        interface.widget("mirror-row").visible = camera.isFront
        let isNormal = camera.movieSpeedInUse == .normal
        interface.widget("speed-row").visible = !isPhoto
        interface.widget("resolution-row").visible = !isPhoto && !camera.capabilities.videoFormats.isEmpty
        interface.widget("frame-rate-row").visible = !isPhoto && !camera.capabilities.videoFormats.isEmpty && isNormal
        interface.widget("microphone-row").visible = isPhoto || isNormal
        interface.widget("steady-row").visible = !isPhoto && camera.capabilities.hasStabilization
        showObstacleToStabilization(isNormal: isNormal)
    }

    /// The row stays when movies cannot be kept steady now, because the setting stays too, and says why.
    private func showObstacleToStabilization(isNormal: Bool) {
        let isSupported = camera.capabilities.isStabilizationSupported
        let obstacle =
            !isNormal ? gettext("Not at this speed") : isSupported ? "" : gettext("Not in this resolution")
        let label = interface.widget("steady-obstacle")
        label.visible = !obstacle.isEmpty
        label.label = obstacle
        interface.widget("steady").tooltipText = obstacle
    }

    private func showPhoto() {
        format.show(camera.capabilities.photoFormats.map { ($0.rawValue, $0.label) })
        format.show(current: camera.photoFeatures.format.label, of: gettext("Format"))
        let sizes = camera.capabilities.photoSizes
        size.show(sizes.reversed().map { ($0.description, Self.label(for: $0)) })
        size.show(current: camera.photoSize.map(Self.label) ?? "", of: gettext("Size"))
        bracket.show(camera.brackets.map { ($0.word, $0.label) })
        bracket.show(current: Bracket(camera.photoFeatures.bracket).label, of: gettext("Bracket"))
        interval.show(SeriesInterval.allCases.map { (String($0.seconds), Self.label(for: $0)) })
        interval.show(current: Self.label(for: camera.seriesInterval), of: gettext("Interval"))
    }

    private func showVideo() {
        let speeds = MovieSpeed.choices.filter { $0 != .slowMotion || camera.capabilities.hasSlowMotion }
        speed.show(speeds.map { ($0.rawValue, $0.label) })
        speed.show(current: camera.movieSpeedInUse.label, of: gettext("Speed"))
        let formats = camera.movieFormats
        let current = camera.videoFormatInUse
        var sizes: [VideoFormat] = []
        for format in formats where !sizes.contains(where: { $0.size == format.size }) { sizes.append(format) }
        resolution.show(sizes.map { ($0.size.description, $0.sizeName) })
        resolution.show(current: current?.sizeName ?? "", of: gettext("Resolution"))
        let rates = Set(formats.filter { $0.size == current?.size }.map(\.frameRate)).sorted()
        frameRate.show(rates.map { (String($0), Self.label(forRate: $0)) })
        frameRate.show(current: current.map { Self.label(forRate: $0.frameRate) } ?? "", of: gettext("Frame Rate"))
    }

    private func showMicrophones() {
        let microphones = camera.microphones
        microphone.show(microphones.map { ($0.id, $0.name) } + [("", gettext("No Sound"))])
        let silence = microphones.isEmpty ? gettext("None Found") : gettext("No Sound")
        microphone.show(
            current: microphones.first { $0.id == camera.selectedMicrophoneID }?.name ?? silence,
            of: gettext("Microphone"))
    }

    private static func label(for size: PictureSize) -> String {
        LocalText.inOrder("\(size.width) × \(size.height)")
    }

    private static func label(for interval: SeriesInterval) -> String {
        interval == .off ? pgettext("interval", "Off") : ngettext("%d second", "%d seconds", interval.seconds)
    }

    private static func label(forRate rate: Int) -> String {
        filled(rate < 100 ? gettext("%d per second") : gettext("%d per second, for slow motion"), rate)
    }
}
