import AVCamCore
import AVCamLinux
import GtkSupport

/// Lets the shutter and the seconds of the self-timer be heard, for those who do not see the window.
///
/// No movie may have these sounds. So there are none during a recording, nor for Live Photos, whose movie begins before
/// the press. The timer's last second is long over when a movie begins.
final class Sounds {
    private let camera: any Camera
    private let settings: WindowSettings
    private var wasExposing = false
    private var lastSecond: Int?
    private var observers: [Observer] = []

    init(of camera: any Camera, _ settings: WindowSettings) {
        self.camera = camera
        self.settings = settings
        observers = [
            observe { [unowned self] in exposureChanged(camera.shouldFlashScreen) },
            observe { [unowned self] in secondChanged(camera.countdown) },
        ]
    }

    private func exposureChanged(_ isExposing: Bool) {
        guard isExposing != wasExposing else { return }
        wasExposing = isExposing
        // The photos of a burst come faster than the sound.
        if isExposing, camera.burst.map({ $0.count == 0 }) ?? true { play(.shutter) }
    }

    private func secondChanged(_ second: Int?) {
        guard second != lastSecond else { return }
        lastSecond = second
        if second != nil { play(.tick) }
    }

    private func play(_ sound: CameraSound) {
        let isLive = camera.photoFeatures.limited(to: camera.capabilities).isLivePhotoEnabled
        guard settings.playsSounds, !isLive, !camera.captureActivity.isRecording else { return }
        sound.play()
    }
}
