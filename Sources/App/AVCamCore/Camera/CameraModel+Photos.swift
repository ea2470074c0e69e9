import AVFoundation

/// Photos.
extension CameraModel {
    /// How long the screen blinks.
    private static let flashDuration = Duration.milliseconds(100)

    package func capturePhoto() async {
        if captureMode == .photo {
            if timer != nil { return cancelCountdown() }
            if runningSeries != nil { return endSeries() }
            guard await countDown() else { return await captureEnded() }
            if seriesInterval != .off { return await takeSeries() }
        }
        let id = UUID()
        let task = Task { _ = await takePhotos() }
        photos[id] = task
        await task.value
        photos[id] = nil
        await captureEnded()
    }

    /// - Returns: how many are saved; `nil` when there is a ``problem`` instead.
    func takePhotos() async -> Int? {
        await changes?.value
        var count: Int?
        await trying {
            try await wakeForCapture()
            tellLossOfRaw()
            let features = photoFeatures.limited(to: service.capabilities.value)
            let taken = try await service.capturePhotos(with: features)
            for photo in taken {
                do {
                    lastSaved = try await store.save(photo)
                } catch {
                    throw photo.livePhotoProblem.map { UnsavedLivePhoto(movieFailure: $0, failure: error) } ?? error
                }
                if let loss = photo.livePhotoProblem { tell(Message(loss)) }
            }
            savedPhotoCount += taken.count
            count = taken.count
        }
        return count
    }

    /// A photo beside a movie lacks the sensor's data, whatever a person has chosen. Once for each recording is enough.
    private func tellLossOfRaw() {
        guard captureActivity.isRecording, photoFeatures.format.hasRaw, !hasToldLossOfRaw else { return }
        hasToldLossOfRaw = true
        tell(Message(translatable("During a recording, photos are not RAW.")))
    }

    /// Wakes a resting camera. A hardware button or another program can request a capture while the window is hidden.
    func wakeForCapture() async throws {
        switch phase {
        case .resting, .starting(_, shown: .running):
            await wake()
            try await service.waitForPicture()
        default: break
        }
    }

    func flashScreen() {
        // A burst is one blink: what it takes has to be seen.
        let isLaterOfBurst = burst != nil && hasBlinkedForBurst
        hasBlinkedForBurst = burst != nil
        if isLaterOfBurst { return }
        shouldFlashScreen = true
        Task { [weak self] in
            try? await Task.sleep(for: Self.flashDuration)
            self?.shouldFlashScreen = false
        }
    }
}
