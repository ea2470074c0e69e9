import CaptureEngine
import Foundation
import Locking
import PixelCoding

/// Finds objects in the frames: bar codes, two-dimensional codes and faces.
///
/// Linux: one frame at a time is searched, on a low-priority thread of the output. After each search the thread pauses
/// for as long as the search took, and twice as long if faces are wanted. Frames that come meanwhile are skipped. So
/// codes are found some ten times a second and faces a few times, and neither preview nor recording has to wait.
/// Source: Apple, AVCaptureMetadataOutput.
public final class AVCaptureMetadataOutput: AVCaptureOutput, SynchronizableOutput,
    @unchecked Sendable  // the state is in `delivery`
{
    let delivery = MetadataDelivery()

    var synchronizableDelivery: any SynchronizableDelivery { delivery }

    /// An output that looks for nothing yet, see ``metadataObjectTypes``.
    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.metadataObject] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.isWanted ? delivery : nil
    }

    /// Sets the delegate that gets the objects, and the serial queue for its calls. Pass `nil` for both to stop.
    public func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue objectsCallbackQueue: DispatchQueue?
    ) {
        if objectsDelegate != nil, objectsCallbackQueue == nil {
            raiseException("*** -[AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:] NULL queue passed")
        }
        delivery.setDelegate(objectsDelegate, queue: objectsCallbackQueue)
        session?.routesChanged()
    }

    /// The delegate; held weakly.
    public var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? { delivery.delegate }

    public var metadataObjectsCallbackQueue: DispatchQueue? { delivery.queue }

    /// The types that can be found; empty until the output is connected to a camera.
    ///
    /// Linux: bar codes and two-dimensional codes if the package libzxing2 is installed; faces if the packages
    /// libopencv-objdetect406 and opencv-data are; no bodies.
    public var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] {
        if connections.isEmpty { return [] }
        return CodeTypes.available + (FaceFinder.isAvailable ? [.face] : [])
    }

    /// The types to look for; none by default. Each type costs time.
    ///
    /// A type that is not among ``availableMetadataObjectTypes`` is a programmer's mistake; `nil` means none.
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

    /// The part of the picture to deliver objects from. Objects that are partly inside are delivered too. (0, 0, 1, 1)
    /// by default: the whole picture.
    ///
    /// In the coordinates of ``AVMetadataObject/bounds``: those of the picture as the sensor has it. A preview layer's
    /// `metadataOutputRectConverted(fromLayerRect:)` gives them.
    public var rectOfInterest: CGRect {
        get { delivery.rectOfInterest }
        set { delivery.rectOfInterest = newValue }
    }
}

/// Gets what was found, on the queue that was set with the delegate.
///
/// Source: Apple, AVCaptureMetadataOutputObjectsDelegate.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// The objects in one frame. Called once with an empty array after the last object has left the picture.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection)
}

extension AVCaptureMetadataOutputObjectsDelegate {
    /// The method is optional: does nothing.
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {}
}
