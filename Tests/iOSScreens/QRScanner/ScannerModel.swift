import AVFoundation
import Combine

/// A code that was seen.
struct ScannedCode: Identifiable, Hashable {
    let id = UUID()
    let text: String
    let date: Date

    var link: URL? {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme) else {
            return nil
        }
        return url
    }
}

/// Runs the camera, and keeps the codes that it sees.
final class ScannerModel: NSObject, ObservableObject {
    enum Access {
        case unknown, granted, denied
    }

    @Published private(set) var access = Access.unknown
    /// The corners of the code in the picture, in the preview's points.
    @Published private(set) var corners: [CGPoint] = []
    @Published private(set) var current: ScannedCode?
    @Published var history: [ScannedCode] = []
    @Published private(set) var isTorchOn = false

    let session = AVCaptureSession()
    weak var previewLayer: AVCaptureVideoPreviewLayer?
    private let queue = DispatchQueue(label: "scanner.session")
    private let output = AVCaptureMetadataOutput()
    private var camera: AVCaptureDevice?
    private var isConfigured = false
    private var forgetting: DispatchWorkItem?

    func start() {
        AVCaptureDevice.requestAccess(for: .video) { [weak self] isGranted in
            guard let self else { return }
            DispatchQueue.main.async { self.access = isGranted ? .granted : .denied }
            if isGranted { queue.async { self.configureAndRun() } }
        }
    }

    func stop() {
        queue.async { [session] in session.stopRunning() }
    }

    private func configureAndRun() {
        if !isConfigured {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
                let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input)
            else { return }
            session.addInput(input)
            guard session.canAddOutput(output) else { return }
            session.addOutput(output)
            output.setMetadataObjectsDelegate(self, queue: .main)
            output.metadataObjectTypes = [.qr]
            self.camera = camera
            isConfigured = true
        }
        session.startRunning()
    }

    func toggleTorch() {
        guard let camera, camera.hasTorch, (try? camera.lockForConfiguration()) != nil else { return }
        camera.torchMode = isTorchOn ? .off : .on
        camera.unlockForConfiguration()
        isTorchOn.toggle()
    }

    private func found(_ code: AVMetadataMachineReadableCodeObject) {
        guard let text = code.stringValue else { return }
        corners =
            (previewLayer?.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject)?.corners ?? []
        if current?.text != text {
            let new = ScannedCode(text: text, date: Date())
            current = new
            if history.first?.text != text { history.insert(new, at: 0) }
        }
        forgetting?.cancel()
        let work = DispatchWorkItem { [weak self] in
            self?.current = nil
            self?.corners = []
        }
        forgetting = work
        DispatchQueue.main.asyncAfter(deadline: .now() + 1.5, execute: work)
    }
}

extension ScannerModel: AVCaptureMetadataOutputObjectsDelegate {
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        guard let code = metadataObjects.compactMap({ $0 as? AVMetadataMachineReadableCodeObject }).first else {
            return
        }
        found(code)
    }
}
