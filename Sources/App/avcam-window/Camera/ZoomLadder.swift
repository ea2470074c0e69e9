import AVCamCore
import Foundation
import GtkSupport

/// One button for each lens of the camera, or for 1× and 2×. Also sets every zoom between them.
final class ZoomLadder {
    /// How long a zoom must stay to be said by the button that has the focus: a zoom passes many.
    private static let rest = Duration.milliseconds(300)

    private let camera: any Camera
    private let place: Widget
    private let box: Widget
    private let window: Widget
    private var steps: [Double] = []
    private var buttons: [Widget] = []
    private var labels: [String] = []
    /// The labels that the buttons' names say.
    private var named: [String] = []
    private var naming: Task<Void, Never>?
    /// Whether the button that has the focus says the newest zoom by its new name.
    private(set) var saysZoom = false
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        place = interface["ladder-place"]
        box = interface["zoom-ladder"]
        window = interface["window"]
        observers = [
            observe { [unowned self] in offer() },
            observe { [unowned self] in showZoom() },
        ]
    }

    private func offer() {
        let new = camera.capabilities.zoomSteps
        box.visible = new.count > 1 && camera.status == .running
        // The picture keeps its size when the camera has started and zooms, as most do.
        place.visible = box.visible || camera.status != .running
        guard new != steps else { return }
        steps = new
        box.removeChildren()
        buttons = steps.indices.map { .choice("", action: "win.zoom", target: String($0)) }
        labels = steps.map { _ in "" }
        named = labels
        for button in buttons { box.append(button) }
        box.describeChoices()
        showZoom()
    }

    /// The button of the current step shows the zoom, the others show their step.
    ///
    /// A screen reader says the name of what has the focus each time it is set, so that name changes only when the zoom
    /// rests at another value. Words that are set on a button become its name, so they are set on the label in it.
    private func showZoom() {
        let zoom = camera.cameraSettings.zoom
        let current = camera.capabilities.zoomStep(at: zoom)
        for (index, button) in buttons.enumerated() {
            let label = Self.label(for: index == current ? zoom : steps[index], of: camera.capabilities)
            guard label != labels[index] else { continue }
            labels[index] = label
            button.children.first?.label = LocalText.inOrder(label)
            if !button.containsFocus { name(index) }
        }
        saysZoom =
            buttons.indices.contains(current) && buttons[current].containsFocus && labels[current] != named[current]
        naming?.cancel()
        naming = Task { [weak self] in
            try? await Task.sleep(for: Self.rest)
            if !Task.isCancelled { self?.nameAll() }
        }
        window.setState(String(current), of: "zoom")
    }

    private func nameAll() { for index in buttons.indices { name(index) } }

    private func name(_ index: Int) {
        guard labels[index] != named[index] else { return }
        named[index] = labels[index]
        buttons[index].setAccessibleName(filled(gettext("Zoom %s"), labels[index]))
    }

    static func label(for zoom: Double, of capabilities: CaptureCapabilities) -> String {
        let tenths = capabilities.shownTenths(of: zoom)
        return tenths % 10 == 0 ? "\(tenths / 10)×" : LocalText.decimals("\(tenths / 10).\(tenths % 10)×")
    }

    // MARK: Zooming

    /// Zooms smoothly to the step with this number.
    func choose(_ number: String) {
        guard let index = Int(number), steps.indices.contains(index) else { return }
        Task { await camera.setZoom(steps[index], isGradual: true) }
    }

    /// Each step is a quarter of a doubling.
    func step(by count: Double) { set(camera.cameraSettings.zoom * pow(2, count / 4)) }

    func set(_ zoom: Double) {
        let zoom = camera.capabilities.reachable(zoom)
        Task { await camera.setZoom(zoom, isGradual: false) }
    }
}
