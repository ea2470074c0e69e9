import AVCamCore
import GtkSupport

/// A bracket takes neither the flash nor a Live Photo, so that one choice ends another.
extension CameraWindow {
    /// Makes a choice for the next photos, and tells what it has turned off.
    func choosePhotos(_ choose: (inout PhotoFeatures) -> Void) {
        let old = camera.photoFeatures
        var new = old
        choose(&new)
        camera.photoFeatures = new
        if let sentence = Self.loss(from: old, to: new) { tell(sentence) }
    }

    /// What has been turned off that was not chosen, and why; `nil` if there is nothing.
    private static func loss(from old: PhotoFeatures, to new: PhotoFeatures) -> String? {
        if new.bracket.isEmpty {
            if old.bracket.isEmpty { return nil }
            if new.flashMode != .off { return gettext("Bracketing is off; it cannot use the flash.") }
            return new.isLivePhotoEnabled ? gettext("Bracketing is off; a Live Photo has only one exposure.") : nil
        }
        switch (old.flashMode != .off, old.isLivePhotoEnabled) {
        case (true, true): return gettext("The flash and Live Photos are off; bracketing cannot use them.")
        case (true, false): return gettext("The flash is off; bracketing cannot use it.")
        case (false, true): return gettext("Live Photos are off; a Live Photo has only one exposure.")
        case (false, false): return nil
        }
    }
}
