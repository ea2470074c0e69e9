import AVFoundation

/// Records movies, which play as fast as it happened, or faster or slower.
extension CaptureService {
    /// Starts recording into a new file.
    ///
    /// - Parameters:
    ///   - maxDuration: the duration after which the recording ends by itself.
    ///   - isReplacing: whether an existing file is replaced, once the movie has something to show.
    /// - Returns: whether the microphone was changed first.
    @discardableResult package func startRecording(
        to url: URL, maxDuration: Duration? = nil, replacing isReplacing: Bool = false
    ) async throws -> Bool {
        await settleInterruption()
        // A microphone may have come or gone during the last movie. If it cannot be used, the movie is silent.
        let isChanged = (try? settleSound()) ?? false
        guard session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        // What happened before is not why this movie ends.
        notifications.forgetError()
        if let plan = retimingPlan(replacing: isReplacing) {
            recorder = retimedCapture
            try retimedCapture.startRecording(
                to: url, plan, of: session, maxDuration: maxDuration, timeout: timeout, cameraName: cameraName)
        } else {
            recorder = movieCapture
            retimedCapture.forget()
            try movieCapture.startRecording(
                to: url, maxDuration: maxDuration, replacing: isReplacing, at: place, timeout: timeout,
                cameraName: cameraName)
        }
        return isChanged
    }

    /// `nil` for a movie that plays as fast as it happens.
    private func retimingPlan(replacing isReplacing: Bool) -> RetimedMovie.Plan? {
        guard let setup, setup.movieSpeed != .normal else { return nil }
        return RetimedMovie.Plan(
            speed: setup.movieSpeed, frameRate: videoFormat?.frameRate ?? 0, bitRate: setup.bitRate,
            isReplacing: isReplacing, metadata: movieMetadata(of: setup.camera) + (place?.movieMetadata ?? []))
    }

    /// What a movie file output writes by itself.
    private func movieMetadata(of camera: AVCaptureDevice) -> [AVMetadataItem] {
        let dates = ISO8601DateFormatter()
        dates.timeZone = .current
        dates.formatOptions.remove(.withColonSeparatorInTimeZone)
        let facts: [(AVMetadataIdentifier, String)] = [
            (.quickTimeMetadataCreationDate, dates.string(from: Date())),
            (.quickTimeMetadataModel, camera.localizedName), (.quickTimeMetadataMake, camera.manufacturer),
            (.quickTimeMetadataSoftware, ProcessInfo.processInfo.processName),
        ]
        return facts.filter { !$0.1.isEmpty }.map { identifier, value in
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = value as NSString
            return item
        }
    }

    /// Whether a movie is being recorded, or completed.
    var isRecording: Bool { movieCapture.output.isRecording || retimedCapture.isRecording }

    /// Ends the recording.
    ///
    /// - Returns: the movie, when its file is complete.
    package func stopRecording() async throws -> Movie {
        recorder.stopRecording()
        return try await recordedMovie()
    }

    /// Pauses the recording, or continues it. What happens meanwhile is not in the movie.
    package func togglePause() { recorder.togglePause() }

    /// Waits until the recording has ended, for whatever reason: a limit, the camera, the disk or ``stopRecording()``.
    package func recordedMovie() async throws -> Movie {
        var movie = try await recorder.movie()
        movie.interruption = movie.interruption ?? notifications.lastError
        if (movie.interruption as? AVError)?.code == .sessionWasInterrupted {
            movie.interruptionReason = notifications.latestInterruptionReason
        }
        return movie
    }

    /// How far the recording has come. Can be called from any thread.
    package nonisolated var recordingProgress: RecordingProgress {
        let retimed = retimedCapture.progress
        return retimed.frames > 0 ? retimed : movieCapture.progress
    }
}
