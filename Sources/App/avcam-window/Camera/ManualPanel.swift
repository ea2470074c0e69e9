import AVCamCore
import GtkSupport

/// Shutter, sensitivity, focus and white balance by hand. It takes the place of the zoom ladder and the modes, so that
/// nothing lies over the picture.
///
/// One button for each control shows its value; the slider moves the one that is chosen.
final class ManualPanel {
    /// How often the slider follows an automatic value.
    private static let delay = Duration.milliseconds(500)

    private let camera: any Camera
    private let window: Window
    private let box: Widget
    private let replaced: Widget
    private let shutter: Widget
    /// Made when it is first opened.
    private lazy var interface = makeInterface()
    private lazy var slider = interface.widget("slider")
    private lazy var position: Object = interface["position"]
    private var selected = ManualControl.shutter
    /// Where the slider stands unless a person has moved it.
    private var shownPosition = 0.0
    /// The newest values that the camera has not been told yet.
    private var moves: [ManualControl: Double] = [:]
    /// Tells them; the slider does not follow the camera meanwhile.
    private var moving: Task<Void, Never>?
    /// The camera's values when it was last asked.
    private var current: [ManualControl: Double] = [:]
    private var following: Task<Void, Never>?
    private var observers: [Observer] = []

    /// Called when the keys begin or cease to be the slider's.
    var onFocus: (_ isFocused: Bool) -> Void = { _ in }

    /// Called when it has opened or closed.
    var onOpen: (_ isOpen: Bool) -> Void = { _ in }

    /// Whether it is on the window.
    var isOpen = false {
        didSet { if isOpen != oldValue { isOpenChanged() } }
    }

    init(_ interface: Interface, of camera: any Camera, in window: Window) {
        self.camera = camera
        self.window = window
        box = interface["manual"]
        replaced = interface["ladder-and-modes"]
        shutter = interface["shutter"]
        addActions()
        box.onChange(of: "orientation") { [weak self] in self?.turn() }
        observers = [
            observe { [unowned self] in offer(camera.capabilities.manual, isRunning: camera.status == .running) },
            observe { [unowned self] in show(camera.manual) },
            observe { [unowned self] in enableAutomatic() },
        ]
    }

    private func addActions() {
        window.addToggle("manual") { [weak self] in self?.isOpen = $0 }
        window.addChoice("manual-control", selected.rawValue) { [weak self] word in
            if let control = ManualControl(rawValue: word) { self?.select(control) }
        }
        window.addToggle("automatic") { [weak self] in self?.setAutomatic($0) }
        window.addAction("reset-manual") { [camera] in Task { await camera.setAutomatic(Set(ManualControl.allCases)) } }
    }

    private func makeInterface() -> Interface {
        let interface = Interface(App.resources + "/manual-panel.ui")
        interface.widget("content").nameButtons()
        interface.widget("controls").describeChoices()
        interface["position"].on("notify::value") { [weak self] in self?.sliderMoved() }
        interface.widget("slider").on("notify::has-focus") { [weak self] in
            if let self { onFocus(slider.hasFocus) }
        }
        box.append(interface["content"])
        return interface
    }

    // MARK: Opening

    private func offer(_ ranges: [ManualControl: ClosedRange<Double>], isRunning: Bool) {
        let isOffered = isRunning && !ranges.isEmpty
        for action in ["manual", "manual-control"] { window.setEnabled(isOffered, action: action) }
        if !isOffered { isOpen = false }
        guard isOpen else { return }
        showOffer(ranges)
    }

    /// A camera may keep what was set, and have no automatic to return to.
    private func enableAutomatic() {
        let automatic = camera.status == .running ? camera.capabilities.automatic : []
        window.setEnabled(automatic.contains(selected), action: "automatic")
        window.setEnabled(!automatic.isDisjoint(with: camera.manual.keys), action: "reset-manual")
    }

    private func showOffer(_ ranges: [ManualControl: ClosedRange<Double>]) {
        for control in ManualControl.allCases { interface.widget(control.rawValue).visible = ranges[control] != nil }
        if ranges[selected] == nil, let first = ManualControl.allCases.first(where: { ranges[$0] != nil }) {
            selected = first
            enableAutomatic()
        }
        show(camera.manual)
    }

