import Foundation

/// A face that was found in a frame.
///
/// Linux: never delivered, see ``AVCaptureMetadataOutput/availableMetadataObjectTypes``; the class exists so that code
/// which uses it compiles.
/// Source: Apple, AVMetadataFaceObject.
public final class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {  // no state
    /// The same in each frame for as long as the face stays in the picture. Linux: always 0.
    public var faceID: Int { 0 }

    /// Linux: always `false`.
    public var hasRollAngle: Bool { false }

    /// Linux: always `false`.
    public var hasYawAngle: Bool { false }

    /// Clockwise degrees by which the face is tilted to its side. Linux: see ``hasRollAngle``.
    public var rollAngle: CGFloat { 0 }

    /// Degrees by which the face is turned away. Linux: see ``hasYawAngle``.
    public var yawAngle: CGFloat { 0 }
}
