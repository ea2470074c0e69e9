import AVFoundation

/// Bursts: photos one after the other, for as long as the shutter is held.
extension CameraModel {
    /// How many photos may be in work at once: while one is exposed, others are compressed.
    private static let maxUnderWay = 3

    package func takeBurst() async {
        guard captureMode == .photo, burst == nil, runningSeries == nil, timer == nil else { return }
        burst = BurstProgress()
        let id = UUID()
        let task = Task { await takePhotosOfBurst() }
        photos[id] = task
        await task.value
        photos[id] = nil
        burst = nil
        await captureEnded()
    }

    package func endBurst() { burst?.isEnding = true }

    private func takePhotosOfBurst() async {
        await changes?.value
        await trying {
            try await wakeForCapture()
            let chosen = photoFeatures.limited(to: service.capabilities.value)
            // At the start, because a person can then still choose to take single photos.
            if let loss = chosen.lossInBurst { problem = loss }
            let features = chosen.inBurst(UUID().uuidString).limited(to: service.capabilities.value)
            var failure = await takeBurst(with: features)
            do { try await prepareForSinglePhotos() } catch { failure = failure ?? error }
            if let failure { throw failure }
        }
    }

    /// Takes photos until the burst ends. One that fails ends it, and is not counted; those that have been taken are saved
    /// all the same.
    ///
    /// - Returns: why the first one failed that did.
    private func takeBurst(with features: PhotoFeatures) async -> (any Error)? {
        var failure: (any Error)?
        await withTaskGroup(of: Result<[Photo], any Error>.self) { group in
            var underWay = 0
            while let progress = burst, !progress.isEnding, progress.count < BurstProgress.maxCount {
                if underWay == Self.maxUnderWay, let photos = await group.next() {
                    underWay -= 1
                    await save(photos, &failure)
                }
                if failure != nil { break }
                let exposed = Outcome<Void>()
                group.addTask { [service] in await Self.takePhotos(by: service, with: features, exposed) }
                underWay += 1
                guard (try? await exposed.value()) != nil else { break }
                burst?.count += 1
                try? await Task.sleep(for: service.spacing)
            }
            for await photos in group { await save(photos, &failure) }
        }
        return failure
    }

    /// - Parameter exposed: succeeds when the exposure has been made.
    private nonisolated static func takePhotos(
        by service: CaptureService, with features: PhotoFeatures, _ exposed: Outcome<Void>
    ) async -> Result<[Photo], any Error> {
        // After a failure, the exposure is no longer awaited. Only the first result counts.
        defer { exposed.set(.failure(CancellationError())) }
        do {
            return .success(try await service.capturePhotos(with: features) { exposed.set(.success(())) })
        } catch {
            return .failure(error)
        }
    }

    /// Live Photos need the moments before the press.
    private func prepareForSinglePhotos() async throws {
        // The camera may be another one by now.
        await changes?.value
        guard case .running = phase, captureMode == .photo else { return }
        try await service.setPhotoFeatures(photoFeatures.limited(to: service.capabilities.value))
    }

    private func save(_ photos: Result<[Photo], any Error>, _ failure: inout (any Error)?) async {
        do {
            for photo in try photos.get() { lastSaved = try await store.save(photo) }
        } catch {
            failure = failure ?? error
        }
    }
}
