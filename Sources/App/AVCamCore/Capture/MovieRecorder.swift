/// Records movies, one at a time.
protocol MovieRecorder: Sendable {
    /// Ends the recording, if there is one. ``movie()`` returns when the file is complete.
    func stopRecording()

    /// Pauses a recording, or continues one that is paused. Without a recording, does nothing.
    func togglePause()

    /// Waits until the last recording has ended, for whatever reason.
    ///
    /// - Throws: `AVError` or ``CameraError/noFrames(_:)`` when there is no movie to keep; ``CameraError/notRecording``.
    func movie() async throws -> Movie
}
