import AVFoundation

/// Looks for codes only in a part of the screen, which can be passed to the output only once the camera has a format.
public final class RegionScanner: NSObject, AVCaptureMetadataOutputObjectsDelegate {
    private let captureSession = AVCaptureSession()
    private let metadataOutput = AVCaptureMetadataOutput()
    private var observer: NSObjectProtocol?
    public let previewLayer: AVCaptureVideoPreviewLayer
    public var onCode: ((String, [CGPoint]) -> Void)?

    public var rectOfInterest: CGRect { metadataOutput.rectOfInterest }

    public init?(bounds: CGRect, region: CGRect) {
        previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
        super.init()
        guard let camera = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: camera), captureSession.canAddInput(input),
            captureSession.canAddOutput(metadataOutput)
        else { return nil }
        captureSession.addInput(input)
        captureSession.addOutput(metadataOutput)
        metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue(label: "metadata"))
        metadataOutput.metadataObjectTypes = [.qr]
        previewLayer.frame = bounds
        previewLayer.videoGravity = .resizeAspectFill
        previewLayer.connection?.videoOrientation = .portrait
        observer = NotificationCenter.default.addObserver(
            forName: .AVCaptureInputPortFormatDescriptionDidChange, object: nil, queue: .current
        ) { [weak self] _ in
            guard let self else { return }
            metadataOutput.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: region)
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    public func start() { DispatchQueue.global(qos: .background).async { self.captureSession.startRunning() } }

    public func stop() { captureSession.stopRunning() }

    public func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        for case let object as AVMetadataMachineReadableCodeObject in metadataObjects {
            let shown = previewLayer.transformedMetadataObject(for: object) as? AVMetadataMachineReadableCodeObject
            if let text = object.stringValue { onCode?(text, shown?.corners ?? []) }
        }
    }
}
