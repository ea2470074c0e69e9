import AVFoundation
import Combine
import Photos

/// A view model for a screen that binds to publishers.
public final class CameraViewModel: NSObject, ObservableObject {
    @Published public private(set) var isSessionRunning = false
    @Published public private(set) var isInterrupted = false
    @Published public private(set) var isRecording = false
    @Published public private(set) var zoomFactor: CGFloat = 1
    @Published public private(set) var recordingTime = "0:00"
    @Published public private(set) var photoCount = 0
    @Published public private(set) var canShoot = false
    @Published public var flashMode = AVCaptureDevice.FlashMode.off
    @Published public var alertMessage: String?

    public let photos = PassthroughSubject<Data, Never>()
    public let movies = PassthroughSubject<URL, Error>()

    private let session = AVCaptureSession()
    private let photoOutput = AVCapturePhotoOutput()
    private let movieOutput = AVCaptureMovieFileOutput()
    private let sessionQueue = DispatchQueue(label: "view model session")
    private var cancellables = Set<AnyCancellable>()
    private var timer: AnyCancellable?
    private var device: AVCaptureDevice?

    public override init() {
        super.init()
        bind()
    }

    private func bind() {
        session.publisher(for: \.isRunning)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$isSessionRunning)

        let interrupted = NotificationCenter.default
            .publisher(for: .AVCaptureSessionWasInterrupted, object: session)
            .map { _ in true }
        let resumed = NotificationCenter.default
            .publisher(for: .AVCaptureSessionInterruptionEnded, object: session)
            .map { _ in false }
        interrupted.merge(with: resumed)
            .receive(on: DispatchQueue.main)
            .sink { [weak self] in self?.isInterrupted = $0 }
            .store(in: &cancellables)

        NotificationCenter.default.publisher(for: .AVCaptureSessionRuntimeError, object: session)
            .compactMap { $0.userInfo?[AVCaptureSessionErrorKey] as? AVError }
            .map(\.localizedDescription)
            .receive(on: RunLoop.main)
            .sink { [weak self] message in self?.alertMessage = message }
            .store(in: &cancellables)

        Publishers.CombineLatest3($isSessionRunning, $isInterrupted, $isRecording)
            .map { $0 && !$1 && !$2 }
            .removeDuplicates()
            .assign(to: &$canShoot)

        photos.scan(0) { count, _ in count + 1 }
            .receive(on: DispatchQueue.main)
            .assign(to: \.photoCount, on: self)
            .store(in: &cancellables)
    }

    public func setUp() -> AnyPublisher<Void, Error> {
        Future { [session, photoOutput, movieOutput, sessionQueue] promise in
            sessionQueue.async {
                session.beginConfiguration()
                defer { session.commitConfiguration() }
                session.sessionPreset = .high
                guard let camera = AVCaptureDevice.default(for: .video) else {
                    return promise(.failure(AVError(.deviceNotConnected)))
                }
                do {
                    session.addInput(try AVCaptureDeviceInput(device: camera))
                    if let microphone = AVCaptureDevice.default(for: .audio) {
                        session.addInput(try AVCaptureDeviceInput(device: microphone))
                    }
                } catch {
                    return promise(.failure(error))
                }
                session.addOutput(photoOutput)
                session.addOutput(movieOutput)
                self.device = camera
                camera.publisher(for: \.videoZoomFactor)
                    .receive(on: DispatchQueue.main)
                    .assign(to: &self.$zoomFactor)
                promise(.success(()))
            }
        }
        .receive(on: DispatchQueue.main)
        .eraseToAnyPublisher()
    }

    public func start() {
        sessionQueue.async { self.session.startRunning() }
    }

    public func stop() {
        sessionQueue.async { self.session.stopRunning() }
    }

    public func zoom(to factor: CGFloat) {
        sessionQueue.async {
            guard let device = self.device else { return }
            do {
                try device.lockForConfiguration()
                device.ramp(toVideoZoomFactor: factor, withRate: 16)
                device.unlockForConfiguration()
            } catch {
                DispatchQueue.main.async { self.alertMessage = error.localizedDescription }
            }
        }
    }

    public func takePhoto() {
        let settings = AVCapturePhotoSettings()
        if photoOutput.supportedFlashModes.contains(flashMode) { settings.flashMode = flashMode }
        sessionQueue.async { self.photoOutput.capturePhoto(with: settings, delegate: self) }
    }

    public func toggleRecording() {
        if movieOutput.isRecording {
            movieOutput.stopRecording()
            return
        }
        isRecording = true
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mov")
        sessionQueue.async { self.movieOutput.startRecording(to: url, recordingDelegate: self) }
        timer = Timer.publish(every: 0.25, on: .main, in: .common)
            .autoconnect()
            .compactMap { [weak self] _ in self?.movieOutput.recordedDuration }
            .filter(\.isNumeric)
            .map { duration in
                let seconds = Int(CMTimeGetSeconds(duration))
                return String(format: "%d:%02d", seconds / 60, seconds % 60)
            }
            .sink { [weak self] in self?.recordingTime = $0 }
    }
}

extension CameraViewModel: AVCapturePhotoCaptureDelegate {
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        guard let data = photo.fileDataRepresentation() else { return }
        photos.send(data)
    }
}

extension CameraViewModel: AVCaptureFileOutputRecordingDelegate {
    public func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: Error?
    ) {
        DispatchQueue.main.async {
            self.timer?.cancel()
            self.isRecording = false
            if let error = error {
                self.movies.send(completion: .failure(error))
            } else {
                self.movies.send(outputFileURL)
            }
        }
    }
}
