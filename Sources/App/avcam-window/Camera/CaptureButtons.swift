import AVCamCore
import GtkSupport

/// The shutter, the last capture, and the button that switches cameras.
final class CaptureButtons {
    private let camera: any Camera
    private let shutter: Widget
    private let viewer: Widget
    private let thumbnail: Widget
    private let cameraMenu: ChoiceMenu
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        shutter = interface["shutter"]
        viewer = interface["show-viewer"]
        thumbnail = interface["thumbnail"]
        cameraMenu = ChoiceMenu(interface["camera-menu"], action: "win.camera")
        observers = [
            observe { [unowned self] in showShutter() },
            observe { [unowned self] in showThumbnail() },
            observe { [unowned self] in showCameras() },
        ]
    }

    private func showShutter() {
        let label =
            if camera.countdown != nil {
                gettext("Cancel the Timer")
            } else if camera.captureMode == .photo {
                gettext("Take a Photo")
            } else if camera.captureActivity.isRecording {
                gettext("Stop Recording")
            } else {
                gettext("Start Recording")
            }
        shutter.setTooltip(label)
        shutter.setClass("counting", camera.countdown != nil)
    }

    private func showThumbnail() {
        let texture = camera.thumbnail.flatMap { Texture($0) }
        thumbnail.paintable = texture as Object?
        viewer.setClass("empty", texture == nil)
        // Removing the class and adding it again restarts the animation.
        viewer.removeClass("arrived")
        Task { viewer.setClass("arrived", texture != nil) }
    }

    /// With two cameras, the button alone is enough.
    private func showCameras() {
        cameraMenu.show(camera.cameras.map { ($0.id, $0.name) })
        cameraMenu.button.visible = camera.cameras.count > 2
    }
}
