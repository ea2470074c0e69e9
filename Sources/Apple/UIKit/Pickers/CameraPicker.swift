import AVFoundation
import Foundation
import UIKitCore

/// The camera of a ``UIImagePickerController``.
final class CameraPicker: UIViewController {
    private unowned let picker: UIImagePickerController
    private let session = AVCaptureSession()
    private let photoOutput = AVCapturePhotoOutput()
    private let movieOutput = AVCaptureMovieFileOutput()
    let preview = AVCaptureVideoPreviewLayer()
    private let queue = DispatchQueue(label: "UIImagePickerController")
    private let screen = UIView(frame: .zero)
    let shutter = UIButton(type: .custom)
    let cancelButton = UIButton(type: .system)
    let turnButton = UIButton(type: .system)
    private var review: PictureReview?
    /// From the request to the complete file; the output's own state changes later, on `queue`.
    private var isRecording = false
    private lazy var listener = CaptureListener(self)
    /// While it is on the screen.
    private var turns: (any NSObjectProtocol)?

    init(_ picker: UIImagePickerController) {
        self.picker = picker
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        preview.session = session
        preview.videoGravity = .resizeAspect
        screen.layer.addSublayer(preview)
        view.addSubview(screen)
        shutter.layer.cornerRadius = 33
        shutter.layer.borderWidth = 4
        shutter.layer.borderColor = UIColor.white.cgColor
        shutter.addAction(UIAction { [weak self] _ in self?.press() }, for: .touchUpInside)
        cancelButton.setTitle("Cancel", for: .normal)
        cancelButton.addAction(UIAction { [weak self] _ in self?.picker.cancel() }, for: .touchUpInside)
        turnButton.setImage(UIImage(systemName: "arrow.triangle.2.circlepath.camera"), for: .normal)
        turnButton.accessibilityLabel = "Switch Camera"
        turnButton.addAction(UIAction { [weak self] _ in self?.turn() }, for: .touchUpInside)
        for button in [cancelButton, turnButton] { button.tintColor = .white }
        for button in [shutter, cancelButton, turnButton] { view.addSubview(button) }
        show(picker.cameraOverlayView, insteadOf: nil)
        configure()
        showControls()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        run(true)
        preview.connection.map(level)
        turns.map(NotificationCenter.default.removeObserver)
        turns = NotificationCenter.default.addObserver(
            forName: UIApplication.didChangeStatusBarOrientationNotification, object: nil, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.preview.connection.map(self.level)
            }
        }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        run(false)
        turns.map(NotificationCenter.default.removeObserver)
        turns = nil
    }

    private func run(_ isRunning: Bool) {
        queue.async { [session] in isRunning ? session.startRunning() : session.stopRunning() }
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let (bounds, safe) = (view.bounds, view.safeAreaInsets)
        screen.transform = .identity
        screen.frame = bounds
        preview.frame = screen.bounds
        screen.transform = picker.cameraViewTransform
        let middle = bounds.height - safe.bottom - 60
        shutter.frame = CGRect(x: bounds.midX - 33, y: middle - 33, width: 66, height: 66)
        cancelButton.frame = CGRect(x: 12, y: middle - 22, width: 88, height: 44)
        turnButton.frame = CGRect(x: bounds.width - 72, y: middle - 22, width: 60, height: 44)
        review?.frame = bounds
    }

    // MARK: What it shows

    func showControls() {
        guard isViewLoaded else { return }
        for button in [shutter, cancelButton, turnButton] {
            button.isHidden = !picker.showsCameraControls || review != nil
        }
        turnButton.isHidden =
            turnButton.isHidden || !UIImagePickerController.isCameraDeviceAvailable(.front)
            || !UIImagePickerController.isCameraDeviceAvailable(.rear)
        let isMovie = picker.cameraCaptureMode == .video
        shutter.backgroundColor = isMovie ? .systemRed : .white
        shutter.accessibilityLabel = !isMovie ? "Take Picture" : movieOutput.isRecording ? "Stop" : "Record"
    }

    func show(_ overlay: UIView?, insteadOf old: UIView?) {
        guard isViewLoaded else { return }
        old?.removeFromSuperview()
        if let overlay { view.insertSubview(overlay, aboveSubview: screen) }
    }

    private func turn() { picker.cameraDevice = picker.cameraDevice == .rear ? .front : .rear }

    private func press() {
        if picker.cameraCaptureMode == .photo { return takePicture() }
        if isRecording { stopMovie() } else { _ = startMovie() }
    }

    /// What was captured, for a person to look at; without controls, the program gets it at once.
    private func offer(_ image: UIImage?, _ info: [UIImagePickerController.InfoKey: Any]) {
        guard picker.showsCameraControls else { return picker.finish(info) }
        let isMovie = info[.mediaURL] != nil
        let review = PictureReview(image, use: isMovie ? "Use Video" : "Use Photo") { [weak self] isWanted in
            guard let self else { return }
            self.review?.removeFromSuperview()
            self.review = nil
            showControls()
            if isWanted {
                picker.finish(info)
            } else if let file = info[.mediaURL] as? URL {
                try? FileManager.default.removeItem(at: file)
            }
        }
        review.frame = view.bounds
        view.addSubview(review)
        self.review = review
        showControls()
    }

    // MARK: Capturing

    /// Configures the session as the picker asks.
    func configure() {
        guard isViewLoaded else { return }
        let isMovie = picker.cameraCaptureMode == .video
        let devices = [
            UIImagePickerController.camera(picker.cameraDevice), isMovie ? AVCaptureDevice.default(for: .audio) : nil,
        ]
        let wanted: AVCaptureOutput = isMovie ? movieOutput : photoOutput
        let preset = isMovie ? picker.videoQuality.preset : .photo
        movieOutput.maxRecordedDuration = CMTime(seconds: picker.videoMaximumDuration, preferredTimescale: 600)
        // On the queue that starts the session, because a session must not be started while it is being configured.
        queue.sync { [session] in
            session.beginConfiguration()
            for input in session.inputs { session.removeInput(input) }
            for device in devices.compactMap({ $0 }) {
                if let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input) {
                    session.addInput(input)
                }
            }
            for output in session.outputs where output !== wanted { session.removeOutput(output) }
            if !session.outputs.contains(wanted), session.canAddOutput(wanted) { session.addOutput(wanted) }
            if session.canSetSessionPreset(preset) { session.sessionPreset = preset }
            session.commitConfiguration()
        }
        preview.connection.map(level)
        showControls()
    }

    /// As the interface stands.
    private func level(_ connection: AVCaptureConnection) {
        let angle: CGFloat =
            switch UIApplication.turn.orientation {
            case .portrait: 90
            case .portraitUpsideDown: 270
            case .landscapeLeft: 180
            case .landscapeRight, .unknown: 0
            }
        if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
    }

    func takePicture() {
        loadViewIfNeeded()
        guard review == nil, let connection = photoOutput.connection(with: .video) else { return }
        level(connection)
        let flash: AVCaptureDevice.FlashMode =
            switch picker.cameraFlashMode {
            case .off: .off
            case .auto: .auto
            case .on: .on
            }
        // After the session has begun to run; the camera may be gone by then.
        queue.async { [photoOutput, listener] in
            let settings = AVCapturePhotoSettings()
            if photoOutput.supportedFlashModes.contains(flash) { settings.flashMode = flash }
            photoOutput.capturePhoto(with: settings, delegate: listener)
        }
    }

    func startMovie() -> Bool {
        loadViewIfNeeded()
        guard review == nil, !isRecording, let connection = movieOutput.connection(with: .video) else {
            return false
        }
        level(connection)
        isRecording = true
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).MOV")
        queue.async { [movieOutput, listener] in movieOutput.startRecording(to: file, recordingDelegate: listener) }
        return true
    }

    func stopMovie() { queue.async { [movieOutput] in movieOutput.stopRecording() } }

    fileprivate func took(_ image: UIImage?, _ metadata: [String: Any], _ problem: (any Error)?) {
        guard let image else { return report(problem) }
        offer(
            image,
            [.mediaType: "public.image", .originalImage: image, .mediaMetadata: NSDictionary(dictionary: metadata)])
    }

    fileprivate func began() { showControls() }

    fileprivate func recorded(_ file: URL, _ problem: (any Error)?) {
        isRecording = false
        showControls()
        let isWhole =
            (problem as NSError?)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? (problem == nil)
        guard isWhole else { return report(problem) }
        let frames = AVAssetImageGenerator(asset: AVURLAsset(url: file))
        frames.appliesPreferredTrackTransform = true
        let first = try? frames.copyCGImage(at: .zero, actualTime: nil)
        offer(first.map { UIImage(cgImage: $0) }, [.mediaType: "public.movie", .mediaURL: file])
    }

    private func report(_ problem: (any Error)?) {
        let alert = UIAlertController(
            title: "The camera could not capture this.", message: problem?.localizedDescription, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }
}

