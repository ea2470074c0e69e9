import AVCamCore
import GtkSupport

/// The shutter, the last capture, and the button that switches cameras. While the shutter is held, it takes a burst. While
/// a movie is recorded, a pause button and one for photos replace the other two.
final class CaptureButtons {
    private let camera: any Camera
    private let shutter: Widget
    private let viewer: Widget
    private let pause: Widget
    private let still: Widget
    private let switcher: Widget
    private let thumbnail: Widget
    private let cameraMenu: ChoiceMenu
    private var isShutterHeld = false
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        shutter = interface["shutter"]
        viewer = interface["show-viewer"]
        pause = interface["pause"]
        still = interface["take-photo"]
        switcher = interface["switch-camera"]
        thumbnail = interface["thumbnail"]
        cameraMenu = ChoiceMenu(interface["camera-menu"], action: "win.camera")
        // A press that is held takes one photo after another until it is released. Where there is no burst, it is a click.
        shutter.onHold(isInsteadOfClick: { [weak camera] in
            guard let camera else { return false }
            return camera.captureMode == .photo && camera.countdown == nil && camera.burst == nil
                && camera.series == nil
        }) { [weak self] isHeld in
            guard let self else { return }
            isShutterHeld = isHeld
            guard isHeld else { return camera.endBurst() }
            // The release may come before the task runs.
            Task { if self.isShutterHeld { await self.camera.takeBurst() } }
        }
        observers = [
            observe { [unowned self] in showShutter() },
            observe { [unowned self] in showThumbnail() },
            observe { [unowned self] in showCameras() },
            observe { [unowned self] in showRecording() },
        ]
    }

    private func showShutter() {
        let label =
            if camera.countdown != nil {
                gettext("Cancel the Timer")
            } else if camera.series != nil {
                gettext("End the Series")
            } else if camera.captureMode == .photo, camera.seriesInterval != .off {
                gettext("Start a Series")
            } else if camera.captureMode == .photo {
                gettext("Take a Photo")
            } else if camera.captureActivity.isRecording {
                gettext("Stop Recording")
            } else {
                gettext("Start Recording")
            }
        shutter.setTooltip(label)
        shutter.setClass("counting", camera.countdown != nil || camera.series != nil)
    }

    private func showRecording() {
        let isRecording = camera.captureActivity.isRecording
        for widget in [pause, still] { widget.visible = isRecording }
        for widget in [viewer, switcher] { widget.visible = !isRecording }
        guard isRecording else { return }
        let isPaused = camera.captureActivity.isRecordingPaused
        pause.iconName = isPaused ? "media-record-symbolic" : "media-playback-pause-symbolic"
        pause.setTooltip(isPaused ? gettext("Continue Recording") : gettext("Pause Recording"))
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
        cameraMenu.button.visible = camera.cameras.count > 2 && !camera.captureActivity.isRecording
    }
}
