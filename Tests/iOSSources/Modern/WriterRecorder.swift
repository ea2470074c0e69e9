import AVFoundation

/// Records a movie by itself: frames and sound from data outputs into an asset writer.
public final class WriterRecorder: NSObject {
    public enum RecorderError: Error { case cannotAdd, notRecording }

    private enum Phase {
        case idle
        case starting
        case recording
        case finishing
    }

    private let session = AVCaptureSession()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let audioOutput = AVCaptureAudioDataOutput()
    private let queue = DispatchQueue(label: "recorder", qos: .userInitiated)

    private var phase = Phase.idle
    private var start = CMTime.invalid
    private var assetWriter: AVAssetWriter?
    private var videoInput: AVAssetWriterInput?
    private var audioInput: AVAssetWriterInput?
    private var adaptor: AVAssetWriterInputPixelBufferAdaptor?
    public private(set) var droppedFrames = 0

    /// Called on the recorder's queue with the seconds that are recorded.
    public var onProgress: ((Double) -> Void)?

    public func configure(preset: AVCaptureSession.Preset) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = preset
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let microphone = AVCaptureDevice.default(for: .audio)
        else { throw RecorderError.cannotAdd }
        let inputs = [try AVCaptureDeviceInput(device: camera), try AVCaptureDeviceInput(device: microphone)]
        for input in inputs {
            guard session.canAddInput(input) else { throw RecorderError.cannotAdd }
            session.addInput(input)
        }
        videoOutput.alwaysDiscardsLateVideoFrames = false
        videoOutput.setSampleBufferDelegate(self, queue: queue)
        audioOutput.setSampleBufferDelegate(self, queue: queue)
        for output in [videoOutput, audioOutput] {
            guard session.canAddOutput(output) else { throw RecorderError.cannotAdd }
            session.addOutput(output)
        }
        videoOutput.connection(with: .video)?.videoRotationAngle = 90
    }

    public func run() { session.startRunning() }

    public func stop() { session.stopRunning() }

    public func startRecording(to url: URL) throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let videoSettings = videoOutput.recommendedVideoSettingsForAssetWriter(writingTo: .mp4)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: videoSettings)
        video.expectsMediaDataInRealTime = true
        let audioSettings = audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mp4)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: audioSettings)
        audio.expectsMediaDataInRealTime = true
        guard writer.canAdd(video), writer.canAdd(audio) else { throw RecorderError.cannotAdd }
        writer.add(video)
        writer.add(audio)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: video, sourcePixelBufferAttributes: nil)
        guard writer.startWriting() else { throw writer.error ?? RecorderError.cannotAdd }
        queue.sync {
            assetWriter = writer
            videoInput = video
            audioInput = audio
            self.adaptor = adaptor
            phase = .starting
        }
    }

    public func stopRecording() async throws -> URL {
        let writer: AVAssetWriter? = queue.sync {
            guard phase == .recording else { return nil }
            phase = .finishing
            videoInput?.markAsFinished()
            audioInput?.markAsFinished()
            return assetWriter
        }
        guard let writer else { throw RecorderError.notRecording }
        await writer.finishWriting()
        queue.sync { phase = .idle }
        if writer.status == .failed, let error = writer.error { throw error }
        return writer.outputURL
    }
}

extension WriterRecorder: AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        if phase == .starting, output === videoOutput {
            assetWriter?.startSession(atSourceTime: time)
            start = time
            phase = .recording
        }
        guard phase == .recording, assetWriter?.status == .writing else { return }
        if output === videoOutput, let pixels = CMSampleBufferGetImageBuffer(sampleBuffer) {
            if videoInput?.isReadyForMoreMediaData == true {
                adaptor?.append(pixels, withPresentationTime: time)
                onProgress?(time.seconds - start.seconds)
            } else {
                droppedFrames += 1
            }
        } else if output === audioOutput, audioInput?.isReadyForMoreMediaData == true {
            audioInput?.append(sampleBuffer)
        }
    }
}