/// Brings what is captured to the main actor.
private final class CaptureListener: NSObject, AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate,
    Sendable
{
    private let hand: @Sendable (@escaping @MainActor @Sendable (CameraPicker) -> Void) -> Void

    @MainActor init(_ picker: CameraPicker) {
        hand = { [weak picker] body in
            Task { @MainActor in
                // Its controller may be gone already.
                if let picker, picker.parent != nil { body(picker) }
            }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        let image = photo.fileDataRepresentation().flatMap { UIImage(data: $0) }
        nonisolated(unsafe) let metadata = photo.metadata  // values of a photo that is done
        hand { $0.took(image, metadata, error) }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {
        hand { $0.began() }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        hand { $0.recorded(outputFileURL, error) }
    }
}

/// A picture, or the first one of a movie, to be used or taken again.
final class PictureReview: UIView {
    private let picture: UIImageView
    let again = UIButton(type: .system)
    let use = UIButton(type: .system)

    init(_ image: UIImage?, use title: String, _ answer: @escaping @MainActor (Bool) -> Void) {
        picture = UIImageView(image: image)
        super.init(frame: .zero)
        backgroundColor = .black
        picture.contentMode = .scaleAspectFit
        addSubview(picture)
        for (button, title, isWanted) in [(again, "Retake", false), (use, title, true)] {
            button.setTitle(title, for: .normal)
            button.tintColor = .white
            button.addAction(UIAction { _ in answer(isWanted) }, for: .touchUpInside)
            addSubview(button)
        }
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let top = bounds.height - safeAreaInsets.bottom - 60
        picture.frame = CGRect(x: 0, y: 0, width: bounds.width, height: top)
        again.frame = CGRect(x: 12, y: top + 8, width: 110, height: 44)
        use.frame = CGRect(x: bounds.width - 122, y: top + 8, width: 110, height: 44)
    }
}
