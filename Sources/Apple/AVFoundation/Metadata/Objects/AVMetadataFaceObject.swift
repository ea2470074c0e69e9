import CoreMedia
import Foundation
import PixelCoding

/// A face that was found in a frame.
///
/// Linux: one that looks into the camera; of profiles and covered faces few are found. Its bounds reach from the brows
/// to the chin.
/// Source: Apple, AVMetadataFaceObject.
public final class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {  // immutable
    /// The same in each frame for as long as the face stays in the picture. A face that returns has a new one.
    public let faceID: Int

    /// Linux: always `true`.
    public var hasRollAngle: Bool { true }

    /// Linux: always `false`; the detector does not tell.
    public var hasYawAngle: Bool { false }

    /// Clockwise degrees by which the face is tilted to its side. Linux: 0, 90, 180 or 270; the detector tells no more.
    public let rollAngle: CGFloat

    /// Degrees by which the face is turned away. Linux: always 0, see ``hasYawAngle``.
    public var yawAngle: CGFloat { 0 }

    convenience init(_ face: FaceTracker.Face, time: CMTime, duration: CMTime, source: AVCaptureDevice) {
        self.init(
            id: face.id, bounds: face.face.bounds, roll: CGFloat(90 * face.face.quarterTurns), time: time,
            duration: duration, source: source)
    }

    private init(id: Int, bounds: CGRect, roll: CGFloat, time: CMTime, duration: CMTime, source: AVCaptureDevice) {
        faceID = id
        rollAngle = roll
        super.init(.face, bounds: bounds, time: time, duration: duration, source: source)
    }

    override func transformed(by geometry: PreviewGeometry) -> AVMetadataObject {
        AVMetadataFaceObject(
            id: faceID, bounds: geometry.layerRect(fromDevice: bounds), roll: geometry.layerRoll(fromDevice: rollAngle),
            time: time, duration: duration, source: source)
    }
}
