import CoreMedia
import Foundation
import simd

/// How a picture has to be changed to lie on another one.
///
/// Source: Apple, VNImageAlignmentObservation.
open class VNImageAlignmentObservation: VNObservation, @unchecked Sendable {}  // immutable

/// By how much a picture has to be shifted to lie on another one.
///
/// Source: Apple, VNImageTranslationAlignmentObservation.
public final class VNImageTranslationAlignmentObservation: VNImageAlignmentObservation, @unchecked Sendable {
    /// In pixels to the right and up, from the request's picture to the handler's.
    public let alignmentTransform: CGAffineTransform

    init(_ transform: CGAffineTransform, confidence: VNConfidence, timeRange: CMTimeRange) {
        alignmentTransform = transform
        super.init(confidence: confidence, timeRange: timeRange)
    }
}

/// How a picture has to be warped to lie on another one, as if seen from there.
///
/// Source: Apple, VNImageHomographicAlignmentObservation.
public final class VNImageHomographicAlignmentObservation: VNImageAlignmentObservation, @unchecked Sendable {
    /// For columns of x, y and 1, in pixels from the lower left: from the request's picture to the handler's. The result's
    /// x and y are to be divided by its third number.
    public let warpTransform: matrix_float3x3

    init(_ transform: matrix_float3x3, confidence: VNConfidence, timeRange: CMTimeRange) {
        warpTransform = transform
        super.init(confidence: confidence, timeRange: timeRange)
    }
}
