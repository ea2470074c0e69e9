import CaptureEngine
import CoreVideo
import Foundation
import Locking

/// Delivers every frame to a delegate.
///
/// Source: Apple, AVCaptureVideoDataOutput.
open class AVCaptureVideoDataOutput: AVCaptureOutput, SynchronizableOutput,
    @unchecked Sendable  // the state is in `delivery` and a Mutex
{
    let delivery = VideoDelivery()
    let dimensions = Mutex(OutputDimensions())

    var synchronizableDelivery: any SynchronizableDelivery { delivery }

    /// An output without a delegate: no frames flow to it yet.
    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.isWanted ? delivery : nil
    }

    /// Sets the delegate that gets the frames, and the serial queue for its calls. Pass `nil` for both to stop.
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

    /// The delegate; held weakly.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { delivery.delegate }

    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether a frame that comes while the delegate is busy with an earlier one is dropped; `true` by default.
    ///
    /// If `false`, up to eight frames wait; further ones are dropped with the reason `outOfBuffers`.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { delivery.discardsLateFrames }
        set { delivery.discardsLateFrames = newValue }
    }

    /// The format of the frames: `kCVPixelBufferPixelFormatTypeKey`, `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`. Empty or `nil` for the format that the device delivers, which is what this property
    /// returns once the output has a connection. A pixel format that is not among ``availableVideoPixelFormatTypes`` is
    /// a programmer's mistake.
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

    /// The codecs that ``videoSettings`` accepts. Linux: none; frames come uncompressed.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// The pixel formats that ``videoSettings`` accepts, the cheapest first; they include that of the camera's own
    /// frames if those have 10 bits.
    public var availableVideoPixelFormatTypes: [OSType] { VideoDelivery.Settings.pixelFormats(of: streamedFormat) }

    /// The Objective-C form of ``availableVideoPixelFormatTypes``.
    @available(*, deprecated, message: "Use availableVideoPixelFormatTypes instead.")
    public var availableVideoCVPixelFormatTypes: [NSNumber] {
        availableVideoPixelFormatTypes.map { NSNumber(value: $0) }
    }

    /// The shortest time between frames, as the connection's `videoMinFrameDuration`.
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMinFrameDuration instead.")
    public var minFrameDuration: CMTime {
        get { connections.first?.videoMinFrameDuration ?? .invalid }
        set { connections.first?.videoMinFrameDuration = newValue }
    }

    private var streamedFormat: OSType? {
        connections.first?.inputPorts.first?.formatDescription?.mediaSubType.rawValue
    }
}

/// Gets the frames, on the queue that was set with the delegate. Source: Apple,
/// AVCaptureVideoDataOutputSampleBufferDelegate.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A frame. Release it soon: the camera has a limited number of buffers.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A frame was lost. `sampleBuffer` has its timestamp and, as an attachment, the reason, but no image.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// The method is optional: does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    /// The method is optional: does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
