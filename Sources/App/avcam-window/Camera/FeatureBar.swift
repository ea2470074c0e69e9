import AVCamCore
import GtkSupport

/// The settings for the next capture, at the top of the window: flash or torch, Live Photo or HDR, self-timer.
final class FeatureBar {
    private let camera: any Camera
    private let box: Widget
    private let flash: Widget
    private let torch: Widget
    private let live: Widget
    private let hdr: Widget
    private let timer: Widget
    private var observers: [Observer] = []

    init(_ interface: Interface, of camera: any Camera) {
        self.camera = camera
        box = interface["features"]
        flash = interface["flash"]
        torch = interface["torch"]
        live = interface["live"]
        hdr = interface["hdr"]
        timer = interface["timer"]
        for menu in [flash, timer] { (menu.popover as Widget?)?.focusChosenWhenShown() }
        observers = [
            observe { [unowned self] in offer() },
            observe { [unowned self] in showState() },
        ]
    }

    /// Shows only what the camera supports in the current mode.
    private func offer() {
        let capabilities = camera.capabilities
        let isPhoto = camera.captureMode == .photo
        box.visible = camera.status == .running
        flash.visible = isPhoto && capabilities.flashModes.count > 1
        torch.visible = !isPhoto && capabilities.hasTorch
        live.visible = isPhoto && capabilities.isLivePhotoCaptureSupported
        hdr.visible = !isPhoto && capabilities.isHDRVideoSupported && camera.movieSpeedInUse == .normal
    }

    private func showState() {
        let features = camera.photoFeatures
        flash.iconName =
            switch features.flashMode {
            case .off: "avcam-flash-off-symbolic"
            case .on: "avcam-flash-symbolic"
            case .auto: "avcam-flash-auto-symbolic"
            }
        flash.setClass("chosen", features.flashMode != .off)
        flash.setTooltip(gettext("Flash"), name: camera.flashInWords)
        torch.setTooltip(gettext("Torch"), name: camera.torchInWords)
        live.iconName = features.isLivePhotoEnabled ? "avcam-live-photo-symbolic" : "avcam-live-photo-off-symbolic"
        live.setTooltip(gettext("Live Photo"), name: camera.livePhotosInWords)
        hdr.iconName = camera.isHDRVideoEnabled ? "avcam-hdr-symbolic" : "avcam-hdr-off-symbolic"
        hdr.setTooltip(gettext("HDR Video"), name: camera.hdrVideoInWords)
        timer.iconName = camera.selfTimer == .off ? "avcam-timer-off-symbolic" : "avcam-timer-symbolic"
        timer.setClass("chosen", camera.selfTimer != .off)
        timer.setTooltip(gettext("Self-Timer"), name: camera.timerInWords)
    }
}
