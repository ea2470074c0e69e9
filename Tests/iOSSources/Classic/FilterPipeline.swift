import AVFoundation

/// Draws each frame of the camera with a filter, pixel by pixel.
public final class FilterPipeline: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate
{
    public enum Filter {
        case none
        case negative
        case mono
    }

    public let session = AVCaptureSession()
    public var filter = Filter.none
    public var onFrame: ((CVPixelBuffer, CMTime) -> Void)?
    public private(set) var droppedFrames = 0
    public private(set) var soundSeconds = 0.0

    private let dataOutputQueue = DispatchQueue(
        label: "video data queue", qos: .userInitiated, attributes: [], autoreleaseFrequency: .workItem)
    private let videoDataOutput = AVCaptureVideoDataOutput()
    private let audioDataOutput = AVCaptureAudioDataOutput()
    private var outputPool: CVPixelBufferPool?

    public func configure(position: AVCaptureDevice.Position) -> Bool {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position),
            let input = try? AVCaptureDeviceInput(device: camera)
        else { return false }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = AVCaptureSession.Preset.vga640x480
        guard session.canAddInput(input) else { return false }
        session.addInput(input)
        if let microphone = AVCaptureDevice.default(for: .audio),
            let microphoneInput = try? AVCaptureDeviceInput(device: microphone), session.canAddInput(microphoneInput)
        {
            session.addInput(microphoneInput)
        }
        guard session.canAddOutput(videoDataOutput), session.canAddOutput(audioDataOutput) else { return false }
        session.addOutput(videoDataOutput)
        session.addOutput(audioDataOutput)
        videoDataOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
        videoDataOutput.alwaysDiscardsLateVideoFrames = true
        videoDataOutput.setSampleBufferDelegate(self, queue: dataOutputQueue)
        audioDataOutput.setSampleBufferDelegate(self, queue: dataOutputQueue)
        if let connection = videoDataOutput.connection(with: .video) {
            connection.videoOrientation = .portrait
            connection.isVideoMirrored = position == .front
        }
        capFrameRate(of: camera, at: 15)
        return true
    }

    private func capFrameRate(of device: AVCaptureDevice, at framesPerSecond: Int32) {
        guard (try? device.lockForConfiguration()) != nil else { return }
        device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: framesPerSecond)
        device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: framesPerSecond)
        device.unlockForConfiguration()
    }

    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if output is AVCaptureAudioDataOutput {
            soundSeconds += CMTimeGetSeconds(CMSampleBufferGetDuration(sampleBuffer))
            return
        }
        guard CMSampleBufferDataIsReady(sampleBuffer),
            let videoPixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer),
            let formatDescription = CMSampleBufferGetFormatDescription(sampleBuffer)
        else { return }
        if outputPool == nil { outputPool = makePool(for: formatDescription) }
        guard let pool = outputPool, let filtered = render(videoPixelBuffer, into: pool) else { return }
        onFrame?(filtered, CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
    }

    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        droppedFrames += 1
    }

    private func makePool(for description: CMFormatDescription) -> CVPixelBufferPool? {
        let dimensions = CMVideoFormatDescriptionGetDimensions(description)
        let pixelBufferAttributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: UInt(CMFormatDescriptionGetMediaSubType(description)),
            kCVPixelBufferWidthKey as String: Int(dimensions.width),
            kCVPixelBufferHeightKey as String: Int(dimensions.height),
            kCVPixelBufferIOSurfacePropertiesKey as String: [:],
        ]
        let poolAttributes = [kCVPixelBufferPoolMinimumBufferCountKey as String: 3]
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(
            kCFAllocatorDefault, poolAttributes as CFDictionary?, pixelBufferAttributes as CFDictionary?, &pool)
        return pool
    }

    private func render(_ pixelBuffer: CVPixelBuffer, into pool: CVPixelBufferPool) -> CVPixelBuffer? {
        var newPixelBuffer: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &newPixelBuffer)
        guard let outputPixelBuffer = newPixelBuffer else { return nil }
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        CVPixelBufferLockBaseAddress(outputPixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
        defer {
            CVPixelBufferUnlockBaseAddress(outputPixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
            CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly)
        }
        let width = CVPixelBufferGetWidth(pixelBuffer)
        let height = CVPixelBufferGetHeight(pixelBuffer)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
        let outputBytesPerRow = CVPixelBufferGetBytesPerRow(outputPixelBuffer)
        guard let source = CVPixelBufferGetBaseAddress(pixelBuffer)?.assumingMemoryBound(to: UInt8.self),
            let target = CVPixelBufferGetBaseAddress(outputPixelBuffer)?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        for y in 0..<height {
            let sourceRow = source + y * bytesPerRow
            let targetRow = target + y * outputBytesPerRow
            for x in stride(from: 0, to: width * 4, by: 4) {
                let (b, g, r) = (sourceRow[x], sourceRow[x + 1], sourceRow[x + 2])
                switch filter {
                case .none:
                    (targetRow[x], targetRow[x + 1], targetRow[x + 2]) = (b, g, r)
                case .negative:
                    (targetRow[x], targetRow[x + 1], targetRow[x + 2]) = (255 - b, 255 - g, 255 - r)
                case .mono:
                    let luma = UInt8((Int(b) * 29 + Int(g) * 150 + Int(r) * 77) >> 8)
                    (targetRow[x], targetRow[x + 1], targetRow[x + 2]) = (luma, luma, luma)
                }
                targetRow[x + 3] = 255
            }
        }
        return outputPixelBuffer
    }
}
