import AVFoundation

/// A camera with manual control of everything: exposure by hand, brackets, RAW with a processed companion.
public class ProCamera: NSObject {
    public let session = AVCaptureSession()
    public private(set) var device: AVCaptureDevice!
    private let photoOutput = AVCapturePhotoOutput()
    private var inProgress = [Int64: CaptureProcessor]()
    private let inProgressQueue = DispatchQueue(label: "captures in progress")
    private var observations = Set<NSKeyValueObservation>()
    public private(set) var isoValues = [Float]()

    public func configure() throws {
        session.beginConfiguration()
        session.sessionPreset = AVCaptureSession.Preset.photo
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInTripleCamera, .builtInDualWideCamera, .builtInWideAngleCamera],
            mediaType: AVMediaType.video, position: AVCaptureDevice.Position.back)
        device = discovery.devices.first(where: { $0.deviceType == .builtInWideAngleCamera }) ?? discovery.devices[0]
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(photoOutput)
        photoOutput.maxPhotoQualityPrioritization = .quality
        if let largest = device.activeFormat.supportedMaxPhotoDimensions.last {
            photoOutput.maxPhotoDimensions = largest
        }
        session.commitConfiguration()
        observations.insert(
            device.observe(\.iso, options: [.new]) { [weak self] _, change in
                if let iso = change.newValue { self?.isoValues.append(iso) }
            })
    }

    public func expose(seconds: Double, iso: Float, completion: @escaping (CMTime) -> Void) throws {
        let format = device.activeFormat
        let duration = CMTimeMakeWithSeconds(seconds, preferredTimescale: 1_000_000)
        try device.lockForConfiguration()
        device.setExposureModeCustom(
            duration: CMTimeMaximum(format.minExposureDuration, CMTimeMinimum(duration, format.maxExposureDuration)),
            iso: max(format.minISO, min(iso, format.maxISO)), completionHandler: completion)
        device.setFocusModeLocked(lensPosition: AVCaptureDevice.currentLensPosition, completionHandler: nil)
        var gains = device.deviceWhiteBalanceGains
        gains.redGain = min(max(1, gains.redGain), device.maxWhiteBalanceGain)
        gains.greenGain = min(max(1, gains.greenGain), device.maxWhiteBalanceGain)
        gains.blueGain = min(max(1, gains.blueGain), device.maxWhiteBalanceGain)
        device.setWhiteBalanceModeLocked(with: gains)
        device.unlockForConfiguration()
    }

    /// As many photos as there are biases, from one press.
    public func bracket(_ biases: [Float], completion: @escaping ([Data], Error?) -> Void) {
        let exposures = biases.prefix(photoOutput.maxBracketedCapturePhotoCount).map {
            AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
        }
        let settings = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
            bracketedSettings: exposures)
        settings.isLensStabilizationEnabled = photoOutput.isLensStabilizationDuringBracketedCaptureSupported
        capture(settings, completion)
    }

    /// RAW and HEVC of one exposure.
    public func captureRAW(completion: @escaping ([Data], Error?) -> Void) {
        let query =
            photoOutput.isAppleProRAWEnabled
            ? { AVCapturePhotoOutput.isAppleProRAWPixelFormat($0) } : { AVCapturePhotoOutput.isBayerRAWPixelFormat($0) }
        guard let rawFormat = photoOutput.availableRawPhotoPixelFormatTypes.first(where: query) else {
            fatalError("No RAW format found.")
        }
        let settings = AVCapturePhotoSettings(
            rawPixelFormatType: rawFormat, processedFormat: [AVVideoCodecKey: AVVideoCodecType.hevc])
        if let codec = settings.availableRawEmbeddedThumbnailPhotoCodecTypes.first {
            settings.rawEmbeddedThumbnailPhotoFormat = [
                AVVideoCodecKey: codec, AVVideoWidthKey: 320, AVVideoHeightKey: 240,
            ]
        }
        capture(settings, completion)
    }

    private func capture(_ settings: AVCapturePhotoSettings, _ completion: @escaping ([Data], Error?) -> Void) {
        let processor = CaptureProcessor { processor, error in
            self.inProgressQueue.async { self.inProgress[settings.uniqueID] = nil }
            completion(processor.files, error)
        }
        inProgressQueue.sync { inProgress[settings.uniqueID] = processor }
        photoOutput.capturePhoto(with: settings, delegate: processor)
    }

    private class CaptureProcessor: NSObject, AVCapturePhotoCaptureDelegate {
        private(set) var files = [Data]()
        private let didFinish: (CaptureProcessor, Error?) -> Void

        init(didFinish: @escaping (CaptureProcessor, Error?) -> Void) {
            self.didFinish = didFinish
        }

        func photoOutput(
            _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
        ) {
            guard error == nil else { return }
            if let data = photo.fileDataRepresentation() { files.append(data) }
        }

        func photoOutput(
            _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
            error: Error?
        ) {
            didFinish(self, error)
        }
    }
}
