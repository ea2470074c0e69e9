import AVFoundation

/// Both cameras at once, with the sound from the front and the back of the phone, all for one delegate.
public final class PictureInPicture: NSObject {
    public enum Source: String, CaseIterable {
        case backCamera, frontCamera, backMicrophone, frontMicrophone
    }

    private let session = AVCaptureMultiCamSession()
    private let sessionQueue = DispatchQueue(label: "session queue")
    private let dataOutputQueue = DispatchQueue(label: "data output queue")
    private var sources: [AVCaptureOutput: Source] = [:]
    public var onSample: ((Source, CMSampleBuffer) -> Void)?

    public func configure() -> Bool {
        sessionQueue.sync {
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            return add(.backCamera, at: .back) && add(.frontCamera, at: .front) && addMicrophone()
        }
    }

    private func add(_ source: Source, at position: AVCaptureDevice.Position) -> Bool {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position),
            let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input)
        else { return false }
        session.addInputWithNoConnections(input)
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
        output.setSampleBufferDelegate(self, queue: dataOutputQueue)
        let ports = input.ports(
            for: .video, sourceDeviceType: camera.deviceType, sourceDevicePosition: camera.position)
        guard let connection = connect(ports.first, with: output, as: source) else { return false }
        connection.videoOrientation = .portrait
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = position == .front
        return true
    }

    private func addMicrophone() -> Bool {
        guard let microphone = AVCaptureDevice.default(for: .audio),
            let input = try? AVCaptureDeviceInput(device: microphone), session.canAddInput(input)
        else { return false }
        session.addInputWithNoConnections(input)
        for (source, position) in [(Source.backMicrophone, AVCaptureDevice.Position.back), (.frontMicrophone, .front)] {
            let output = AVCaptureAudioDataOutput()
            output.setSampleBufferDelegate(self, queue: dataOutputQueue)
            let ports = input.ports(
                for: .audio, sourceDeviceType: microphone.deviceType, sourceDevicePosition: position)
            if connect(ports.first, with: output, as: source) == nil { return false }
        }
        return true
    }

    private func connect(
        _ port: AVCaptureInput.Port?, with output: AVCaptureOutput, as source: Source
    ) -> AVCaptureConnection? {
        guard let port, session.canAddOutput(output) else { return nil }
        session.addOutputWithNoConnections(output)
        let connection = AVCaptureConnection(inputPorts: [port], output: output)
        guard session.canAddConnection(connection) else { return nil }
        session.addConnection(connection)
        sources[output] = source
        return connection
    }

    public func start() { sessionQueue.async { self.session.startRunning() } }

    public func stop() { sessionQueue.sync { session.stopRunning() } }
}

extension PictureInPicture: AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if let source = sources[output] { onSample?(source, sampleBuffer) }
    }
}
