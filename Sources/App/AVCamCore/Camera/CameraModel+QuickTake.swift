/// QuickTake: a movie from photo mode, for as long as the shutter is held.
///
/// A session that takes Live Photos cannot record, so the mode changes, and changes back when the movie has ended.
extension CameraModel {
    /// A QuickTake, until the camera is back in photo mode.
    enum QuickTake {
        case held
        /// The shutter was released, perhaps before the recording has begun.
        case released
    }

    package var isQuickTaking: Bool { quickTake != nil }

    package func beginQuickTake() async {
        let isFree = movie.isNone && burst == nil && runningSeries == nil && timer == nil && !isSwitching
        guard captureMode == .photo, quickTake == nil, isFree, phase.allowsChanges else { return }
        quickTake = .held
        await switchMode(to: .video)
        if captureMode == .video, quickTake == .held { await beginMovie() }
        if quickTake == .released { await stopRecording() }
        // Otherwise the end of the movie does this.
        if movie.isNone { await leaveQuickTake() }
    }

    package func endQuickTake() async {
        guard quickTake == .held else { return }
        quickTake = .released
        await stopRecording()
    }

    /// Returns to photo mode.
    func leaveQuickTake() async {
        guard quickTake != nil else { return }
        quickTake = nil
        await switchMode(to: .photo)
    }
}
