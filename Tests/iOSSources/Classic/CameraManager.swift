import AVFoundation
import Photos

public protocol CameraManagerDelegate: AnyObject {
    func cameraManager(_ manager: CameraManager, didCapture photoData: Data)
    func cameraManager(_ manager: CameraManager, didFinishRecordingTo url: URL, error: Error?)
    func cameraManager(_ manager: CameraManager, wasInterrupted reason: AVCaptureSession.InterruptionReason)
    func cameraManagerInterruptionEnded(_ manager: CameraManager)
    func cameraManager(_ manager: CameraManager, didFailWith error: AVError)
}

/// A manager in the style of Objective-C: one object, one queue, one delegate.
public class CameraManager: NSObject {
    public enum SetupResult {
        case success
        case notAuthorized
        case configurationFailed
    }

    public weak var delegate: CameraManagerDelegate?
    public let session = AVCaptureSession()
    public private(set) var setupResult = SetupResult.success
    public var flashMode = AVCaptureDevice.FlashMode.off

    private let sessionQueue = DispatchQueue(label: "session queue", attributes: [], target: nil)
    private var isSessionRunning = false
    private var videoDeviceInput: AVCaptureDeviceInput!
    private let photoOutput = AVCapturePhotoOutput()
    private var movieFileOutput: AVCaptureMovieFileOutput?
    private var keyValueObservations = [NSKeyValueObservation]()
    private var notificationTokens = [NSObjectProtocol]()
    private var backgroundRecordingID: Int?
    private weak var previewLayer: AVCaptureVideoPreviewLayer?

    // MARK: Set up

