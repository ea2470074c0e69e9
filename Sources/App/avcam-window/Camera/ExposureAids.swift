import AVCamCore
import AVCamLinux
import Foundation
import GtkSupport

/// Over the preview: a histogram, and stripes where the picture is overexposed, as on a video camera. Both are of what a
/// photo keeps of the picture.
final class ExposureAids {
    /// The side of a cell of the stripes, in layout units.
    private static let cell = 4.0
    /// The stripes' thickness and distance, in cells.
    private static let stripe = 2
    private static let size = (width: 128.0, height: 56.0)
    private static let margin = 8.0
    /// What has the histogram's full height: so many times the average of all levels.
    private static let tallest = 4.0
    /// One picture in so many is read, which is enough for the eye.
    private static let interval = 4

    private let widget: Widget
    private let camera: any Camera
    private let preview: PreviewView
    private var reading: ExposureReading?
    private var pictures = 0
    private var observer: Observer?

    init(_ widget: Widget, of camera: any Camera, _ settings: WindowSettings, _ preview: PreviewView) {
        self.widget = widget
        self.camera = camera
        self.preview = preview
        widget.onDraw { [weak self] in self?.draw(on: $0) }
        observer = observe { [unowned self] in
            widget.visible = settings.showsExposure && camera.status == .running
            preview.onPicture = widget.visible ? { [weak self] in self?.read($0) } : nil
            if !widget.visible { reading = nil }
        }
    }

    private func read(_ picture: LivePreview.Picture) {
        pictures += 1
        guard pictures % Self.interval == 0 || reading == nil else { return }
        let new = ExposureReading(picture, cell: Int(Self.cell) * widget.scaleFactor, part: kept)
        guard new != reading else { return }
        reading = new
        widget.redraw()
    }

    /// The part of the picture that a photo keeps, in pixels of what the preview shows; the rest says nothing of it.
    private var kept: CGRect {
        let (whole, scale) = (preview.pictureRect, Double(widget.scaleFactor))
        let kept = camera.shownAspect.frame(in: whole)
        return CGRect(
            x: (kept.minX - max(whole.minX, 0)) * scale, y: (kept.minY - max(whole.minY, 0)) * scale,
            width: kept.width * scale, height: kept.height * scale)
    }

    private func draw(on canvas: Canvas) {
        guard let reading, reading.columns > 0 else { return }
        let all = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
        let frame = preview.pictureRect.intersection(all)
        if frame.isEmpty { return }
        drawStripes(of: reading, in: frame, canvas)
        drawHistogram(of: reading, in: frame, canvas)
    }

    private func drawStripes(of reading: ExposureReading, in frame: CGRect, _ canvas: Canvas) {
        for row in 0..<reading.rows {
            for column in 0..<reading.columns where reading.isClipped[row * reading.columns + column] {
                guard (row + column) / Self.stripe % 2 == 0 else { continue }
                canvas.fill(
                    x: frame.minX + Double(column) * Self.cell, y: frame.minY + Double(row) * Self.cell,
                    width: Self.cell, height: Self.cell, .black(0.75))
            }
        }
    }

    /// In the lower left corner of the picture.
    private func drawHistogram(of reading: ExposureReading, in frame: CGRect, _ canvas: Canvas) {
        let (width, height) = Self.size
        let x = frame.minX + Self.margin
        let y = frame.maxY - Self.margin - height
        canvas.fill(x: x, y: y, width: width, height: height, .black(0.75))
        // A few full levels, such as those of a white wall, would hide all others.
        let average = Double(reading.levels.reduce(0, +)) / Double(reading.levels.count)
        let step = width / Double(reading.levels.count)
        for (index, count) in reading.levels.enumerated() where count > 0 {
            let share = min(Double(count) / (Self.tallest * average), 1)
            let bar = max(share * (height - 4), 1)
            canvas.fill(x: x + Double(index) * step, y: y + height - bar, width: step, height: bar, .white(0.9))
        }
    }
}
