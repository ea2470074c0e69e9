import CaptureEngine
import CoreVideo
import Foundation
import Locking

/// Gives every frame to a delegate.
///
/// Source: Apple, AVCaptureVideoDataOutput.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in `delivery`
    let delivery = VideoDelivery()

    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.hasDelegate ? delivery : nil
    }

    /// Sets who gets the frames, and the serial queue on which. Both `nil` ends it.
    ///
    /// Source: Apple, AVCaptureVideoDataOutput.setSampleBufferDelegate(_:queue:).
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        if sampleBufferDelegate != nil, sampleBufferCallbackQueue == nil {
            raiseException("*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
        }
        delivery.setDelegate(sampleBufferDelegate, queue: sampleBufferCallbackQueue)
        session?.routesChanged()
    }

    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { delivery.delegate }
    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether a frame that comes while the delegate is busy with an earlier one is dropped; `true` at first.
    ///
    /// With `false` up to eight frames wait; more are dropped with the reason `outOfBuffers`.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { delivery.discardsLateFrames }
        set { delivery.discardsLateFrames = newValue }
    }

    /// What the frames shall be: `kCVPixelBufferPixelFormatTypeKey`, and `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`. Empty or `nil`: as the device delivers them.
    ///
    /// Source: Apple, AVCaptureVideoDataOutput.videoSettings.
    public var videoSettings: [String: Any]! {
        get { delivery.settings.dictionary }
        set {
            guard let settings = VideoDelivery.Settings(newValue ?? [:]) else {
                raiseException(
                    "*** -[AVCaptureVideoDataOutput setVideoSettings:] Unsupported pixel format type - use "
                        + "-availableVideoPixelFormatTypes")
            }
            delivery.settings = settings
        }
    }

    /// The codecs that ``videoSettings`` takes. Linux: none; frames come uncompressed.
    /// Source: Apple, AVCaptureVideoDataOutput.availableVideoCodecTypes.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// The pixel formats that ``videoSettings`` takes, the cheapest first.
    public var availableVideoPixelFormatTypes: [OSType] { VideoDelivery.Settings.pixelFormats }
}

/// Gets the frames, on the queue that was given with it. Source: Apple, AVCaptureVideoDataOutputSampleBufferDelegate.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A frame. Give it back (let it go) soon: the camera has a limited number of buffers.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A frame was lost. `sampleBuffer` has its timestamp and, as an attachment, the reason, but no image.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
