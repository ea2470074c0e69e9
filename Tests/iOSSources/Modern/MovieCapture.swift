import AVFoundation
import Combine

/// The app's movie output.
final class MovieCapture {
    @Published private(set) var activity = CaptureService.Activity.idle

    let output = AVCaptureMovieFileOutput()
    private var delegate: MovieCaptureDelegate?
    private var timerCancellable: AnyCancellable?

    func startRecording() {
        guard !output.isRecording else { return }
        guard let connection = output.connection(with: .video) else { return }
        if output.availableVideoCodecTypes.contains(.hevc) {
            output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
        }
        if connection.isVideoStabilizationSupported {
            connection.preferredVideoStabilizationMode = .auto
        }
        startMonitoringDuration()
        let delegate = MovieCaptureDelegate()
        self.delegate = delegate
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString).appendingPathExtension(for: .quickTimeMovie)
        output.startRecording(to: url, recordingDelegate: delegate)
    }

    func stopRecording() async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            delegate?.continuation = continuation
            output.stopRecording()
            stopMonitoringDuration()
        }
    }

    private func startMonitoringDuration() {
        activity = .movieCapture(seconds: 0)
        timerCancellable = Timer.publish(every: 0.1, on: .main, in: .common)
            .autoconnect()
            .sink { [weak self] _ in
                guard let self else { return }
                activity = .movieCapture(seconds: output.recordedDuration.seconds)
            }
    }

    private func stopMonitoringDuration() {
        timerCancellable?.cancel()
        activity = .idle
    }
}

private final class MovieCaptureDelegate: NSObject, AVCaptureFileOutputRecordingDelegate {
    var continuation: CheckedContinuation<URL, any Error>?

    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?
    ) {
        if let error {
            continuation?.resume(throwing: error)
        } else {
            continuation?.resume(returning: outputFileURL)
        }
    }
}
