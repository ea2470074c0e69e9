import AVCamCore
import AVCamLinux
import Foundation
import GtkSupport

/// Shows what the camera sees, at the size that it has on the screen.
final class PreviewView {
    let widget: Widget
    private let paintable = LivePaintable()
    private let preview: LivePreview

    init(_ widget: Widget, of camera: any Camera) {
        self.widget = widget
        preview = LivePreview { [paintable] in paintable.picture = LivePicture($0) }
        widget.paintable = paintable as Object?
        paintable.isDrawnByCairo = { [unowned widget] in widget.isDrawnByCairo }
        paintable.onResize = { [preview, unowned widget] width, height in
            let scale = Double(widget.scaleFactor)
            preview.size = PictureSize(
                width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
        }
        camera.previewSource.connect(to: preview)
    }

    /// Where the whole picture of the camera is in the widget, in units of its layout; it juts out where something is cut
    /// off.
    var pictureRect: CGRect {
        let scale = CGFloat(widget.scaleFactor)
        let rect = preview.pictureRect
        return CGRect(
            x: rect.minX / scale, y: rect.minY / scale, width: rect.width / scale, height: rect.height / scale)
    }

    /// Whether the picture covers the widget; otherwise all of it is seen, with bars beside it.
    var isFilling: Bool {
        get { preview.isFilling }
        set { preview.isFilling = newValue }
    }

    /// Whether the picture stands still.
    var isPaused: Bool {
        get { preview.isPaused }
        set { preview.isPaused = newValue }
    }
}
