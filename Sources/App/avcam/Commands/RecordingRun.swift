import AVCamCore
import AVFoundation

/// One recording with its progress line, ended by its duration, by a signal or by what happens to the devices.
struct RecordingRun {
    let service: CaptureService
    let url: URL
    /// As it was typed; `nil` for a place in the library.
    let name: String?
    /// In seconds; `nil` goes on until a signal comes.
    let duration: Double?
    /// What the movie replaces; it comes back when there is no movie.
    var replaced: ReplacedFile?

    /// Records.
    ///
    /// - Throws: when there is no movie to keep; there is no file then either.
    func movie() async throws -> Movie {
        let signals = StopSignals(impatient: endAtOnce)
        // A movie that nobody wants to keep was removed by whoever made it.
        defer { replaced?.settle() }
        try await service.startRecording(to: url, maxDuration: duration.map { .seconds($0) })
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await showProgress() }
            group.addTask {
                for await _ in signals.requests { _ = try await service.stopRecording() }
            }
            defer { group.cancelAll() }
            return try await service.recordedMovie()
        }
    }

    /// After a second signal: names the file that is left.
    @Sendable private func endAtOnce() {
        var status = stat()
        let isRecorded = stat(url.path, &status) == 0 && status.st_size > 0
        if !isRecorded { unlink(url.path) }
        replaced?.settle()
        if Console.isErrorTerminal { Console.note("") }
        guard isRecorded else { return Console.error("Ended at once, before anything was recorded; no file is left.") }
        Console.error(
            name.map { "Ended at once; what was recorded is in \($0), which can be played." }
                ?? "Ended at once; what was recorded is in \(url.path), and comes into the photo library with its next use."
        )
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
