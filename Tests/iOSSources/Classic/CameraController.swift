import AVFoundation
import Photos
import os

/// A controller whose every method answers through a completion handler on the main queue.
public final class CameraController: NSObject {
    public enum CameraError: Error {
        case accessDenied
        case noCameraAvailable
        case captureSessionIsMissing
        case invalidOperation
        case libraryDenied
    }

    private let log = OSLog(subsystem: "com.example.camera", category: "controller")
    private let queue = DispatchQueue(label: "camera", qos: .userInitiated)
    private var captureSession: AVCaptureSession?
    private var rearCamera: AVCaptureDevice?
    private var photoOutput: AVCapturePhotoOutput?
    private var photoCompletion: ((Result<Data, Error>) -> Void)?
    public private(set) var previewLayer: AVCaptureVideoPreviewLayer?

    public func prepare(completionHandler: @escaping (Error?) -> Void) {
        AVCaptureDevice.requestAccess(for: .video) { granted in
            guard granted else {
                DispatchQueue.main.async { completionHandler(CameraError.accessDenied) }
                return
            }
            self.queue.async {
                do {
                    try self.createCaptureSession()
                    try self.configureCaptureDevice()
                    try self.configureDeviceInput()
                    try self.configurePhotoOutput()
                } catch {
                    DispatchQueue.main.async { completionHandler(error) }
                    return
                }
                os_log("The camera is ready", log: self.log, type: .info)
                DispatchQueue.main.async { completionHandler(nil) }
            }
        }
    }

    private func createCaptureSession() throws {
        captureSession = AVCaptureSession()
    }

    private func configureCaptureDevice() throws {
        let session = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera], mediaType: AVMediaType.video, position: .back)
        guard let camera = session.devices.first else { throw CameraError.noCameraAvailable }
        rearCamera = camera
        try camera.lockForConfiguration()
        camera.focusMode = .continuousAutoFocus
        var bestFormat: AVCaptureDevice.Format?
        var bestFrameRateRange: AVFrameRateRange?
        for format in camera.formats {
            for range in format.videoSupportedFrameRateRanges
            where range.maxFrameRate > bestFrameRateRange?.maxFrameRate ?? 0 {
                bestFormat = format
                bestFrameRateRange = range
            }
        }
        if let bestFormat = bestFormat, let bestFrameRateRange = bestFrameRateRange {
            camera.activeFormat = bestFormat
            camera.activeVideoMinFrameDuration = bestFrameRateRange.minFrameDuration
            camera.activeVideoMaxFrameDuration = bestFrameRateRange.minFrameDuration
        }
        camera.unlockForConfiguration()
    }

    private func configureDeviceInput() throws {
        guard let captureSession = captureSession, let rearCamera = rearCamera else {
            throw CameraError.captureSessionIsMissing
        }
        captureSession.sessionPreset = .inputPriority
        let input = try AVCaptureDeviceInput(device: rearCamera)
        guard captureSession.canAddInput(input) else { throw CameraError.invalidOperation }
        captureSession.addInput(input)
        captureSession.sessionPreset = .hd1280x720
    }

    private func configurePhotoOutput() throws {
        guard let captureSession = captureSession else { throw CameraError.captureSessionIsMissing }
        let photoOutput = AVCapturePhotoOutput()
        photoOutput.setPreparedPhotoSettingsArray(
            [AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])], completionHandler: nil)
        if captureSession.canAddOutput(photoOutput) { captureSession.addOutput(photoOutput) }
        self.photoOutput = photoOutput
        captureSession.startRunning()
    }

    public func makePreviewLayer(frame: CGRect) throws -> AVCaptureVideoPreviewLayer {
        guard let captureSession = captureSession, captureSession.isRunning else {
            throw CameraError.captureSessionIsMissing
        }
        let layer = AVCaptureVideoPreviewLayer(session: captureSession)
        layer.videoGravity = AVLayerVideoGravity.resizeAspectFill
        layer.connection?.videoOrientation = .portrait
        layer.frame = frame
        previewLayer = layer
        return layer
    }

    public func zoom(to factor: CGFloat, completion: @escaping (CGFloat?) -> Void) {
        queue.async {
            guard let camera = self.rearCamera, (try? camera.lockForConfiguration()) != nil else {
                DispatchQueue.main.async { completion(nil) }
                return
            }
            let clamped = max(camera.minAvailableVideoZoomFactor, min(factor, camera.maxAvailableVideoZoomFactor))
            camera.videoZoomFactor = clamped
            camera.unlockForConfiguration()
            DispatchQueue.main.async { completion(clamped) }
        }
    }

    public func captureImage(completion: @escaping (Result<Data, Error>) -> Void) {
        guard let captureSession = captureSession, captureSession.isRunning else {
            completion(.failure(CameraError.captureSessionIsMissing))
            return
        }
        photoCompletion = completion
        let settings = AVCapturePhotoSettings()
        settings.embeddedThumbnailPhotoFormat = [
            AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 160, AVVideoHeightKey: 120,
        ]
        photoOutput?.capturePhoto(with: settings, delegate: self)
    }

    public func save(_ data: Data, completion: @escaping (Result<String, Error>) -> Void) {
        PHPhotoLibrary.requestAuthorization { status in
            guard status == .authorized else {
                completion(.failure(CameraError.libraryDenied))
                return
            }
            var identifier = ""
            PHPhotoLibrary.shared().performChanges(
                {
                    let options = PHAssetResourceCreationOptions()
                    let creationRequest = PHAssetCreationRequest.forAsset()
                    creationRequest.addResource(with: .photo, data: data, options: options)
                    identifier = creationRequest.placeholderForCreatedAsset?.localIdentifier ?? ""
                },
                completionHandler: { success, error in
                    if success {
                        completion(.success(identifier))
                    } else {
                        completion(.failure(error ?? CameraError.invalidOperation))
                    }
                })
        }
    }

    public func stop(completion: @escaping () -> Void) {
        queue.async {
            self.captureSession?.stopRunning()
            DispatchQueue.main.async(execute: completion)
        }
    }
}

extension CameraController: AVCapturePhotoCaptureDelegate {
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        if let error = error {
            os_log("No photo: %{public}@", log: log, type: .error, error.localizedDescription)
            photoCompletion?(.failure(error))
        } else if let data = photo.fileDataRepresentation() {
            photoCompletion?(.success(data))
        } else {
            photoCompletion?(.failure(CameraError.invalidOperation))
        }
        photoCompletion = nil
    }
}
