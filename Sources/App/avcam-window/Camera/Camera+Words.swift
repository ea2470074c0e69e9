import AVCamCore
import GtkSupport

/// A setting and its value, as a screen reader says them: `Flash, On`.
enum SettingWords {
    static func setting(_ name: String, _ value: String) -> String { filled(gettext("%s, %s"), name, value) }

    static func setting(_ name: String, _ isOn: Bool) -> String {
        setting(name, isOn ? pgettext("setting", "On") : pgettext("setting", "Off"))
    }
}

extension Camera {
    var flashInWords: String {
        let mode =
            switch photoFeatures.flashMode {
            case .off: pgettext("flash", "Off")
            case .on: pgettext("flash", "On")
            case .auto: pgettext("flash", "Automatic")
            }
        return SettingWords.setting(gettext("Flash"), mode)
    }

    var torchInWords: String { SettingWords.setting(gettext("Torch"), cameraSettings.isTorchOn) }

    var livePhotosInWords: String { SettingWords.setting(gettext("Live Photo"), photoFeatures.isLivePhotoEnabled) }

    var hdrVideoInWords: String { SettingWords.setting(gettext("HDR Video"), isHDRVideoEnabled) }

    var timerInWords: String {
        let seconds = selfTimer.seconds
        let delay = seconds == 0 ? pgettext("timer", "Off") : ngettext("%d second", "%d seconds", seconds)
        return SettingWords.setting(gettext("Self-Timer"), delay)
    }

    var zoomInWords: String {
        filled(gettext("Zoom %s"), ZoomLadder.label(for: cameraSettings.zoom, of: capabilities))
    }

    var modeInWords: String {
        let mode = captureMode == .photo ? pgettext("mode", "Photo") : pgettext("mode", "Video")
        return SettingWords.setting(gettext("Mode"), mode)
    }
}
