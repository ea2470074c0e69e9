import CoreMedia
import Foundation

/// Something that was found in a frame.
///
/// Instances come from an ``AVCaptureMetadataOutput``; programs cannot make them.
/// Source: Apple, AVMetadataObject.
open class AVMetadataObject: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    /// A kind of object.
    ///
    /// Source: Apple, AVMetadataObject.ObjectType.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// When the frame was captured, on the session's clock.
    public let time: CMTime

    /// How long the object is valid: the frame's duration, or `.invalid`.
    public let duration: CMTime

    /// The rectangle around the object, parallel to the sides of the picture.
    ///
    /// From an output, coordinates run from (0, 0) at the top left of the picture as the sensor has it, neither rotated
    /// nor mirrored, to (1, 1) at the bottom right. `transformedMetadataObject(for:)` gives it in a layer's points,
    /// `transformedMetadataObject(for:connection:)` in another output's pixels.
    public let bounds: CGRect

    public let type: ObjectType

    /// The camera that saw it.
    let source: AVCaptureDevice

    init(_ type: ObjectType, bounds: CGRect, time: CMTime, duration: CMTime, source: AVCaptureDevice) {
        self.type = type
        self.bounds = bounds
        self.time = time
        self.duration = duration
        self.source = source
    }

    /// The same object in the coordinates of a layer or another output.
    func transformed(by geometry: PreviewGeometry) -> AVMetadataObject {
        AVMetadataObject(
            type, bounds: geometry.layerRect(fromDevice: bounds), time: time, duration: duration, source: source)
    }
}
