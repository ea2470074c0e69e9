import AVCamCore
import Foundation
import GtkSupport

/// Lines over the preview: thirds, the horizon, and what a photo will leave out.
final class Guides {
    private let widget: Widget
    private let camera: any Camera
    private let settings: WindowSettings
    private let preview: PreviewView
    private var observer: Observer?

    init(_ widget: Widget, of camera: any Camera, _ settings: WindowSettings, _ preview: PreviewView) {
        self.widget = widget
        self.camera = camera
        self.settings = settings
        self.preview = preview
        widget.onDraw { [weak self] in self?.draw(on: $0) }
        preview.onMove = { [unowned widget] in widget.redraw() }
        observer = observe { [unowned self] in
            // The drawing depends on these.
            _ = (
                settings.showsGrid, settings.fitsPreview, camera.isLevelEnabled, camera.roll.map { ($0 * 2).rounded() }
            )
            _ = (camera.photoFeatures, camera.captureMode, camera.selectedCameraID, camera.status)
            widget.visible = settings.showsGrid || camera.isLevelEnabled || isCropping
            widget.redraw()
        }
    }

    private var isCropping: Bool { camera.shownAspect != .full }

    private func draw(on canvas: Canvas) {
        guard camera.status == .running else { return }
        let all = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
        var frame = preview.pictureRect.intersection(all)
        if frame.isEmpty { frame = all }
        if isCropping {
            frame = camera.shownAspect.frame(in: preview.pictureRect).intersection(all)
            shade(all, around: frame, canvas)
        }
        if settings.showsGrid { drawGrid(in: frame, canvas) }
        if camera.isLevelEnabled, let roll = camera.roll { drawLevel(roll, in: frame, canvas) }
    }

    private func shade(_ all: CGRect, around frame: CGRect, _ canvas: Canvas) {
        let dark = Canvas.Color.black(0.6)
        canvas.fill(x: 0, y: 0, width: all.width, height: frame.minY, dark)
        canvas.fill(x: 0, y: frame.maxY, width: all.width, height: all.maxY - frame.maxY, dark)
        canvas.fill(x: 0, y: frame.minY, width: frame.minX, height: frame.height, dark)
        canvas.fill(x: frame.maxX, y: frame.minY, width: all.maxX - frame.maxX, height: frame.height, dark)
    }

    private func drawGrid(in frame: CGRect, _ canvas: Canvas) {
        for part in [1.0 / 3, 2.0 / 3] {
            // In the middle of a pixel; elsewhere the line would be gray and two pixels wide.
            let x = (frame.minX + frame.width * part).rounded(.down) + 0.5
            let y = (frame.minY + frame.height * part).rounded(.down) + 0.5
            canvas.mark(from: Point(x: x, y: frame.minY), to: Point(x: x, y: frame.maxY), .white(0.7))
            canvas.mark(from: Point(x: frame.minX, y: y), to: Point(x: frame.maxX, y: y), .white(0.7))
        }
    }

    /// Two short fixed lines, and the horizon between them, yellow when it is level.
    private func drawLevel(_ roll: Double, in frame: CGRect, _ canvas: Canvas) {
        let (x, y) = (frame.midX, frame.midY)
        let isLevel = abs(roll) < 1
        for side in [-1.0, 1.0] {
            canvas.mark(
                from: Point(x: x + side * 64, y: y), to: Point(x: x + side * 84, y: y), thickness: 2,
                isLevel ? .yellow : .white(1))
        }
        let angle = isLevel ? 0 : -roll * .pi / 180
        let (dx, dy) = (cos(angle) * 54, sin(angle) * 54)
        canvas.mark(
            from: Point(x: x - dx, y: y - dy), to: Point(x: x + dx, y: y + dy), thickness: 2,
            isLevel ? .yellow : .white(1))
    }
}

extension Camera {
    /// The shape of what is captured. A raw file keeps all that the sensor saw, but it, too, is shown in this shape.
    var shownAspect: PhotoAspect { captureMode == .photo ? photoFeatures.aspect : .full }
}
