import Foundation

/// QuickTake: a movie from photo mode, for as long as the shutter is held.
///
/// A session that takes Live Photos cannot record, so the mode changes, and changes back when the movie has ended.
extension CameraModel {
    /// A QuickTake, until the camera is back in photo mode and what was captured is saved.
    struct QuickTake {
        let task: Task<Void, Never>
        /// Whether the shutter was released, perhaps before the recording has begun.
        var isReleased = false
    }

    package var isQuickTaking: Bool { quickTake != nil }

    package func beginQuickTake() async {
        let isFree = movie.isNone && burst == nil && runningSeries == nil && timer == nil
        guard captureMode == .photo, quickTake == nil, isFree, phase.allowsChanges else { return }
        let task = Task { await takeQuickly() }
        quickTake = QuickTake(task: task)
        await task.value
        quickTake = nil
        await captureEnded()
    }

    package func endQuickTake() async {
        guard let task = quickTake?.task else { return }
        quickTake?.isReleased = true
        await endMovieOfQuickTake()
        await task.value
    }

    private func takeQuickly() async {
        // The camera may be changing; after that, photos may no longer be what is taken.
        await changes?.value
        guard captureMode == .photo else { return }
        await changeMode(to: .video, isQuickTake: true)
        // A slow press, or a hand that trembles: a photo was meant.
        if quickTake?.isReleased == true {
            await returnToPhotoMode()
            _ = await takePhotos()
            return
        }
        if captureMode == .video { await beginMovie() }
        if case .recording(let task) = movie {
            if quickTake?.isReleased == true { await endMovieOfQuickTake() }
            await task.value
        } else {
            await movieIsSaved()
        }
        await returnToPhotoMode()
    }

    /// Ends the movie once there is something to save.
    private func endMovieOfQuickTake() async {
        while case .recording = movie, !hasContent {
            guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { break }
        }
        await stopRecording()
    }

    /// Whether the movie has a frame, or waits for none.
    private var hasContent: Bool {
        guard case .movieCapture(let progress) = captureActivity else { return false }
        return progress.frames > 0 || progress.isPaused
    }

    /// A camera that is gone, or has failed, begins in photo mode the next time.
    private func returnToPhotoMode() async {
        guard captureMode == .video else { return }
        if await service.isReady { return await changeMode(to: .photo, isQuickTake: true) }
        state.captureMode = .photo
        remember()
    }
}
