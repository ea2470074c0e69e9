import CaptureEngine
import Foundation

/// How a camera projects the world into its pictures. Source: Apple, AVCameraCalibrationData.
public final class AVCameraCalibrationData: NSObject, Sendable {
    private let calibration: DepthMap.Calibration

    init(_ calibration: DepthMap.Calibration) {
        self.calibration = calibration
    }

    /// Focal lengths and optical centre in pixels of ``intrinsicMatrixReferenceDimensions``:
    /// (fx 0 0), (0 fy 0), (ox oy 1) by columns.
    ///
    /// Source: Apple, AVCameraCalibrationData.intrinsicMatrix.
    public var intrinsicMatrix: matrix_float3x3 {
        let center = calibration.principalPoint
        return matrix_float3x3(
            [calibration.focalLength, 0, 0], [0, calibration.focalLength, 0], [center.x, center.y, 1])
    }

    /// The size of the picture that ``intrinsicMatrix`` is about.
    /// Source: Apple, AVCameraCalibrationData.intrinsicMatrixReferenceDimensions.
    public var intrinsicMatrixReferenceDimensions: CGSize {
        let size = calibration.referenceDimensions
        return CGSize(width: CGFloat(size.width), height: CGFloat(size.height))
    }

    /// Where the camera is, relative to the one that is the reference. Linux: always at its place, unturned.
    /// Source: Apple, AVCameraCalibrationData.extrinsicMatrix.
    public var extrinsicMatrix: matrix_float4x3 {
        matrix_float4x3([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0])
    }

    /// The size of a pixel in millimetres. Source: Apple, AVCameraCalibrationData.pixelSize.
    public var pixelSize: Float { calibration.pixelSize }

    /// How the lens distorts. Linux: always `nil`; no source says. Source: Apple,
    /// AVCameraCalibrationData.lensDistortionLookupTable.
    public var lensDistortionLookupTable: Data? { nil }

    /// How to undo it. Linux: always `nil`; no source says. Source: Apple,
    /// AVCameraCalibrationData.inverseLensDistortionLookupTable.
    public var inverseLensDistortionLookupTable: Data? { nil }

    /// The middle of the distortion: the optical centre. Source: Apple, AVCameraCalibrationData.lensDistortionCenter.
    public var lensDistortionCenter: CGPoint {
        CGPoint(x: CGFloat(calibration.principalPoint.x), y: CGFloat(calibration.principalPoint.y))
    }
}