    private func isOpenChanged() {
        following?.cancel()
        window.setState(isOpen, of: "manual")
        if isOpen {
            turn()
            showOffer(camera.capabilities.manual)
            following = Task { [weak self] in
                while !Task.isCancelled {
                    await self?.followCamera()
                    try? await Task.sleep(for: Self.delay)
                }
            }
        }
        // The focus may be on a control that disappears.
        if !isOpen { window.focus(on: shutter) }
        box.visible = isOpen
        replaced.visible = !isOpen
        onOpen(isOpen)
    }

    /// The box is horizontal below the picture, and vertical beside it.
    private func turn() {
        guard isOpen else { return }
        let isUpright = (box.orientation as Int) == 1
        interface.widget("content").orientation = isUpright ? 0 : 1
        for widget in [interface.widget("controls"), interface.widget("adjusting"), slider] {
            widget.orientation = isUpright ? 1 : 0
        }
        // Up is more.
        slider.inverted = isUpright
    }

    // MARK: Values

    private func select(_ control: ManualControl) {
        selected = control
        show(camera.manual)
        enableAutomatic()
        Task { await followCamera() }
    }

    private func show(_ values: [ManualControl: Double]) {
        guard isOpen else { return }
        window.setState(selected.rawValue, of: "manual-control")
        let automatic = camera.capabilities.automatic
        let isSelectedAutomatic = values[selected] == nil && automatic.contains(selected)
        window.setState(isSelectedAutomatic, of: "automatic")
        for control in ManualControl.allCases {
            let isAutomatic = values[control] == nil && automatic.contains(control)
            let value = (values[control] ?? current[control]).map(control.text) ?? "–"
            let text = isAutomatic ? pgettext("manual", "Auto") : value
            interface.widget(control.rawValue + "-value").label = LocalText.inOrder(text)
            let button = interface.widget(control.rawValue)
            button.setClass("set", values[control] != nil)
            let name = isAutomatic ? gettext("Automatic") : text
            button.setTooltip(control.name, name: filled(gettext("%s, %s"), control.name, name))
        }
        let name = SettingWords.setting(selected.name, gettext("Automatic"))
        interface.widget("automatic").setAccessibleLabel(SettingWords.setting(name, isSelectedAutomatic))
        slider.setClass("set", values[selected] != nil)
        if let value = values[selected] { place(value) }
    }

    /// Moves the slider to an automatic value.
    private func followCamera() async {
        guard camera.manual[selected] == nil else { return }
        current = await camera.currentValues()
        let offered = Set(camera.capabilities.manual.keys)
        // The others only say that they are automatic.
        if !camera.capabilities.automatic.isSuperset(of: offered) { show(camera.manual) }
        if let value = current[selected], camera.manual[selected] == nil { place(value) }
    }

    private func place(_ value: Double) {
        guard moving == nil, let range = camera.capabilities.manual[selected] else { return }
        shownPosition = selected.position(of: value, in: range)
        position.value = shownPosition
        say(value)
    }

    /// By a hand, a key or a screen reader.
    private func sliderMoved() {
        let new: Double = position.value
        guard abs(new - shownPosition) > 1e-6, let range = camera.capabilities.manual[selected] else { return }
        shownPosition = new
        set(selected, selected.value(at: new, in: range))
    }

    private func set(_ control: ManualControl, _ value: Double) {
        say(value)
        moves[control] = value
        // A camera may take longer for a value than the slider for a step.
        moving =
            moving
            ?? Task {
                while let (control, value) = moves.popFirst() { await camera.setManual(control, to: value) }
                moving = nil
                // Another control may be chosen by now, or the camera has refused the value.
                show(camera.manual)
                await followCamera()
            }
    }

    private func say(_ value: Double) {
        slider.setAccessibleLabel(selected.name, value: selected.text(value))
    }

    private func setAutomatic(_ isAutomatic: Bool) {
        Task { [selected] in
            if isAutomatic { return await camera.setAutomatic([selected]) }
            // As it is now.
            if let value = await camera.currentValues()[selected] { await camera.setManual(selected, to: value) }
        }
    }
}
