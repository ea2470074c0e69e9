import CaptureEngine
import Foundation

/// Delivers the distances of what a camera sees to a delegate.
///
/// They come in the camera's ``AVCaptureDevice/activeDepthDataFormat``, no more often than
/// ``AVCaptureDevice/activeDepthDataMinFrameDuration`` allows, each with the time of the video frame that it belongs to.
/// Linux: from the simulated phone's depth cameras, and from V4L2 cameras that send Z16.
///
/// Source: Apple, AVCaptureDepthDataOutput.
public final class AVCaptureDepthDataOutput: AVCaptureOutput, SynchronizableOutput,
    @unchecked Sendable  // the state is in `delivery`
{
    private let delivery = DepthDelivery()

    var synchronizableDelivery: any SynchronizableDelivery { delivery }

    /// An output without a delegate: the camera measures no depth for it yet.
    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.depthData] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.isWanted ? delivery : nil
    }

    /// Sets the delegate that gets the depth, and the serial queue for its calls. Pass `nil` for both to stop.
    public func setDelegate(
        _ delegate: (any AVCaptureDepthDataOutputDelegate)?, callbackQueue: DispatchQueue?
    ) {
        if delegate != nil, callbackQueue == nil {
            raiseException("*** -[AVCaptureDepthDataOutput setDelegate:callbackQueue:] NULL queue passed")
        }
        delivery.setDelegate(delegate, queue: callbackQueue)
        session?.routesChanged()
    }

    /// The delegate; held weakly.
    public var delegate: (any AVCaptureDepthDataOutputDelegate)? { delivery.delegate }

    public var delegateCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether depth that comes while the delegate is busy with an earlier one is dropped; `true` by default.
    ///
    /// If `false`, up to eight wait; further ones are dropped with the reason `outOfBuffers`.
    public var alwaysDiscardsLateDepthData: Bool {
        get { delivery.discardsLateDepth }
        set { delivery.discardsLateDepth = newValue }
    }

    /// Whether holes are filled with what was measured around them; `true` by default.
    ///
    /// Linux: noise stays, since measured values are kept.
    public var isFilteringEnabled: Bool {
        get { delivery.isFiltering }
        set { delivery.isFiltering = newValue }
    }
}

/// Gets the depth, on the queue that was set with the delegate. Source: Apple, AVCaptureDepthDataOutputDelegate.
public protocol AVCaptureDepthDataOutputDelegate: NSObjectProtocol {
    /// The depth of one moment. Release it soon: the camera has a limited number of maps.
    ///
    /// - timestamp: that of the video frame of the same moment.
    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
        connection: AVCaptureConnection)

    /// Depth was lost.
    ///
    /// - depthData: says of which type and size it would have been. Linux: its map has no measured value.
    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
        connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason)
}

extension AVCaptureDepthDataOutputDelegate {
    /// The method is optional: does nothing.
    public func depthDataOutput(
        _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
        connection: AVCaptureConnection
    ) {}

    /// The method is optional: does nothing.
    public func depthDataOutput(
        _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
        connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
    ) {}
}
