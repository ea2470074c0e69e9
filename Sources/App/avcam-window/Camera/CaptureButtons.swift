import AVCamCore
import GtkSupport

/// The shutter, the last capture, and the button that switches cameras. While a movie is recorded, a pause button and one
/// for photos replace the other two.
///
/// In photo mode, as on an iPhone, the shutter records for as long as it is held. It goes on recording when it slides
/// to the right, and takes a burst when it slides to the left.
final class CaptureButtons {
    private let camera: any Camera
    private let shutter: Widget
    private let viewer: Widget
    private let pause: Widget
    private let still: Widget
    private let switcher: Widget
    private let thumbnail: Widget
    private let cameraMenu: ChoiceMenu
    /// How far a press slides to the right until the recording goes on without it, in layout units.
    private static let lockWay = 60.0
    private var press = Press.none
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
        shutter.onLongPress(isWanted: { [weak camera] in
            guard let camera else { return false }
            return camera.captureMode == .photo && camera.countdown == nil && camera.burst == nil
                && camera.series == nil && !camera.isQuickTaking
        }) { [weak self] in self?.pressed($0) }
        observers = [
            observe { [unowned self] in showShutter() },
            observe { [unowned self] in showThumbnail() },
            observe { [unowned self] in showCameras() },
            observe { [unowned self] in showRecording() },
        ]
    }

    /// What a long press or a slide of the shutter does.
    private enum Press {
        case none
        case recording
        /// It records on when it is released.
        case locked
        case burst
    }

    private func pressed(_ change: LongPress) {
        switch (change, press) {
        case (.slid(let way), .none) where way < 0:
            press = .burst
            // The release may come before the task runs.
            Task { if press == .burst { await camera.takeBurst() } }
        // To the right, the press slides to where the recording is locked.
        case (.held, .none), (.slid, .none):
            if case .slid(let way) = change, way > Self.lockWay { press = .locked } else { press = .recording }
            Task { await camera.beginQuickTake() }
        // The next click ends it.
        case (.slid(let way), .recording) where way > Self.lockWay: press = .locked
        case (.released, .locked): press = .none
        case (.released, .recording):
            press = .none
            Task { await camera.endQuickTake() }
        case (.released, .burst):
            press = .none
            camera.endBurst()
        default: break
        }
    }

    private func showShutter() {
        // A QuickTake is in video mode before and after its recording.
        let isPhoto = camera.captureMode == .photo || camera.isQuickTaking
        let label =
            if camera.countdown != nil {
                gettext("Cancel the Timer")
            } else if let series = camera.series {
                series.isEnding ? gettext("Saving…") : gettext("End the Series")
            } else if camera.captureActivity.isRecording {
                gettext("Stop Recording")
            } else if isPhoto, camera.seriesInterval != .off {
                gettext("Start a Series")
            } else if isPhoto {
                gettext("Take a Photo")
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
