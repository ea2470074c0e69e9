import AVFoundation
import ImageIO
import os

/// Records the user, with the audio session, the locks and the measurements that such apps use.
public final class VlogRecorder: NSObject {
    public struct Measurement: Sendable {
        public var exposureTime: Double
        public var isoSpeed: Int
        /// Seconds between the frame and now.
        public var age: Double
        public var copyIsTheSame: Bool
    }

    public var onMeasurement: ((Measurement) -> Void)?

    private let session = AVCaptureSession()
    private let movieOutput = AVCaptureMovieFileOutput()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "vlog recorder")
    private let signposter = OSSignposter(subsystem: "org.example.vlog", category: "Recording")
    private let lock = OSAllocatedUnfairLock()
    private let frames = OSAllocatedUnfairLock(initialState: 0)
    private var hot = false
    private var completion: ((Error?) -> Void)?

    public var frameCount: Int { frames.withLock { $0 } }
    public var recordedSeconds: Double { movieOutput.recordedDuration.seconds }

    public var isHot: Bool {
        lock.lock()
        defer { lock.unlock() }
        return hot
    }

    public override init() {
        super.init()
        let center = NotificationCenter.default
        center.addObserver(forName: ProcessInfo.thermalStateDidChangeNotification, object: nil, queue: nil) {
            [weak self] _ in
            self?.checkHeat()
        }
        center.addObserver(
            forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: nil
        ) { [weak self] note in
            guard let raw = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
                AVAudioSession.InterruptionType(rawValue: raw) == .began
            else { return }
            self?.stop()
        }
        checkHeat()
    }

    private func checkHeat() {
        let state = ProcessInfo.processInfo.thermalState
        lock.lock()
        hot = state == .serious || state == .critical
        lock.unlock()
    }

    public func prepare(completion: @escaping (Bool) -> Void) {
        let audio = AVAudioSession.sharedInstance()
        audio.requestRecordPermission { isGranted in
            guard isGranted else { return completion(false) }
            self.queue.async {
                do {
                    try audio.setCategory(
                        .playAndRecord, mode: .videoRecording, options: [.allowBluetooth, .defaultToSpeaker])
                    try audio.setActive(true, options: .notifyOthersOnDeactivation)
                    try self.configure()
                    completion(true)
                } catch {
                    completion(false)
                }
            }
        }
    }

    private func configure() throws {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
            let microphone = AVCaptureDevice.default(for: .audio)
        else { throw AVError(.deviceNotConnected) }
        if camera.isFlashModeSupported(.off) {
            try camera.lockForConfiguration()
            camera.flashMode = .off
            camera.unlockForConfiguration()
        }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.automaticallyConfiguresApplicationAudioSession = false
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        session.addOutput(movieOutput)
        videoOutput.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(videoOutput)
    }

    public func start(to url: URL, completion: @escaping (Error?) -> Void) {
        self.completion = completion
        queue.async {
            self.signposter.withIntervalSignpost("Start") { self.session.startRunning() }
            self.movieOutput.startRecording(to: url, recordingDelegate: self)
        }
    }

    public func stop() { movieOutput.stopRecording() }

    private func measure(_ sample: CMSampleBuffer) -> Measurement? {
        let attachment = CMGetAttachment(sample, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil)
        var copy: CMSampleBuffer?
        guard let exif = attachment as? [String: Any], let clock = session.synchronizationClock,
            CMSampleBufferCreateCopy(allocator: kCFAllocatorDefault, sampleBuffer: sample, sampleBufferOut: &copy)
                == noErr
        else { return nil }
        let host = CMClockGetHostTimeClock()
        let time = CMSyncConvertTime(CMSampleBufferGetPresentationTimeStamp(sample), from: clock, to: host)
        return Measurement(
            exposureTime: exif[kCGImagePropertyExifExposureTime as String] as? Double ?? 0,
            isoSpeed: (exif[kCGImagePropertyExifISOSpeedRatings as String] as? [Int])?.first ?? 0,
            age: (CMClockGetTime(host) - time).seconds, copyIsTheSame: copy?.imageBuffer === sample.imageBuffer)
    }
}

extension VlogRecorder: AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let state = signposter.beginInterval("Measure", id: signposter.makeSignpostID())
        defer { signposter.endInterval("Measure", state) }
        frames.withLock { $0 += 1 }
        if let measurement = measure(sampleBuffer) { onMeasurement?(measurement) }
    }
}

extension VlogRecorder: AVCaptureFileOutputRecordingDelegate {
    public func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: Error?
    ) {
        session.stopRunning()
        try? AVAudioSession.sharedInstance().setActive(false)
        completion?(error)
    }
}
