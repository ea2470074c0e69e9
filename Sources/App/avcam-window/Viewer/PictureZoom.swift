import AVCamCore
import GtkSupport

/// Enlarging a picture and moving around in it, with every input device.
final class PictureZoom {
    /// The factor for a notch of the wheel or a key press.
    private static let step = 1.25
    /// In layout units per second; anything slower is not a swipe.
    private static let swipeSpeed = 400.0
    private static let largest = 40.0

    let paintable = ZoomPaintable()
    private let picture: Widget
    /// The width of the whole picture, in pixels.
    var pixelWidth = 0
    /// Whether there is something to enlarge.
    var isEnabled = true
    /// Called when a screen's worth of pixels is no longer enough.
    var onEnlarge: () -> Void = {}
    /// Called when the picture is swiped away to the left (1) or to the right (-1).
    var onSwipe: (Int) -> Void = { _ in }
    private var pointer: Point?
    private var zoomAtStart = 1.0
    private var dragged = Point(x: 0, y: 0)

    init(_ picture: Widget) {
        self.picture = picture
        picture.paintable = paintable as Object?
        picture.onPointer { [weak self] in self?.pointer = $0 }
        picture.onScroll { [weak self] steps in self?.scroll(steps) }
        picture.onPinch { [weak self] in
            self?.zoomAtStart = self?.paintable.zoom ?? 1
        } _: { [weak self] scale in
            guard let self else { return }
            setZoom(zoomAtStart * scale, about: pointer)
        }
        picture.onDrag { [weak self] in self?.drag($0) }
        picture.onSwipe { [weak self] velocity in self?.swipe(velocity) }
        picture.onClick { [weak self] point, count in
            if count == 2 { self?.toggle(about: point) }
        }
    }

    func zoomIn() { setZoom(paintable.zoom * Self.step * Self.step) }

    func zoomOut() { setZoom(paintable.zoom / Self.step / Self.step) }

    func showAll() { paintable.reset() }

    /// One pixel of the picture per layout unit.
    func showOwnSize() { setZoom(paintable.zoomForOwnSize(width: pixelWidth)) }

    private func toggle(about point: Point) {
        if paintable.zoom > 1.01 { return paintable.reset() }
        setZoom(max(2, paintable.zoomForOwnSize(width: pixelWidth)), about: point)
    }

    private func setZoom(_ factor: Double, about point: Point? = nil) {
        guard isEnabled else { return }
        paintable.setZoom(min(factor, Self.largest), about: point)
        if paintable.zoom > 1.05 { onEnlarge() }
    }

    private func scroll(_ steps: Point) {
        if abs(steps.y) >= abs(steps.x) {
            setZoom(paintable.zoom * (steps.y > 0 ? 1 / Self.step : Self.step), about: pointer)
        } else if paintable.zoom > 1 {
            paintable.move(by: Point(x: -steps.x * 20, y: 0))
        }
    }

    private func drag(_ drag: Drag) {
        guard case .moved(let distance) = drag else {
            dragged = Point(x: 0, y: 0)
            return
        }
        guard paintable.zoom > 1 else { return }
        paintable.move(by: Point(x: distance.x - dragged.x, y: distance.y - dragged.y))
        dragged = distance
    }

    private func swipe(_ velocity: Point) {
        guard paintable.zoom <= 1, abs(velocity.x) > Self.swipeSpeed, abs(velocity.x) > 2 * abs(velocity.y) else {
            return
        }
        onSwipe(velocity.x < 0 ? 1 : -1)
    }
}
