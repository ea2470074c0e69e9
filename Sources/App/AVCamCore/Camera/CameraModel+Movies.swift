import AVFoundation

/// Movies.
extension CameraModel {
    /// The movie that somebody has asked for.
    ///
    /// | what happens | from | to |
    /// | --- | --- | --- |
    /// | `toggleRecording()` | none | beginning |
    /// | the recording starts | beginning | recording |
    /// | it cannot start | beginning | none |
    /// | it has ended, whoever ended it, and is saved | recording | none |
    enum MoviePhase {
        case none
        /// A change may have to be made first, and the camera may have to wake.
        case beginning(Task<Void, Never>)
        /// The task ends when the movie is saved.
        case recording(Task<Void, Never>)

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    package func toggleRecording() async {
        switch movie {
        // Pressed twice: it has not begun yet.
        case .beginning(let task): await task.value
        case .recording: await stopRecording()
        case .none:
            guard captureMode == .video else { return }
            let task = Task { await beginRecording() }
            movie = .beginning(task)
            await task.value
            await settlePause()
        }
    }

    private func beginRecording() async {
        await changes?.value
        do {
            // That may have been a change to photos.
            guard captureMode == .video else { return movie = .none }
            try await wakeForCapture()
            let place = try await store.makeRecordingPlace()
            try await service.startRecording(to: place.url)
            movie = .recording(Task { await saveWhenEnded(place) })
        } catch {
            problem = Message(error)
            movie = .none
        }
    }

    /// Ends the recording; returns when its movie is saved.
    func stopRecording() async {
        guard case .recording(let task) = movie else { return }
        // The task that saves the movie gets the error.
        _ = try? await service.stopRecording()
        await task.value
    }

    /// Saves the movie, whoever ends it: recordings end by themselves too, on a full disk or when the camera is pulled
    /// out.
    private func saveWhenEnded(_ place: any MoviePlace) async {
        await trying {
            let movie = try await service.recordedMovie()
            lastSaved = try await store.save(movie)
            problem = movie.interruption.map(Message.init) ?? problem
        }
        movie = .none
        await storageChanged()
        await settlePause()
    }
}
