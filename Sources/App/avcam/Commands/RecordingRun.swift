import AVCamCore
import AVFoundation
import CShortage
import Locking

/// One recording with its progress line, ended by its duration, by a signal or by a device's failure.
final class RecordingRun: Sendable {
    let service: CaptureService
    let url: URL
    /// The file's name as typed; `nil` for a place in the library.
    let name: String?
    /// In seconds; `nil` means until a signal comes.
    let duration: Double?
    /// Whether an existing file is replaced, once the movie has something to show.
    let isReplacing: Bool
    /// The file that was there before.
    private let old: Identity?
    private let isComplete = Mutex(false)
    /// When the recording should have ended; `nil` before it has begun, and when it has ended.
    private let end = Mutex<ContinuousClock.Instant?>(nil)
    /// As long as a duration can be, in seconds.
    private static let longest = 1e9
    /// How much later it may end.
    private static let lateness = Duration.seconds(2)

    init(service: CaptureService, url: URL, name: String?, duration: Double?, isReplacing: Bool = false) {
        self.service = service
        self.url = url
        self.name = name
        self.duration = duration
        self.isReplacing = isReplacing
        old = Identity(url.path)
    }

    /// Records.
    ///
    /// - Throws: if there is no movie to keep; then there is no file either.
    func movie(until signals: StopSignals) async throws -> Movie {
        let movie = try await record(until: signals)
        isComplete.withLock { $0 = true }
        return movie
    }

    /// Saves the movie in the library. After a signal the library has only a few seconds for it: another program may hold it.
    ///
    /// - Returns: the movie's path.
    func save(_ movie: Movie, in library: MediaLibrary, until signals: StopSignals) async throws -> String {
        let deadline = StopDeadline(signals, ending: endAtOnce)
        defer { withExtendedLifetime(deadline) {} }
        let path = try await library.save(movie).urls.first?.path ?? ""
        descriptors_set_what_remains(nil)
        return path
    }

    private func record(until signals: StopSignals) async throws -> Movie {
        try await service.startRecording(
            to: url, maxDuration: duration.map { .seconds($0) }, replacing: isReplacing)
        end.withLock { $0 = .now + .seconds(duration ?? Self.longest) + Self.lateness }
        defer { end.withLock { $0 = nil } }
        // Until its first picture, the file that a recording replaces has this name.
        if !isReplacing { descriptors_set_what_remains(whereItIs.prefix(1).uppercased() + whereItIs.dropFirst()) }
        WatchThread.shared.letGoOn { self.end.withLock { $0.map { .now < $0 } ?? false } }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.showProgress() }
            group.addTask {
                for await _ in signals.requests { _ = try await self.service.stopRecording() }
            }
            defer { group.cancelAll() }
            return try await service.recordedMovie()
        }
    }

    /// Called at a second signal, or when saving takes too long. Says which file remains.
    @Sendable func endAtOnce() -> String {
        let now = Identity(url.path)
        if Console.isErrorTerminal { Console.note("") }
        if name == nil, isComplete.withLock({ $0 }) {
            let place = now == nil ? "" : " (\(url.path))"
            return "Ended at once, before the photo library had taken the movie; it is complete\(place), and is in the"
                + " library when that is next used."
        }
        guard now != nil, now != old else {
            return "Ended at once, before anything was recorded; "
                + (old == nil ? "no file is left." : "the old file is left as it was.")
        }
        return "Ended at once; \(whereItIs)"
    }

    /// Where a recording is that the program leaves.
    private var whereItIs: String {
        name.map { "what was recorded is in \($0), which can be played." }
            ?? "what was recorded is in \(url.path), and is added to the photo library when it is next used."
    }

    /// Which file a path leads to.
    private struct Identity: Equatable {
        var device: dev_t
        var number: ino_t

        /// `nil` when there is none.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    private func showProgress() async {
        var line = ProgressLine()
        var isMissingSound = false
        for await activity in service.activity.values {
            guard case .movieCapture(let progress) = activity else { continue }
            if progress.isMissingSound != isMissingSound {
                isMissingSound = progress.isMissingSound
                line.erase()
                Console.note(Sentence.aboutSound(isMissing: isMissingSound))
            }
            line.show(progress)
        }
        line.show(service.recordingProgress)
        line.end()
    }
}
