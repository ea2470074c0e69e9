import AVFoundation

/// Photos, the self-timer and movies.
extension CameraModel {
    /// How long the screen blinks.
    private static let flashDuration = Duration.milliseconds(100)

    package func capturePhoto() async {
        if countdown != nil { return cancelCountdown() }
        guard await countDown() else { return await settlePause() }
        let id = UUID()
        let task = Task { await takePhotos() }
        photos[id] = task
        await task.value
        photos[id] = nil
        await settlePause()
    }

    private func takePhotos() async {
        await changes?.value
        await trying {
            try await wakeForCapture()
            let features = photoFeatures.limited(to: service.capabilities.value)
            for photo in try await service.capturePhotos(with: features) {
                lastSaved = try await store.save(photo)
                problem = photo.livePhotoProblem.map(Message.init) ?? problem
            }
        }
    }

    /// A camera that rests can be told to capture all the same, by a button or another program.
    private func wakeForCapture() async throws {
        guard isPaused || waking != nil else { return }
        await wake()
        try await service.waitForPicture()
    }

    func flashScreen() {
        shouldFlashScreen = true
        Task { [weak self] in
            try? await Task.sleep(for: Self.flashDuration)
            self?.shouldFlashScreen = false
        }
    }

    // MARK: The self-timer

    /// - Returns: whether the photo is to be taken: the time was not cut short.
    private func countDown() async -> Bool {
        guard selfTimer != .off, status == .running else { return true }
        let task = Task { [weak self, sleep, seconds = selfTimer.seconds] in
            for left in stride(from: seconds, to: 0, by: -1) {
                if Task.isCancelled { return false }
                self?.countdown = left
                do { try await sleep(.seconds(1)) } catch { return false }
            }
            return !Task.isCancelled
        }
        counting = task
        let isOver = await task.value
        countdown = nil
        counting = nil
        return isOver
    }

    package func cancelCountdown() {
        counting?.cancel()
        countdown = nil
    }

    // MARK: Movies

    package func toggleRecording() async {
        // Pressed twice: it has not begun yet.
        if let beginningRecording { return await beginningRecording.value }
        if recordingPlace != nil { return await stopRecording() }
        guard captureMode == .video else { return }
        let task = Task { await beginRecording() }
        beginningRecording = task
        await task.value
        beginningRecording = nil
        await settlePause()
    }

    private func beginRecording() async {
        await trying {
            try await wakeForCapture()
            let place = try await store.makeRecordingPlace()
            try await service.startRecording(to: place.url)
            recordingPlace = place
            savingRecording = Task { await saveWhenEnded(place) }
        }
    }

    /// Ends the recording; returns when its movie is saved.
    func stopRecording() async {
        // How it ended is told to who saves the movie.
        _ = try? await service.stopRecording()
        await savingRecording?.value
    }

    /// Saves the movie, whoever ends it: recordings end by themselves too, on a full disk or when the camera is pulled
    /// out.
    private func saveWhenEnded(_ place: any MoviePlace) async {
        await trying {
            defer { recordingPlace = nil }
            let movie = try await service.recordedMovie()
            lastSaved = try await store.save(movie)
            problem = movie.interruption.map(Message.init) ?? problem
        }
        await storageChanged()
        await settlePause()
    }
}
