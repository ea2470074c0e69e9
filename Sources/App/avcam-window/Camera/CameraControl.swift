import AVCamCore
import GtkSupport

/// The Camera Control's overlay: the control being adjusted, or the list to choose one from. It takes the controls'
/// place, upright beside the picture or across below it.
///
/// Touching it works like the button: a drag slides, a tap is a light press. A tap on the picture, or on the place of the
/// controls that have stepped back, ends it.
final class CameraControl {
    private let camera: any Camera
    private let box: Widget
    private let interface = Interface(App.resources + "/camera-control.ui")
    private let title: Widget
    private let value: Widget
    private let icon: Widget
    private let scale: Widget
    private let slider: Widget
    private let position: Object
    private let list: Widget
    private let say: (String) -> Void
    private var isUpright = false
    /// What was shown last: the control, and whether in the list.
    private var shown: (index: Int, isList: Bool)?
    /// How far the drag has come, along the scale.
    private var lastWay = 0.0
    private var observer: Observer?

    /// - Parameters:
    ///   - say: says a control's name to a screen reader.
    ///   - onFocus: called when the keys begin or cease to be the slider's.
    init(
        _ window: Interface, of camera: any Camera, say: @escaping (String) -> Void,
        onFocus: @escaping (_ isFocused: Bool) -> Void
    ) {
        self.camera = camera
        self.say = say
        box = window["camera-control"]
        title = interface["title"]
        value = interface["value"]
        icon = interface["icon"]
        scale = interface["scale"]
        slider = interface["slider"]
        position = interface["position"]
        list = interface["list"]
        box.append(interface["content"])
        scale.onDraw { [weak self] in self?.drawScale(on: $0) }
        position.on("notify::value") { [weak self] in self?.sliderMoved() }
        box.onDrag { [weak self] in self?.dragged($0) }
        box.onScroll { camera.touchCameraControl(.slide(-0.03 * $0.y)) }
        window.widget("rail").onClick { _, _ in
            if camera.controlsAppearance != nil { camera.touchCameraControl(.leave) }
        }
        box.onChange(of: "orientation") { [weak self] in self?.turn() }
        slider.on("notify::has-focus") { [unowned slider] in onFocus(slider.hasFocus) }
        observer = observe { [unowned self] in show() }
    }

    private func turn() {
        isUpright = (box.orientation as Int) == 1
        for widget in [interface.widget("heading"), list, slider] { widget.orientation = isUpright ? 1 : 0 }
        // Up is more.
        slider.inverted = isUpright
        scale.contentWidth = isUpright ? 30 : 240
        scale.contentHeight = isUpright ? 140 : 30
        scale.redraw()
    }

    private func show() {
        box.visible = camera.controlsAppearance != nil
        guard let appearance = camera.controlsAppearance else { return shown = nil }
        let control = appearance.controls[appearance.index]
        list.visible = appearance.isList
        scale.visible = !appearance.isList
        slider.visible = !appearance.isList
        value.visible = !appearance.isList
        title.label = Self.title(control.title)
        value.label = LocalText.inOrder(control.value)
        icon.iconName = Self.icon(for: control.symbolName)
        box.setClass("disabled", !control.isEnabled)
        position.value = control.position
        slider.setAccessibleLabel(Self.title(control.title), value: control.value)
        if appearance.isList { showList() }
        scale.redraw()
        followFocus(appearance.index, appearance.isList, Self.title(control.title))
    }

    /// A slider that appears has the focus, and with it says what it is. In the list, nothing has.
    private func followFocus(_ index: Int, _ isList: Bool, _ title: String) {
        defer { shown = (index, isList) }
        guard shown.map({ $0 != (index, isList) }) ?? true else { return }
        if isList { say(title) } else { slider.grabFocus() }
    }

    private func showList() {
        guard let appearance = camera.controlsAppearance else { return }
        list.removeChildren()
        for (index, control) in appearance.controls.enumerated() {
            let image = Widget.icon(Self.icon(for: control.symbolName))
            image.setClass("chosen", index == appearance.index)
            image.setAccessibleLabel(Self.title(control.title))
            list.append(image)
        }
    }

    /// By a key or a screen reader.
    private func sliderMoved() {
        guard let appearance = camera.controlsAppearance else { return }
        let way = (position.value as Double) - appearance.controls[appearance.index].position
        if abs(way) > 0.0001 { camera.touchCameraControl(.slide(way)) }
    }

    private func dragged(_ drag: Drag) {
        switch drag {
        case .began: lastWay = 0
        case .moved(let way):
            let new = isUpright ? -way.y : way.x
            camera.touchCameraControl(.slide((new - lastWay) / Double(max(isUpright ? box.height : box.width, 1))))
            lastWay = new
        case .ended(let way):
            if abs(way.x) < 6, abs(way.y) < 6 { camera.touchCameraControl(.doubleLightPress) }
        }
    }

    /// Marks that move under a fixed needle in the middle.
    private func drawScale(on canvas: Canvas) {
        guard let appearance = camera.controlsAppearance else { return }
        let position = appearance.controls[appearance.index].position
        let marks = 40
        let gap = 9.0
        let (length, width) = isUpright ? (canvas.height, canvas.width) : (canvas.width, canvas.height)
        let middle = length / 2
        func line(at place: Double, from start: Double, thickness: Double, _ color: Canvas.Color) {
            func point(_ across: Double) -> Point {
                isUpright ? Point(x: across, y: length - place) : Point(x: place, y: across)
            }
            canvas.line(from: point(start), to: point(width - 2), thickness: thickness, color)
        }
        for mark in 0...marks {
            let place = middle + (Double(mark) - position * Double(marks)) * gap
            guard place > 0, place < length else { continue }
            let fade = 1 - abs(place - middle) / middle
            line(at: place, from: width - (mark % 10 == 0 ? 16 : 10), thickness: 1.5, .white(0.25 + 0.6 * fade))
        }
        line(at: middle, from: 4, thickness: 2.5, .yellow)
    }

    /// The user's word for the title of one of the system's controls.
    private static func title(_ title: String) -> String {
        switch title {
        case "Zoom": gettext("Zoom")
        case "Exposure": gettext("Exposure")
        default: gettext(title)
        }
    }

    /// The icon for one of Apple's symbol names.
    private static func icon(for symbol: String) -> String {
        switch symbol {
        case "plus.magnifyingglass": "avcam-zoom-symbolic"
        case "plusminus.circle": "avcam-exposure-symbolic"
        case "circle.dotted.circle": "avcam-focus-symbolic"
        default: "avcam-camera-control-symbolic"
        }
    }
}
