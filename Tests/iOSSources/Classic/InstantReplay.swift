// Headers by themselves, as sources from before modules import them, and modules for a few names.
import AVFoundation.AVCaptureDevice
import AVFoundation.AVFAudio
import AudioToolbox.AudioServices
import CoreAudio
import CoreFoundation
import CoreImage
import CoreMedia.CMTime
import CoreServices
import CoreVideo.CVPixelBuffer
import Metal
import MobileCoreServices.UTCoreTypes
import VideoToolbox.VTCompressionSession

/// Keeps the last moments of a camera in a queue, small, to show them again: a screen of a sports app.
public final class InstantReplay: NSObject, ObservableObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    @unchecked Sendable
{
    @Published public private(set) var kept = 0.0

    public let session = AVCaptureSession()
    public let type: CFString = kUTTypeMovie
    /// Asked for at the start: an app with shaders would use it.
    public let device = MTLCreateSystemDefaultDevice()
    public private(set) lazy var context = device.map { CIContext(mtlDevice: $0) } ?? CIContext()
    private let queue: CMBufferQueue
    private let limit: CMTime
    private var scaler: VTPixelTransferSession?
    private var pool: CVPixelBufferPool?
    private let work = DispatchQueue(label: "replay")
    private var token: CMBufferQueueTriggerToken?
    public var onFull: () -> Void = {}

    public init(seconds: Double) throws {
        limit = CMTime(seconds: seconds, preferredTimescale: 600)
        queue = try CMBufferQueue(capacity: 120, handlers: .outputPTSSortedSampleBuffers)
        super.init()
        token = try queue.installTrigger(condition: .whenDurationBecomesGreaterThanOrEqualTo(limit)) { [weak self] _ in
            self?.onFull()
        }
        VTPixelTransferSessionCreate(allocator: kCFAllocatorDefault, pixelTransferSessionOut: &scaler)
        if let scaler {
            VTSessionSetProperty(scaler, key: kVTPixelTransferPropertyKey_ScalingMode, value: kVTScalingMode_Letterbox)
        }
        let attributes: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 160,
            kCVPixelBufferHeightKey: 160,
        ]
        CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes as CFDictionary, &pool)
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
            throw AVError(.deviceNotConnected)
        }
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(self, queue: work)
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
    }

    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let source = CMSampleBufferGetImageBuffer(sampleBuffer), let pool, let scaler else { return }
        var small: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &small)
        guard let small, VTPixelTransferSessionTransferImage(scaler, from: source, to: small) == noErr else { return }
        var format: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: small, formatDescriptionOut: &format)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30),
            presentationTimeStamp: CMSampleBufferGetPresentationTimeStamp(sampleBuffer), decodeTimeStamp: .invalid)
        var sample: CMSampleBuffer?
        guard let format else { return }
        CMSampleBufferCreateReadyWithImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: small, formatDescription: format, sampleTiming: &timing,
            sampleBufferOut: &sample)
        guard let sample else { return }
        try? queue.enqueue(sample)
        while queue.duration > limit { _ = queue.dequeue() }
        kept = queue.duration.seconds
    }

    /// What was kept, in its order.
    public func moments() -> [CMSampleBuffer] {
        work.sync { queue.buffers.compactMap { $0 as? CMSampleBuffer } }
    }

    public func finish() {
        session.stopRunning()
        work.sync {}
        if let scaler { VTPixelTransferSessionInvalidate(scaler) }
        AudioServicesPlaySystemSound(1108)
    }
}
