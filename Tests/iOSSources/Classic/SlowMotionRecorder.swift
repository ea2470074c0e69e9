import AVFoundation

/// Records as many frames a second as the camera can give.
public final class SlowMotionRecorder: NSObject, AVCaptureFileOutputRecordingDelegate {
    public let captureSession = AVCaptureSession()
    public private(set) var framesPerSecond = 0.0
    private let movieOutput = AVCaptureMovieFileOutput()
    private var device: AVCaptureDevice!
    private var finished: ((URL, Error?) -> Void)?

    public func configure() throws {
        captureSession.beginConfiguration()
        captureSession.sessionPreset = .inputPriority
        guard let camera = AVCaptureDevice.default(for: .video) else { throw AVError(.deviceNotConnected) }
        device = camera
        let input = try AVCaptureDeviceInput(device: camera)
        if captureSession.canAddInput(input) { captureSession.addInput(input) }
        if captureSession.canAddOutput(movieOutput) { captureSession.addOutput(movieOutput) }
        captureSession.commitConfiguration()
        try chooseFastestFormat()
        movieOutput.movieFragmentInterval = .invalid
        movieOutput.maxRecordedDuration = CMTime(seconds: 1, preferredTimescale: 600)
        if let connection = movieOutput.connection(with: .video), connection.isVideoStabilizationSupported {
            connection.preferredVideoStabilizationMode = .auto
        }
    }

    private func chooseFastestFormat() throws {
        var best: (format: AVCaptureDevice.Format, range: AVFrameRateRange)?
        for format in device.formats {
            let dimensions = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            let subType = CMFormatDescriptionGetMediaSubType(format.formatDescription)
            guard dimensions.width >= 640, dimensions.width <= 1280,
                subType == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
                    || subType == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            else { continue }
            for range in format.videoSupportedFrameRateRanges
            where best == nil || range.maxFrameRate > best!.range.maxFrameRate {
                best = (format, range)
            }
        }
        guard let best = best else { throw AVError(.formatUnsupported) }
        try device.lockForConfiguration()
        device.activeFormat = best.format
        device.activeVideoMinFrameDuration = best.range.minFrameDuration
        device.activeVideoMaxFrameDuration = best.range.minFrameDuration
        device.unlockForConfiguration()
        framesPerSecond = best.range.maxFrameRate
    }

    public func record(to url: URL, completion: @escaping (URL, Error?) -> Void) {
        finished = completion
        movieOutput.startRecording(to: url, recordingDelegate: self)
    }

    public func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: Error?
    ) {
        // The longest duration was reached: an error, and a good movie.
        let success = (error as NSError?)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
        if success, let error = error as? AVError, error.code == .maximumDurationReached {
            finished?(outputFileURL, nil)
        } else {
            finished?(outputFileURL, error)
        }
    }
}
