import CaptureEngine
import CoreVideo
import Foundation
import Locking

/// Gives every frame to a delegate.
///
/// Source: Apple, AVCaptureVideoDataOutput.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, SynchronizableOutput,
    @unchecked Sendable  // the state is in `delivery` and a Mutex
{
    let delivery = VideoDelivery()
    let dimensions = Mutex(OutputDimensions())

    var synchronizableDelivery: any SynchronizableDelivery { delivery }

    /// An output without a delegate: no frames flow to it yet. Source: Apple, AVCaptureVideoDataOutput.init().
    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.isWanted ? delivery : nil
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

    /// Source: Apple, AVCaptureVideoDataOutput.sampleBufferDelegate.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { delivery.delegate }

    /// Source: Apple, AVCaptureVideoDataOutput.sampleBufferCallbackQueue.
    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether a frame that comes while the delegate is busy with an earlier one is dropped; `true` at first.
    ///
    /// With `false` up to eight frames wait; more are dropped with the reason `outOfBuffers`.
    /// Source: Apple, AVCaptureVideoDataOutput.alwaysDiscardsLateVideoFrames.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { delivery.discardsLateFrames }
        set { delivery.discardsLateFrames = newValue }
    }

    /// What the frames shall be: `kCVPixelBufferPixelFormatTypeKey`, and `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`. Empty or `nil`: as the device delivers them; what that is, is
    /// read here once the output has a connection. A pixel format that is not among ``availableVideoPixelFormatTypes`` is a
    /// programmer's mistake.
    ///
    /// Source: Apple, AVCaptureVideoDataOutput.videoSettings.
    public var videoSettings: [String: Any]! {
        get {
            let settings = delivery.settings.dictionary
            guard settings.isEmpty, let format = streamedFormat, availableVideoPixelFormatTypes.contains(format) else {
                return settings
            }
            return [kCVPixelBufferPixelFormatTypeKey as String: format]
        }
        set {
            do throws(VideoDelivery.Settings.Problem) {
                delivery.settings = try VideoDelivery.Settings(newValue ?? [:])
            } catch {
                raiseException("*** -[AVCaptureVideoDataOutput setVideoSettings:] \(error.words)")
            }
        }
    }

    /// The codecs that ``videoSettings`` takes. Linux: none; frames come uncompressed.
    /// Source: Apple, AVCaptureVideoDataOutput.availableVideoCodecTypes.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// The pixel formats that ``videoSettings`` takes, the cheapest first; that of the camera's own frames among them when
    /// they have 10 bits.
    ///
    /// Source: Apple, AVCaptureVideoDataOutput.availableVideoPixelFormatTypes.
    public var availableVideoPixelFormatTypes: [OSType] { VideoDelivery.Settings.pixelFormats(of: streamedFormat) }

    private var streamedFormat: OSType? {
        connections.first?.inputPorts.first?.formatDescription?.mediaSubType.rawValue
    }
}

/// Gets the frames, on the queue that was given with it. Source: Apple, AVCaptureVideoDataOutputSampleBufferDelegate.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A frame. Give it back (let it go) soon: the camera has a limited number of buffers.
    ///
    /// Source: Apple, AVCaptureVideoDataOutputSampleBufferDelegate.captureOutput(_:didOutput:from:).
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A frame was lost. `sampleBuffer` has its timestamp and, as an attachment, the reason, but no image.
    ///
    /// Source: Apple, AVCaptureVideoDataOutputSampleBufferDelegate.captureOutput(_:didDrop:from:).
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// The method is optional: does nothing. Source: Apple, AVCaptureVideoDataOutputSampleBufferDelegate.captureOutput(_:didOutput:from:).
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    /// The method is optional: does nothing. Source: Apple, AVCaptureVideoDataOutputSampleBufferDelegate.captureOutput(_:didDrop:from:).
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
