import AVFoundation
import Photos

/// Movies.
extension CameraModel {
    /// The progress of the requested movie.
    ///
    /// | what happens | from | to |
    /// | --- | --- | --- |
    /// | `toggleRecording()` | none | beginning |
    /// | the recording starts | beginning | recording |
    /// | it cannot start | beginning | none |
    /// | it has ended, for whatever reason | recording | saving |
    /// | its movie is saved | recording, saving | none |
    enum MoviePhase {
        case none
        /// Pending changes come first, and a resting camera has to wake.
        case beginning(Task<Void, Never>)
        /// The task ends when the movie is saved.
        case recording(Task<Void, Never>)
        /// Screens offer every choice again: what is chosen now waits for the task, which ends when the movie is saved.
        case saving(Task<Void, Never>)

        var isNone: Bool { if case .none = self { true } else { false } }

        /// Whether it is wanted and has not ended.
        var isUnderWay: Bool {
            switch self {
            case .beginning, .recording: true
            case .none, .saving: false
            }
        }
    }

    package func toggleRecording() async {
        if isQuickTaking { return await endQuickTake() }
        switch movie {
        // A second press before the recording has begun. Once the recording is shown, the press is meant to end it.
        case .beginning(let task):
            let isShown = captureActivity.isRecording
            await task.value
            if isShown { await stopRecording() }
        case .recording: await stopRecording()
        case .saving(let task):
            await task.value
            await toggleRecording()
        case .none:
            guard captureMode == .video else { return }
            if timer != nil { return cancelCountdown() }
            guard await countDown(), movie.isNone else { return await captureEnded() }
            await beginMovie()
            await captureEnded()
        }
    }

    func beginMovie() async {
        let task = Task { await beginRecording() }
        movie = .beginning(task)
        await task.value
    }

    package func togglePause() async {
        guard case .recording = movie else { return }
        await service.togglePause()
    }

    private func beginRecording() async {
        await changes?.value
        do {
            // One of the changes may have switched to photo mode.
            guard captureMode == .video else { return movie = .none }
            try await wakeForCapture()
            let place = try await store.makeRecordingPlace()
            hasToldLossOfRaw = false
            let isChanged = try await service.startRecording(to: place.url)
            movie = .recording(Task { await saveWhenEnded(place) })
            if isChanged { await devicesChanged() }
        } catch {
            problem = Message(error)
            movie = .none
        }
    }

    /// Ends the recording. Returns when its movie is saved.
    func stopRecording() async {
        guard case .recording(let task) = movie else { return await movieIsSaved() }
        // The task that saves the movie reports the error.
        _ = try? await service.stopRecording()
        await task.value
    }

    func movieHasEnded() {
        if case .recording(let task) = movie { movie = .saving(task) }
    }

    /// Waits until no movie is being saved anymore.
    func movieIsSaved() async {
        if case .saving(let task) = movie { await task.value }
    }

    /// Saves the movie when its recording ends: on request, or by itself when the disk is full or the camera is
    /// unplugged.
    private func saveWhenEnded(_ place: any MoviePlace) async {
        await trying {
            let movie = try await service.recordedMovie()
            movieHasEnded()
            await learn(from: movie)
            var failure: (any Error)?
            do { lastSaved = try await store.save(movie) } catch { failure = error }
            if let news = Self.message(of: movie, notSaved: failure) { tell(news) }
        }
        // The last progress report may not have arrived yet, and would be taken for one of the next movie.
        while captureActivity.isRecording {
            guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { break }
        }
        movie = .none
        await storageChanged()
        await captureEnded()
    }

    /// Why a movie is not what was wanted, and what became of it; `nil` if all is well.
    ///
    /// - Parameter failure: why it could not be saved.
    static func message(of movie: Movie, notSaved failure: (any Error)?) -> Message? {
        guard let interruption = movie.interruption else { return failure.map { Message($0) } }
        // The same full disk is one reason for both.
        if let failure, interruption.isFullDisk, failure.isFullDisk { return Message(failure) }
        var message = reason(for: interruption, movie)
        let hasEndedByItself = movie.lostMicrophone == nil
        if let failure {
            message.outcome = Message(failure)
        } else if hasEndedByItself {
            message.outcome = Message(translatable("What was recorded is saved."))
        }
        message.isOfEndedRecording = message.outcome != nil
        return message
    }

    /// A microphone that failed has only taken the sound, and may be back by now.
    private static func reason(for interruption: any Error, _ movie: Movie) -> Message {
        guard let microphone = movie.lostMicrophone else {
            return movie.interruptionReason.map { Message($0.sentence) } ?? Message(interruption)
        }
        let sentence =
            movie.progress.isMissingSound
            ? translatable("%s stopped during the recording; the rest of the movie has no sound.")
            : translatable("%s stopped for a while during the recording; that part of the movie has no sound.")
        return Message(sentence, microphone.localizedName)
    }
}

extension Error {
    fileprivate var isFullDisk: Bool {
        (self as? AVError)?.code == .diskFull || (self as? PHPhotosError)?.code == .notEnoughSpace
    }
}
