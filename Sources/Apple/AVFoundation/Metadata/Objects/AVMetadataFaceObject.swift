import Foundation

/// A face that was found in a frame.
///
/// Linux: none is ever delivered, see ``AVCaptureMetadataOutput/availableMetadataObjectTypes``; the class is there so
/// that code which asks for it compiles.
/// Source: Apple, AVMetadataFaceObject.
public final class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {  // no state
    /// The same in each frame for as long as the face stays in the picture. Linux: there is no face to number.
    /// Source: Apple, AVMetadataFaceObject.faceID.
    public var faceID: Int { 0 }

    /// Linux: always `false`. Source: Apple, AVMetadataFaceObject.hasRollAngle.
    public var hasRollAngle: Bool { false }

    /// Linux: always `false`. Source: Apple, AVMetadataFaceObject.hasYawAngle.
    public var hasYawAngle: Bool { false }

    /// Clockwise degrees by which the face is inclined to its side. Linux: see ``hasRollAngle``.
    /// Source: Apple, AVMetadataFaceObject.rollAngle.
    public var rollAngle: CGFloat { 0 }

    /// Degrees by which the face is turned away. Linux: see ``hasYawAngle``.
    /// Source: Apple, AVMetadataFaceObject.yawAngle.
    public var yawAngle: CGFloat { 0 }
}
