/// Which of a person's choices a program's screens show, and let the person change.
package enum CameraScreens: Sendable {
    /// The full-featured window: all of them.
    case window
    /// The app of the reference and its lock screen extension: mode, camera, flash, Live Photo, quality, speed and HDR.
    case app

    /// - Returns: the choices of `state` for which there is a sign, and those of `other` for which there is none.
    func shown(of state: CameraState, beside other: CameraState) -> CameraState {
        guard self == .app else { return state }
        var shown = other
        shown.captureMode = state.captureMode
        shown.cameraID = state.cameraID
        shown.isIntroduced = state.isIntroduced
        shown.isHDRVideoEnabled = state.isHDRVideoEnabled
        shown.movieSpeed = state.movieSpeed
        shown.photoFeatures.flashMode = state.photoFeatures.flashMode
        shown.photoFeatures.isLivePhotoEnabled = state.photoFeatures.isLivePhotoEnabled
        shown.photoFeatures.quality = state.photoFeatures.quality
        return shown
    }
}