    public func prepare(previewLayer: AVCaptureVideoPreviewLayer, orientation: AVCaptureVideoOrientation) {
        self.previewLayer = previewLayer
        previewLayer.session = session
        previewLayer.videoGravity = .resizeAspectFill
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized:
            break
        case .notDetermined:
            sessionQueue.suspend()
            AVCaptureDevice.requestAccess(for: .video) { granted in
                if !granted { self.setupResult = .notAuthorized }
                self.sessionQueue.resume()
            }
        default:
            setupResult = .notAuthorized
        }
        sessionQueue.async { self.configureSession(orientation) }
    }

    private func configureSession(_ orientation: AVCaptureVideoOrientation) {
        guard setupResult == .success else { return }
        session.beginConfiguration()
        session.sessionPreset = .photo
        do {
            var defaultVideoDevice: AVCaptureDevice?
            if let dualCameraDevice = AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back) {
                defaultVideoDevice = dualCameraDevice
            } else if let backCameraDevice = AVCaptureDevice.default(
                .builtInWideAngleCamera, for: .video, position: .back)
            {
                defaultVideoDevice = backCameraDevice
            }
            guard let videoDevice = defaultVideoDevice else {
                setupResult = .configurationFailed
                session.commitConfiguration()
                return
            }
            let videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
            guard session.canAddInput(videoDeviceInput) else {
                setupResult = .configurationFailed
                session.commitConfiguration()
                return
            }
            session.addInput(videoDeviceInput)
            self.videoDeviceInput = videoDeviceInput
            DispatchQueue.main.async {
                guard let connection = self.previewLayer?.connection, connection.isVideoOrientationSupported else {
                    return
                }
                connection.videoOrientation = orientation
            }
        } catch {
            setupResult = .configurationFailed
            session.commitConfiguration()
            return
        }
        if let audioDevice = AVCaptureDevice.default(for: .audio),
            let audioDeviceInput = try? AVCaptureDeviceInput(device: audioDevice),
            session.canAddInput(audioDeviceInput)
        {
            session.addInput(audioDeviceInput)
        }
        guard session.canAddOutput(photoOutput) else {
            setupResult = .configurationFailed
            session.commitConfiguration()
            return
        }
        session.addOutput(photoOutput)
        photoOutput.isHighResolutionCaptureEnabled = true
        photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
        session.commitConfiguration()
    }

    // MARK: Running

    public func startRunning(completion: ((Bool) -> Void)? = nil) {
        sessionQueue.async {
            guard self.setupResult == .success else {
                completion?(false)
                return
            }
            self.addObservers()
            self.session.startRunning()
            self.isSessionRunning = self.session.isRunning
            completion?(self.isSessionRunning)
        }
    }

    public func stopRunning(completion: (() -> Void)? = nil) {
        sessionQueue.async {
            self.session.stopRunning()
            self.isSessionRunning = self.session.isRunning
            self.removeObservers()
            completion?()
        }
    }

    // MARK: Capture

    public func capturePhoto(orientation: AVCaptureVideoOrientation) {
        sessionQueue.async {
            if let photoOutputConnection = self.photoOutput.connection(with: .video) {
                photoOutputConnection.videoOrientation = orientation
            }
            let photoSettings: AVCapturePhotoSettings
            if self.photoOutput.availablePhotoCodecTypes.contains(.jpeg) {
                photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
            } else {
                photoSettings = AVCapturePhotoSettings()
            }
            if self.videoDeviceInput.device.isFlashAvailable, self.photoOutput.supportedFlashModes.contains(.auto) {
                photoSettings.flashMode = self.flashMode
            }
            photoSettings.isHighResolutionPhotoEnabled = true
            if !photoSettings.availablePreviewPhotoPixelFormatTypes.isEmpty {
                photoSettings.previewPhotoFormat = [
                    kCVPixelBufferPixelFormatTypeKey as String:
                        photoSettings.availablePreviewPhotoPixelFormatTypes.first!
                ]
            }
            self.photoOutput.capturePhoto(with: photoSettings, delegate: self)
        }
    }

    public func toggleMovieRecording(orientation: AVCaptureVideoOrientation) {
        sessionQueue.async {
            let movieFileOutput = self.ensureMovieFileOutput()
            guard !movieFileOutput.isRecording else {
                movieFileOutput.stopRecording()
                return
            }
            let connection = movieFileOutput.connection(with: .video)!
            connection.videoOrientation = orientation
            if connection.isVideoMirroringSupported {
                connection.automaticallyAdjustsVideoMirroring = false
                connection.isVideoMirrored = self.videoDeviceInput.device.position == .front
            }
            if movieFileOutput.availableVideoCodecTypes.contains(.h264) {
                movieFileOutput.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
            }
            let name = NSUUID().uuidString as NSString
            let path = (NSTemporaryDirectory() as NSString).appendingPathComponent(
                name.appendingPathExtension("mov")!)
            movieFileOutput.startRecording(to: URL(fileURLWithPath: path), recordingDelegate: self)
        }
    }

    private func ensureMovieFileOutput() -> AVCaptureMovieFileOutput {
        if let movieFileOutput = movieFileOutput { return movieFileOutput }
        let output = AVCaptureMovieFileOutput()
        session.beginConfiguration()
        if session.canAddOutput(output) { session.addOutput(output) }
        if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
        session.commitConfiguration()
        movieFileOutput = output
        return output
    }

    // MARK: Camera

    public func changeCamera(completion: @escaping (AVCaptureDevice.Position) -> Void) {
        sessionQueue.async {
            let currentVideoDevice = self.videoDeviceInput.device
            let preferredPosition: AVCaptureDevice.Position
            let preferredDeviceType: AVCaptureDevice.DeviceType
            switch currentVideoDevice.position {
            case .unspecified, .front:
                preferredPosition = .back
                preferredDeviceType = .builtInDualCamera
            case .back:
                preferredPosition = .front
                preferredDeviceType = .builtInTrueDepthCamera
            @unknown default:
                preferredPosition = .back
                preferredDeviceType = .builtInWideAngleCamera
            }
            let devices = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInDualCamera, .builtInTrueDepthCamera, .builtInWideAngleCamera],
                mediaType: .video, position: .unspecified
            ).devices
            let newVideoDevice =
                devices.first { $0.position == preferredPosition && $0.deviceType == preferredDeviceType }
                ?? devices.first { $0.position == preferredPosition }
            if let videoDevice = newVideoDevice, let input = try? AVCaptureDeviceInput(device: videoDevice) {
                self.session.beginConfiguration()
                self.session.removeInput(self.videoDeviceInput)
                if self.session.canAddInput(input) {
                    self.session.addInput(input)
                    self.videoDeviceInput = input
                } else {
                    self.session.addInput(self.videoDeviceInput)
                }
                self.session.commitConfiguration()
            }
            completion(self.videoDeviceInput.device.position)
        }
    }

    public func focus(
        with focusMode: AVCaptureDevice.FocusMode, exposureMode: AVCaptureDevice.ExposureMode,
        atLayerPoint layerPoint: CGPoint, monitorSubjectAreaChange: Bool
    ) {
        guard let devicePoint = previewLayer?.captureDevicePointConverted(fromLayerPoint: layerPoint) else { return }
        sessionQueue.async {
            let device = self.videoDeviceInput.device
            do {
                try device.lockForConfiguration()
                if device.isFocusPointOfInterestSupported && device.isFocusModeSupported(focusMode) {
                    device.focusPointOfInterest = devicePoint
                    device.focusMode = focusMode
                }
                if device.isExposurePointOfInterestSupported && device.isExposureModeSupported(exposureMode) {
                    device.exposurePointOfInterest = devicePoint
                    device.exposureMode = exposureMode
                }
                device.isSubjectAreaChangeMonitoringEnabled = monitorSubjectAreaChange
                device.unlockForConfiguration()
            } catch {
                print("Could not lock device for configuration: \(error)")
            }
        }
    }

    public func toggleTorch() {
        sessionQueue.async {
            let device = self.videoDeviceInput.device
            guard device.hasTorch, device.isTorchAvailable else { return }
            do {
                try device.lockForConfiguration()
                if device.torchMode == .on {
                    device.torchMode = .off
                } else {
                    try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
                }
                device.unlockForConfiguration()
            } catch {
                print("Could not use the torch: \(error)")
            }
        }
    }

    // MARK: Observers

    private func addObservers() {
        keyValueObservations.append(
            session.observe(\.isRunning, options: .new) { [weak self] _, change in
                guard let isSessionRunning = change.newValue else { return }
                self?.isSessionRunning = isSessionRunning
            })
        let center = NotificationCenter.default
        notificationTokens.append(
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) {
                [weak self] notification in
                guard let self = self,
                    let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                else { return }
                self.delegate?.cameraManager(self, didFailWith: error)
            })
        notificationTokens.append(
            center.addObserver(forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil) {
                [weak self] notification in
                guard let self = self,
                    let reasonIntegerValue = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
                    let reason = AVCaptureSession.InterruptionReason(rawValue: reasonIntegerValue)
                else { return }
                self.delegate?.cameraManager(self, wasInterrupted: reason)
            })
        notificationTokens.append(
            center.addObserver(forName: .AVCaptureSessionInterruptionEnded, object: session, queue: nil) {
                [weak self] _ in
                guard let self = self else { return }
                self.delegate?.cameraManagerInterruptionEnded(self)
            })
        notificationTokens.append(
            center.addObserver(
                forName: .AVCaptureDeviceSubjectAreaDidChange, object: videoDeviceInput.device, queue: .main
            ) { [weak self] _ in
                self?.focus(
                    with: .continuousAutoFocus, exposureMode: .continuousAutoExposure,
                    atLayerPoint: CGPoint(x: 0.5, y: 0.5), monitorSubjectAreaChange: false)
            })
    }

    private func removeObservers() {
        for token in notificationTokens { NotificationCenter.default.removeObserver(token) }
        notificationTokens.removeAll()
        for keyValueObservation in keyValueObservations { keyValueObservation.invalidate() }
        keyValueObservations.removeAll()
    }
}

extension CameraManager: AVCapturePhotoCaptureDelegate {
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        if let error = error {
            print("Error capturing photo: \(error)")
        } else if let photoData = photo.fileDataRepresentation() {
            delegate?.cameraManager(self, didCapture: photoData)
        }
    }
}

extension CameraManager: AVCaptureFileOutputRecordingDelegate {
    public func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: Error?
    ) {
        var success = true
        if let error = error {
            success = (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
        }
        delegate?.cameraManager(self, didFinishRecordingTo: outputFileURL, error: success ? nil : error)
    }
}
