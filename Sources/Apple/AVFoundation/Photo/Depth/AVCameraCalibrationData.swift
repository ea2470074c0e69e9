import CaptureEngine
import Foundation

/// How a camera projects the world into its pictures. Source: Apple, AVCameraCalibrationData.
public final class AVCameraCalibrationData: NSObject, Sendable {
    private let calibration: DepthMap.Calibration

    init(_ calibration: DepthMap.Calibration) {
        self.calibration = calibration
    }

    /// Focal lengths and optical center in pixels of ``intrinsicMatrixReferenceDimensions``:
    /// (fx 0 0), (0 fy 0), (ox oy 1) by columns.
    public var intrinsicMatrix: matrix_float3x3 {
        let center = calibration.principalPoint
        return matrix_float3x3(
            [calibration.focalLength, 0, 0], [0, calibration.focalLength, 0], [center.x, center.y, 1])
    }

    /// The size of the picture that ``intrinsicMatrix`` refers to.
    public var intrinsicMatrixReferenceDimensions: CGSize {
        let size = calibration.referenceDimensions
        return CGSize(width: CGFloat(size.width), height: CGFloat(size.height))
    }

    /// The position and rotation of the camera relative to the reference camera. Linux: always the identity.
    public var extrinsicMatrix: matrix_float4x3 {
        matrix_float4x3([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0])
    }

    /// The size of a pixel in millimeters.
    public var pixelSize: Float { calibration.pixelSize }

    /// How the lens distorts. Linux: always `nil`; no source reports it.
    public var lensDistortionLookupTable: Data? { nil }

    /// How to undo the distortion. Linux: always `nil`; no source reports it.
    public var inverseLensDistortionLookupTable: Data? { nil }

    /// The center of the distortion: the optical center.
    public var lensDistortionCenter: CGPoint {
        CGPoint(x: CGFloat(calibration.principalPoint.x), y: CGFloat(calibration.principalPoint.y))
    }
}
