import AVFoundation

public protocol ScannerControllerDelegate: AnyObject {
    func scanner(_ scanner: ScannerController, didFind code: String, type: AVMetadataObject.ObjectType)
    func scannerFailed(_ scanner: ScannerController)
}

/// Looks for codes, and draws a frame around the one that it has found.
public final class ScannerController: NSObject, AVCaptureMetadataOutputObjectsDelegate {
    public weak var delegate: ScannerControllerDelegate?
    public private(set) var previewLayer: AVCaptureVideoPreviewLayer!
    public let highlightLayer = CALayer()

    private var captureSession: AVCaptureSession!
    private let supportedCodeTypes: [AVMetadataObject.ObjectType] = [
        .upce, .code39, .code39Mod43, .code93, .code128, .ean8, .ean13, .aztec, .pdf417, .itf14, .dataMatrix,
        .interleaved2of5, .qr,
    ]

    public func load(in bounds: CGRect, camera: AVCaptureDevice? = AVCaptureDevice.default(for: .video)) {
        captureSession = AVCaptureSession()
        guard let videoCaptureDevice = camera,
            let videoInput = try? AVCaptureDeviceInput(device: videoCaptureDevice)
        else { return failed() }
        guard captureSession.canAddInput(videoInput) else { return failed() }
        captureSession.addInput(videoInput)
        let metadataOutput = AVCaptureMetadataOutput()
        guard captureSession.canAddOutput(metadataOutput) else { return failed() }
        captureSession.addOutput(metadataOutput)
        metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue.main)
        metadataOutput.metadataObjectTypes = supportedCodeTypes.filter {
            metadataOutput.availableMetadataObjectTypes.contains($0)
        }
        previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
        previewLayer.frame = bounds
        previewLayer.videoGravity = .resizeAspectFill
        previewLayer.addSublayer(highlightLayer)
        highlightLayer.isHidden = true
        metadataOutput.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: bounds)
    }

    public func appear() {
        if captureSession?.isRunning == false {
            DispatchQueue.global(qos: .userInitiated).async { self.captureSession.startRunning() }
        }
    }

    public func disappear() {
        if captureSession?.isRunning == true {
            captureSession.stopRunning()
        }
    }

    private func failed() {
        delegate?.scannerFailed(self)
        captureSession = nil
    }

    public func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        guard let metadataObject = metadataObjects.first,
            let readableObject = metadataObject as? AVMetadataMachineReadableCodeObject,
            let stringValue = readableObject.stringValue
        else {
            highlightLayer.isHidden = true
            return
        }
        if let barCodeObject = previewLayer.transformedMetadataObject(for: readableObject) {
            highlightLayer.frame = barCodeObject.bounds
            highlightLayer.isHidden = false
        }
        captureSession.stopRunning()
        delegate?.scanner(self, didFind: stringValue, type: readableObject.type)
    }
}
