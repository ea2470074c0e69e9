import CoreMedia
import Foundation

/// Something that was found in a frame.
///
/// Instances come from an ``AVCaptureMetadataOutput``; none are made by hand.
/// Source: Apple, AVMetadataObject.
open class AVMetadataObject: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    /// What an object is.
    ///
    /// Source: Apple, AVMetadataObject.ObjectType.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// When the frame was captured, on the session's clock. Source: Apple, AVMetadataObject.time.
    public let time: CMTime

    /// For how long the object holds: the frame's duration, or `.invalid`. Source: Apple, AVMetadataObject.duration.
    public let duration: CMTime

    /// The rectangle around the object, with sides along the picture's.
    ///
    /// From an output it runs from (0, 0) at the top left of the picture as the sensor has it, unturned and unmirrored,
    /// to (1, 1) at the bottom right. `transformedMetadataObject(for:)` gives it in a layer's points,
    /// `transformedMetadataObject(for:connection:)` in another output's pixels.
    /// Source: Apple, AVMetadataObject.bounds.
    public let bounds: CGRect

    /// Source: Apple, AVMetadataObject.type.
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

    /// The same object where a layer or another output shows it.
    func transformed(by geometry: PreviewGeometry) -> AVMetadataObject {
        AVMetadataObject(
            type, bounds: geometry.layerRect(fromDevice: bounds), time: time, duration: duration, source: source)
    }
}
