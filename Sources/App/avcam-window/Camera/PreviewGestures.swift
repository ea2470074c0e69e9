import AVCamCore
import Foundation
import GtkSupport

/// What fingers and pointers do on the preview. A tap focuses, or ends the Camera Control. A long press locks focus and
/// exposure; dragging up or down after it changes the exposure. Dragging sideways changes the mode. A pinch and the
/// wheel zoom.
final class PreviewGestures {
    /// How far a finger may move during a tap, in layout units.
    private static let tolerance = 8.0
    /// How far a finger moves to change the mode, in layout units.
    private static let swipe = 60.0
    /// How far a finger moves for one stop, in layout units.
    private static let stop = 60.0
    /// How long the ring stays after the last touch.
    private static let delay = Duration.seconds(3)

    private let camera: any Camera
    private let zoom: ZoomLadder
    private let preview: PreviewView
    private let window: Window
    private let layer: Widget
    private let ring: Widget
    private let scale: Widget
    private var start = Point(x: 0, y: 0)
    private var biasAtStart: Float = 0
    private var zoomAtStart = 1.0
    private var isExposing = false
    /// Whether the press was long, and has locked the focus.
    private var hasLocked = false
    private var hiding: Task<Void, Never>?
    /// What the ring was shown over.
    private var framing: Framing?
    private var observers: [Observer] = []

    init(
        _ interface: Interface, of camera: any Camera, _ zoom: ZoomLadder, _ preview: PreviewView, in window: Window
    ) {
        self.camera = camera
        self.zoom = zoom
        self.preview = preview
        self.window = window
        layer = interface["focus-layer"]
        ring = interface["focus-ring"]
        scale = interface["exposure-scale"]
        preview.widget.onDrag { [weak self] in self?.dragged($0) }
        preview.widget.onHold { [weak self] isHeld in if isHeld { self?.held() } }
        preview.widget.onPinch(
            onBegin: { [weak self] in self?.zoomAtStart = camera.cameraSettings.zoom },
            { [weak self] in if let self { zoom.set(zoomAtStart * $0) } })
        preview.widget.onScroll { zoom.step(by: -$0.y) }
        scale.onDraw { [weak self] in self?.drawExposure(on: $0) }
        observers = [
            observe { [unowned self] in
                _ = camera.cameraSettings.exposureBias
                scale.redraw()
            },
            observe { [unowned self] in
                let settings = camera.cameraSettings
                ring.setClass("searching", settings.isAdjustingFocus || settings.isAdjustingExposure)
            },
            observe { [unowned self] in
                // The ring stays at its place in the window, while the object under it moves away.
                if Framing(camera) != framing { hide() }
            },
        ]
    }

    /// What of a scene the preview shows.
    private struct Framing: Equatable {
        var camera: String?
        var mode: CaptureMode
        var zoom: Double

        init(_ camera: any Camera) {
            (self.camera, mode, zoom) = (camera.selectedCameraID, camera.captureMode, camera.cameraSettings.zoom)
        }
    }

    private func dragged(_ drag: Drag) {
        guard camera.status == .running else { return }
        switch drag {
        case .began(let point):
            start = point
            biasAtStart = camera.cameraSettings.exposureBias
            isExposing = false
            hasLocked = false
        case .moved(let way):
            guard ring.visible, isExposing || abs(way.y) > max(Self.tolerance, abs(way.x)) else { return }
            isExposing = true
            hideLater()
            let bias = biasAtStart - Float(way.y / Self.stop)
            Task { await camera.setExposureBias(bias) }
        case .ended(let way):
            if isExposing || hasLocked { return }
            if abs(way.x) < Self.tolerance, abs(way.y) < Self.tolerance {
                if camera.controlsAppearance != nil { return camera.touchCameraControl(.leave) }
                focus()
            } else if abs(way.x) > Self.swipe, abs(way.x) > 2 * abs(way.y) {
                swiped(forward: (way.x < 0) != window.isRightToLeft)
            }
        }
    }

    /// Like turning a page: moving against the reading direction goes to the next mode.
    private func swiped(forward: Bool) {
        Task { await camera.switchMode(to: forward ? .video : .photo) }
    }

    // MARK: Focus and exposure

    /// For users without a pointer.
    func focusInTheMiddle() {
        start = Point(x: Double(preview.widget.width) / 2, y: Double(preview.widget.height) / 2)
        focus()
    }

    /// For users without a pointer.
    func lockInTheMiddle() {
        start = Point(x: Double(preview.widget.width) / 2, y: Double(preview.widget.height) / 2)
        focus(isLocking: true)
    }

    private func held() {
        guard camera.status == .running, !isExposing else { return }
        hasLocked = true
        // A drag that follows begins where this leaves the exposure.
        biasAtStart = 0
        focus(isLocking: true)
    }

    private func focus(isLocking: Bool = false) {
        guard camera.canSetPoint, preview.pictureRect.contains(CGPoint(x: start.x, y: start.y))
        else { return }
        let pixels = Double(preview.widget.scaleFactor)
        let point = CGPoint(x: start.x * pixels, y: start.y * pixels)
        showRing(at: start)
        Task {
            await camera.setExposureBias(0)
            if isLocking {
                await camera.lockFocusAndExposure(at: point)
            } else {
                await camera.focusAndExpose(at: point)
            }
        }
    }

    private func showRing(at point: Point) {
        let half = 38.0
        layer.move(ring, to: Point(x: point.x - half, y: point.y - half))
        // Placed on the side that has room.
        let isAtEdge = point.x + half + 40 > Double(preview.widget.width)
        layer.move(scale, to: Point(x: isAtEdge ? point.x - half - 36 : point.x + half + 8, y: point.y - 70))
        framing = Framing(camera)
        // Showing it again restarts the animation.
        ring.visible = false
        ring.visible = true
        scale.visible = camera.canSetBias
        hideLater()
    }

    private func hideLater() {
        hiding?.cancel()
        hiding = Task { [weak self] in
            try? await Task.sleep(for: Self.delay)
            if !Task.isCancelled { self?.hide() }
        }
    }

    private func hide() {
        hiding?.cancel()
        ring.visible = false
        scale.visible = false
    }

    /// A line with a sun at the current exposure.
    private func drawExposure(on canvas: Canvas) {
        let range = camera.capabilities.exposureBias
        guard range.upperBound > range.lowerBound else { return }
        // The scale covers two stops to either side; beyond them, the sun stays at its end.
        let bias = min(max(Double(camera.cameraSettings.exposureBias), -2), 2)
        let middle = canvas.width / 2
        let sun = canvas.height / 2 - bias / 4 * (canvas.height - 32)
        canvas.mark(from: Point(x: middle, y: 4), to: Point(x: middle, y: max(4, sun - 14)), .yellow)
        canvas.mark(
            from: Point(x: middle, y: min(canvas.height - 4, sun + 14)), to: Point(x: middle, y: canvas.height - 4),
            .yellow)
        canvas.disc(at: Point(x: middle, y: sun), radius: 5.5, .black(0.6))
        canvas.disc(at: Point(x: middle, y: sun), radius: 4.5, .yellow)
        for ray in 0..<8 {
            let angle = Double(ray) * .pi / 4
            canvas.mark(
                from: Point(x: middle + cos(angle) * 7.5, y: sun + sin(angle) * 7.5),
                to: Point(x: middle + cos(angle) * 10.5, y: sun + sin(angle) * 10.5), thickness: 1.6, .yellow)
        }
    }
}
