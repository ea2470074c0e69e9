import CaptureEngine
import Foundation
import Locking

/// Finds things in the frames: bar codes and two-dimensional codes.
///
/// Linux: one frame at a time is looked at, on a thread of the output's own that gives way to all others and rests as
/// long as it worked; the frames that come meanwhile are passed over. So codes are found some ten times a second, and
/// neither preview nor recording wait for it.
/// Source: Apple, AVCaptureMetadataOutput.
public final class AVCaptureMetadataOutput: AVCaptureOutput, SynchronizableOutput,
    @unchecked Sendable  // the state is in `delivery`
{
    let delivery = MetadataDelivery()

    var synchronizableDelivery: any SynchronizableDelivery { delivery }

    /// An output that looks for nothing yet, see ``metadataObjectTypes``. Source: Apple, AVCaptureMetadataOutput.init().
    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.metadataObject] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.isWanted ? delivery : nil
    }

    /// Sets who gets the objects, and the serial queue on which. Both `nil` ends it.
    ///
    /// Source: Apple, AVCaptureMetadataOutput.setMetadataObjectsDelegate(_:queue:).
    public func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue objectsCallbackQueue: DispatchQueue?
    ) {
        if objectsDelegate != nil, objectsCallbackQueue == nil {
            raiseException("*** -[AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:] NULL queue passed")
        }
        delivery.setDelegate(objectsDelegate, queue: objectsCallbackQueue)
        session?.routesChanged()
    }

    /// Source: Apple, AVCaptureMetadataOutput.metadataObjectsDelegate.
    public var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? { delivery.delegate }

    /// Source: Apple, AVCaptureMetadataOutput.metadataObjectsCallbackQueue.
    public var metadataObjectsCallbackQueue: DispatchQueue? { delivery.queue }

    /// What can be found: empty until the output is connected with a camera.
    ///
    /// Linux: bar codes and two-dimensional codes; no faces or bodies.
    /// Source: Apple, AVCaptureMetadataOutput.availableMetadataObjectTypes.
    public var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] {
        connections.isEmpty ? [] : CodeTypes.available
    }

    /// What is looked for; nothing at first. Each type costs time.
    ///
    /// A type that is not among ``availableMetadataObjectTypes`` is a programmer's mistake; `nil` is nothing.
    /// Source: Apple, AVCaptureMetadataOutput.metadataObjectTypes.
    public var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
        get { delivery.types }
        set {
            let available = availableMetadataObjectTypes
            if let unknown = (newValue ?? []).first(where: { !available.contains($0) }) {
                raiseException(
                    "*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found - use "
                        + "-availableMetadataObjectTypes: \(unknown.rawValue)")
            }
            delivery.types = newValue ?? []
            session?.routesChanged()
        }
    }

    /// Objects outside are left out; one that juts into it is delivered. (0, 0, 1, 1) at first, which is all.
    ///
    /// In the coordinates of ``AVMetadataObject/bounds``: those of the picture as the sensor has it. A preview layer's
    /// `metadataOutputRectConverted(fromLayerRect:)` gives them.
    /// Source: Apple, AVCaptureMetadataOutput.rectOfInterest.
    public var rectOfInterest: CGRect {
        get { delivery.rectOfInterest }
        set { delivery.rectOfInterest = newValue }
    }
}

/// Gets what was found, on the queue that was given with it.
///
/// Source: Apple, AVCaptureMetadataOutputObjectsDelegate.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// What one frame showed. Empty once, after the last object has left the picture.
    ///
    /// Source: Apple, AVCaptureMetadataOutputObjectsDelegate.metadataOutput(_:didOutput:from:).
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection)
}

extension AVCaptureMetadataOutputObjectsDelegate {
    /// The method is optional: does nothing. Source: Apple, AVCaptureMetadataOutputObjectsDelegate.metadataOutput(_:didOutput:from:).
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {}
}
