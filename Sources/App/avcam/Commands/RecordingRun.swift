import AVCamCore
import AVFoundation

/// One recording with its progress line, ended by its duration, by a signal or by a device's failure.
struct RecordingRun {
    let service: CaptureService
    let url: URL
    /// The file's name as typed; `nil` for a place in the library.
    let name: String?
    /// In seconds; `nil` means until a signal comes.
    let duration: Double?
    /// Whether an existing file is replaced, once the movie has something to show.
    var isReplacing = false

    /// Records.
    ///
    /// - Throws: if there is no movie to keep; then there is no file either.
    func movie() async throws -> Movie {
        let old = Identity(url.path)
        let signals = StopSignals { endAtOnce(old) }
        try await service.startRecording(
            to: url, maxDuration: duration.map { .seconds($0) }, replacing: isReplacing)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await showProgress() }
            group.addTask {
                for await _ in signals.requests { _ = try await service.stopRecording() }
            }
            defer { group.cancelAll() }
            return try await service.recordedMovie()
        }
    }

    /// Called at a second signal. Prints the name of the file that remains.
    ///
    /// - Parameter old: the file that was there before.
    private func endAtOnce(_ old: Identity?) {
        let now = Identity(url.path)
        if Console.isErrorTerminal { Console.note("") }
        guard now != nil, now != old else {
            return Console.error(
                "Ended at once, before anything was recorded; "
                    + (old == nil ? "no file is left." : "the old file is left as it was."))
        }
        Console.error(
            name.map { "Ended at once; what was recorded is in \($0), which can be played." }
                ?? "Ended at once; what was recorded is in \(url.path), and is added to the photo library when it is next used."
        )
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
        for await activity in service.activity.values {
            if case .movieCapture(let progress) = activity { line.show(progress) }
        }
        line.show(service.recordingProgress)
        line.end()
    }
}
