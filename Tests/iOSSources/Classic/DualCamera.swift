import AVFoundation

/// Films with the back and the front camera at once.
public final class DualCamera: NSObject {
    public enum Problem: Error {
        case notSupported
        case noCamera(AVCaptureDevice.Position)
        case cannotConnect
    }

    private let session = AVCaptureMultiCamSession()
    private let queue = DispatchQueue(label: "multi-camera session")
    private var outputs: [AVCaptureDevice.Position: AVCaptureMovieFileOutput] = [:]
    private var photoOutput = AVCapturePhotoOutput()
    private var completions: [URL: (Error?) -> Void] = [:]
    public let backPreviewLayer = AVCaptureVideoPreviewLayer()
    public let frontPreviewLayer = AVCaptureVideoPreviewLayer()

    public func configure() throws {
        guard AVCaptureMultiCamSession.isMultiCamSupported else { throw Problem.notSupported }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        backPreviewLayer.setSessionWithNoConnection(session)
        frontPreviewLayer.setSessionWithNoConnection(session)
        try configureCamera(.back, previewLayer: backPreviewLayer)
        try configureCamera(.front, previewLayer: frontPreviewLayer)
        if session.hardwareCost > 1 { throw Problem.notSupported }
    }

    private func configureCamera(
        _ position: AVCaptureDevice.Position, previewLayer: AVCaptureVideoPreviewLayer
    ) throws {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position) else {
            throw Problem.noCamera(position)
        }
        try selectFormat(of: camera)
        let input = try AVCaptureDeviceInput(device: camera)
        guard session.canAddInput(input) else { throw Problem.cannotConnect }
        session.addInputWithNoConnections(input)
        guard
            let videoPort = input.ports(
                for: .video, sourceDeviceType: camera.deviceType, sourceDevicePosition: camera.position
            ).first
        else { throw Problem.cannotConnect }

        let output = AVCaptureMovieFileOutput()
        guard session.canAddOutput(output) else { throw Problem.cannotConnect }
        session.addOutputWithNoConnections(output)
        let connection = AVCaptureConnection(inputPorts: [videoPort], output: output)
        guard session.canAddConnection(connection) else { throw Problem.cannotConnect }
        session.addConnection(connection)
        connection.videoOrientation = .portrait
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = position == .front
        outputs[position] = output

        let previewConnection = AVCaptureConnection(inputPort: videoPort, videoPreviewLayer: previewLayer)
        guard session.canAddConnection(previewConnection) else { throw Problem.cannotConnect }
        session.addConnection(previewConnection)
        previewConnection.automaticallyAdjustsVideoMirroring = false
        previewConnection.isVideoMirrored = position == .front
    }

    private func selectFormat(of camera: AVCaptureDevice) throws {
        let candidates = camera.formats.filter { format in
            let dimensions = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            return format.isMultiCamSupported && dimensions.width <= 1280
        }
        guard
            let format = candidates.max(by: {
                CMVideoFormatDescriptionGetDimensions($0.formatDescription).width
                    < CMVideoFormatDescriptionGetDimensions($1.formatDescription).width
            })
        else { throw Problem.notSupported }
        try camera.lockForConfiguration()
        camera.activeFormat = format
        camera.unlockForConfiguration()
    }

    public func start(completion: @escaping (Bool) -> Void) {
        queue.async {
            self.session.startRunning()
            completion(self.session.isRunning)
        }
    }

    public func record(
        _ position: AVCaptureDevice.Position, to url: URL, completion: @escaping (Error?) -> Void
    ) {
        queue.async {
            self.completions[url] = completion
            self.outputs[position]?.startRecording(to: url, recordingDelegate: self)
        }
    }

    public func recordedSeconds(_ position: AVCaptureDevice.Position) -> Double {
        outputs[position]?.recordedDuration.seconds ?? 0
    }

    public func stop() {
        queue.async {
            for output in self.outputs.values { output.stopRecording() }
        }
    }

    public func tearDown(completion: @escaping () -> Void) {
        queue.async {
            self.session.stopRunning()
            completion()
        }
    }
}

extension DualCamera: AVCaptureFileOutputRecordingDelegate {
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}

    public func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: Error?
    ) {
        queue.async { self.completions.removeValue(forKey: outputFileURL)?(error) }
    }
}
