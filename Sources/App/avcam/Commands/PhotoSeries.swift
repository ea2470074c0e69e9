import ArgumentParser
import AVCamCore
import AVFoundation

/// Takes photos one after the other: after a timer, at an interval, or as fast as the camera and the disk can.
struct PhotoSeries {
    /// How many photos may be in progress at the same time; more would only fill the memory.
    private static let overlap = 3
    /// How long before the photo a Live Photo's movie begins, in seconds.
    private static let livePhotoLead = 1.5
    /// How long after a signal a camera may still take for the exposure under way.
    private static let grace = Duration.seconds(1)

    let service: CaptureService
    let setup: CaptureSetup
    let count: Int
    /// The time from one press to the next, in seconds.
    let interval: Double?
    /// The time until the first press, in seconds.
    let timer: Double

    let signals: StopSignals

    /// Takes the photos, and passes each on, in order, as soon as it is made: the next press may be minutes away.
    ///
    /// After a failure no further photo is taken, but those that were taken are still passed on.
    /// - Parameter save: called for each photo in turn; each exposure of a bracket is a photo of its own.
    /// - Throws: the first error; ``Failure`` 130 when a signal ended an exposure that took too long, or came before the
    ///   first photo.
    func run(_ save: (AVCamCore.Photo) async throws -> Void) async throws {
        do { try await waitForTimer() } catch is Stuck { throw stuckFailure }
        let (taken, continuation) = AsyncStream.makeStream(of: PhotosInProgress.self)
        let (room, release) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<Self.overlap { release.yield() }
        let presses = Task {
            defer { continuation.finish() }
            try await pressAll(whenThereIs: room) { continuation.yield($0) }
        }
        var firstError: (any Error)?
        var isEmpty = true
        for await photos in taken {
            isEmpty = false
            do {
                for photo in try await photos.value { try await save(photo) }
            } catch {
                firstError = firstError ?? error
                presses.cancel()
            }
            release.yield()
        }
        do { try await presses.value } catch { firstError = firstError ?? error }
        if let firstError { throw firstError }
        if isEmpty, signals.isStopRequested { throw Failure(.interrupted, "Ended before the first photo.") }
    }

    private typealias PhotosInProgress = Task<[AVCamCore.Photo], any Error>

    /// Presses for each photo; no more after a signal, or when the task is cancelled.
    ///
    /// - Parameters:
    ///   - room: one element for each further photo that may be in progress.
    ///   - onTaken: called after each exposure.
    /// - Throws: ``Failure`` 130 when a signal ended an exposure that took too long.
    private func pressAll(whenThereIs room: AsyncStream<Void>, onTaken: (PhotosInProgress) -> Void) async throws {
        // The last photos are made while the camera closes, which takes it a frame's time. A Live Photo's movie goes on.
        defer { if !setup.features.isLivePhotoEnabled { Task { [service] in await service.pause() } } }
        var room = room.makeAsyncIterator()
        var next = ContinuousClock.now
        for _ in 0..<count {
            await signals.sleep(until: next)
            await room.next()
            if signals.isStopRequested || Task.isCancelled { return }
            let pressed = ContinuousClock.now
            let (exposed, photos) = press()
            // The photo before may fail meanwhile; what is being exposed is taken all the same.
            guard await Task(operation: { await isOver(exposed) }).value else { throw stuckFailure }
            onTaken(photos)
            next = max(pressed + .seconds(interval ?? 0), .now + (await service.spacing))
        }
    }

    /// Waits for an exposure, or until a grace period after a signal is over.
    ///
    /// - Returns: `false` when the grace period ended before the exposure was made.
    private func isOver(_ exposed: AsyncStream<Never>) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in exposed {}
                // Cancellation ends the loop too.
                return !Task.isCancelled
            }
            group.addTask { await !isStopOverdue() }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
    }

    /// Returns when the grace period after a signal is over.
    ///
    /// - Returns: `false` when the task was cancelled first.
    private func isStopOverdue() async -> Bool {
        while !Task.isCancelled {
            if let moment = signals.stopMoment, .now - moment > Self.grace { return true }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// The camera sent no frame before the grace period after a signal was over.
    private struct Stuck: Error {}

    private var stuckFailure: Failure {
        Failure(
            .interrupted,
            "Ended before \(setup.camera.uniqueID) had made the exposure; what had not been saved is lost.")
    }

    private func waitForPicture() async throws {
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        let wait = Task { [service] in
            defer { continuation.finish() }
            try await service.waitForPicture()
        }
        guard await isOver(ended) else { throw Stuck() }
        try await wait.value
    }

    /// Takes a photo.
    ///
    /// - Returns: a stream that ends when the exposure has been made, or failed, and the task that makes the photo.
    private func press() -> (exposed: AsyncStream<Never>, photos: PhotosInProgress) {
        let (exposed, continuation) = AsyncStream.makeStream(of: Never.self)
        let photos = Task { [service] in
            defer { continuation.finish() }
            return try await service.capturePhotos { continuation.finish() }
        }
        return (exposed, photos)
    }

    private func waitForTimer() async throws {
        let isLive = setup.features.isLivePhotoEnabled
        // The movie begins before the photo, so the camera must already be sending pictures.
        if isLive { try await waitForPicture() }
        let seconds = isLive ? max(timer, Self.livePhotoLead) : timer
        let end = ContinuousClock.now + .seconds(seconds)
        var line = ProgressLine()
        while timer > 0, end > .now, !signals.isStopRequested {
            let left = (end - .now) / .seconds(1)
            line.show("Photo in \(Int(left.rounded(.up))) s")
            await signals.sleep(until: .now + .seconds(min(left, left - left.rounded(.up) + 1)))
        }
        line.erase()
        await signals.sleep(until: end)
    }
}
