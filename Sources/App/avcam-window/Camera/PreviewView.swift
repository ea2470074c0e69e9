import AVCamCore
import AVCamLinux
import Foundation
import GtkSupport

/// Shows the camera's picture at its size on the screen.
final class PreviewView {
    let widget: Widget
    private let paintable = LivePaintable()
    private let preview: LivePreview
    /// Gets each picture that is shown.
    var onPicture: ((LivePreview.Picture) -> Void)? {
        get { pictures.handler }
        set { pictures.handler = newValue }
    }
    /// Called when ``pictureRect`` has changed: with the window, and when the camera is turned.
    var onMove: (() -> Void)? {
        get { pictures.onMove }
        set { pictures.onMove = newValue }
    }
    /// How many pictures have been shown.
    var pictureCount: Int { pictures.count }
    private let pictures = PictureHandler()

    init(_ widget: Widget, of camera: any Camera) {
        self.widget = widget
        preview = LivePreview { [paintable, pictures] in
            paintable.picture = LivePicture($0)
            pictures.shown($0)
        }
        pictures.preview = preview
        widget.paintable = paintable as Object?
        paintable.isDrawnByCairo = { [unowned widget] in widget.isDrawnByCairo }
        paintable.onResize = { [preview, unowned widget] width, height in
            let scale = Double(widget.scaleFactor)
            preview.size = PictureSize(
                width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
        }
        camera.previewSource.connect(to: preview)
    }

    /// Where the camera's whole picture is in the widget, in layout units; it is larger than the widget where something
    /// is cut off.
    var pictureRect: CGRect {
        let scale = CGFloat(widget.scaleFactor)
        let rect = preview.pictureRect
        return CGRect(
            x: rect.minX / scale, y: rect.minY / scale, width: rect.width / scale, height: rect.height / scale)
    }

    /// Whether the picture covers the widget; otherwise all of it is visible, with bars.
    var isFilling: Bool {
        get { preview.isFilling }
        set { preview.isFilling = newValue }
    }

    /// Whether the picture is frozen.
    var isPaused: Bool {
        get { preview.isPaused }
        set { preview.isPaused = newValue }
    }
}

/// Counts the pictures, and hands them on.
private final class PictureHandler {
    weak var preview: LivePreview?
    var handler: ((LivePreview.Picture) -> Void)?
    var onMove: (() -> Void)?
    private(set) var count = 0
    private var place = CGRect.null

    func shown(_ picture: LivePreview.Picture) {
        count += 1
        handler?(picture)
        guard let new = preview?.pictureRect, new != place else { return }
        place = new
        onMove?()
    }
}
