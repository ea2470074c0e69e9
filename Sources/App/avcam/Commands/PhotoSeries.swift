import ArgumentParser
import AVCamCore
import AVFoundation

/// Takes photos one after the other: after a timer, at an interval, or as fast as the camera and the disk can.
struct PhotoSeries {
    /// So many photos may be made at the same time; more would only fill the memory.
    private static let overlap = 3
    /// How long a Live Photo's movie begins before the photo.
    private static let livePhotoLead = 1.5

    let service: CaptureService
    let setup: CaptureSetup
    let count: Int
    /// From one press to the next, in seconds.
    let interval: Double?
    /// Until the first press, in seconds.
    let timer: Double

    let signals: StopSignals

    /// Takes the photos, and hands them over in their order.
    ///
    /// After a failure no further photo is taken, and those that were taken are handed over all the same.
    /// - Parameter save: called for one photo after the other, for each exposure of a bracket by itself.
    /// - Throws: the first error; `ExitCode` 130 when a signal came before the first photo.
    func run(_ save: (AVCamCore.Photo) async throws -> Void) async throws {
        var underWay: [Task<[AVCamCore.Photo], any Error>] = []
        var firstError: (any Error)?
        func finishFirst() async {
            do {
                for photo in try await underWay.removeFirst().value { try await save(photo) }
            } catch {
                firstError = firstError ?? error
            }
        }
        try await waitForTimer()
        var next = ContinuousClock.now
        for _ in 0..<count {
            await signals.sleep(until: next)
            if signals.isStopRequested || firstError != nil { break }
            let pressed = ContinuousClock.now
            let (exposed, photos) = press()
            underWay.append(photos)
            for await _ in exposed {}
            next = max(pressed + .seconds(interval ?? 0), .now + spacing)
            if underWay.count >= Self.overlap { await finishFirst() }
        }
        let wasNothing = underWay.isEmpty && firstError == nil && signals.isStopRequested
        while !underWay.isEmpty { await finishFirst() }
        if let firstError { throw firstError }
        if wasNothing { throw ExitCode(ExitStatus.interrupted.rawValue) }
    }

    /// Takes a photo.
    ///
    /// - Returns: a stream that ends when the exposure has been made, or failed, and the task that makes the photo.
    private func press() -> (exposed: AsyncStream<Never>, photos: Task<[AVCamCore.Photo], any Error>) {
        let (exposed, continuation) = AsyncStream.makeStream(of: Never.self)
        let photos = Task { [service] in
            defer { continuation.finish() }
            return try await service.capturePhotos { continuation.finish() }
        }
        return (exposed, photos)
    }

    /// From an exposure to the next press: two photos shall not show the same frame, which is the nearest to the press.
    private var spacing: Duration {
        let frame = setup.camera.activeVideoMinFrameDuration
        return .seconds(frame.isNumeric ? 0.6 * frame.seconds : 0)
    }

    private func waitForTimer() async throws {
        let isLive = setup.features.isLivePhotoEnabled
        // A movie that begins before the photo needs a camera that sends pictures by then.
        if isLive { try await service.waitForPicture() }
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
