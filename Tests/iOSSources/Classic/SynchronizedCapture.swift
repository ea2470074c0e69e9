import AVFoundation

/// Frames and the codes that are in them, in one call.
public final class SynchronizedCapture: NSObject, AVCaptureDataOutputSynchronizerDelegate {
    public struct Moment {
        public var timestamp: CMTime
        public var hasVideo: Bool
        public var codes: [String]
    }

    public let session = AVCaptureSession()
    public var onMoment: ((Moment) -> Void)?
    private let dataOutputQueue = DispatchQueue(label: "synchronizer")
    private let videoOutput = AVCaptureVideoDataOutput()
    private let metadataOutput = AVCaptureMetadataOutput()
    private var outputSynchronizer: AVCaptureDataOutputSynchronizer!

    public func configure(camera: AVCaptureDevice?) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard let device = camera else { throw AVError(.deviceNotConnected) }
        session.addInput(try AVCaptureDeviceInput(device: device))
        if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
        session.addOutput(videoOutput)
        session.addOutput(metadataOutput)
        videoOutput.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ]
        metadataOutput.metadataObjectTypes = metadataOutput.availableMetadataObjectTypes.filter { $0 == .qr }
        outputSynchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [videoOutput, metadataOutput])
        outputSynchronizer.setDelegate(self, queue: dataOutputQueue)
    }

    public func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        guard
            let video = synchronizedDataCollection.synchronizedData(for: videoOutput)
                as? AVCaptureSynchronizedSampleBufferData
        else { return }
        if video.sampleBufferWasDropped {
            print("A frame was dropped: \(video.droppedReason.rawValue)")
            return
        }
        let metadata = synchronizedDataCollection[metadataOutput] as? AVCaptureSynchronizedMetadataObjectData
        let codes = metadata?.metadataObjects.compactMap {
            ($0 as? AVMetadataMachineReadableCodeObject)?.stringValue
        }
        onMoment?(
            Moment(
                timestamp: video.timestamp, hasVideo: CMSampleBufferGetImageBuffer(video.sampleBuffer) != nil,
                codes: codes ?? []))
    }
}
