import Foundation
import OpenCV
import PixelCoding
import simd

/// Finds how the request's picture has to be changed to lie on the handler's picture. Both have the same size.
///
/// Linux: needs the package libopencv-objdetect406; without it it fails with ``VNErrorCode/unsupportedRequest``.
/// Source: Apple, VNImageRegistrationRequest.
open class VNImageRegistrationRequest: VNTargetedImageRequest {
    /// Larger pictures are divided by a whole number.
    private static let longestSide = 1_024

    /// Both pictures in gray.
    struct Pair {
        var target: GrayPicture
        var reference: GrayPicture
        var pixelsPerSample: Double
    }

    /// - Throws: `NSError` `invalidArgument` for pictures of different sizes.
    final func pair(_ picture: RequestPicture, _ region: CGRect) throws -> Pair {
        let reference = try picture.gray(longestSide: Self.longestSide, region)
        let target = try target.gray(longestSide: Self.longestSide, region)
        let scale = try picture.pixelsPerSample(longestSide: Self.longestSide)
        let targetScale = try self.target.pixelsPerSample(longestSide: Self.longestSide)
        guard reference.width == target.width, reference.height == target.height, scale == targetScale else {
            throw NSError.vision(.invalidArgument, "Pictures of different sizes cannot be compared")
        }
        return Pair(target: target, reference: reference, pixelsPerSample: Double(scale))
    }
}

/// Finds by how much the request's picture has to be shifted to lie on the handler's picture.
///
/// Linux: by phase correlation, for shifts of up to a third of the picture. ``VNObservation/confidence`` is 1 for the
/// same contents, and below 0.1 for others.
/// Source: Apple, VNTranslationalImageRegistrationRequest.
public final class VNTranslationalImageRegistrationRequest: VNImageRegistrationRequest {
    public var results: [VNImageTranslationAlignmentObservation]? {
        found as? [VNImageTranslationAlignmentObservation]
    }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let pair = try pair(picture, region)
        let shift = try OpenCVFailure.asVision { () throws(OpenCVError) in
            try PictureAligner(pair.reference).shift(of: pair.target)
        }
        let transform = CGAffineTransform(
            translationX: -shift.x * pair.pixelsPerSample, y: shift.y * pair.pixelsPerSample)
        return [
            VNImageTranslationAlignmentObservation(
                transform, confidence: Float(min(max(shift.likeness, 0), 1)), timeRange: picture.timeRange)
        ]
    }
}

/// Finds how the request's picture has to be warped to lie on the handler's picture: of the same thing, from another
/// direction.
///
/// Linux: by places that stand out in both (ORB). There is no result if they have too little in common.
/// ``VNObservation/confidence`` is the part of the similar places that agree.
/// Source: Apple, VNHomographicImageRegistrationRequest.
public final class VNHomographicImageRegistrationRequest: VNImageRegistrationRequest {
    public var results: [VNImageHomographicAlignmentObservation]? {
        found as? [VNImageHomographicAlignmentObservation]
    }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let pair = try pair(picture, region)
        let homography = try OpenCVFailure.asVision { () throws(OpenCVError) in
            try PictureAligner(pair.reference).homography(of: pair.target)
        }
        guard let homography else { return [] }
        let transform = Self.inPixels(
            homography.rows, scale: pair.pixelsPerSample, height: Double(pair.reference.height))
        return [
            VNImageHomographicAlignmentObservation(
                transform, confidence: Float(homography.agreeing) / Float(homography.matches),
                timeRange: picture.timeRange)
        ]
    }

    /// - Parameters:
    ///   - rows: of a matrix for samples, from the middle of the one at the top left.
    ///   - height: of the pictures, in samples.
    /// - Returns: the same for pixels from the lower left.
    private static func inPixels(_ rows: [[Double]], scale: Double, height: Double) -> matrix_float3x3 {
        let toPixels = [[scale, 0, 0.5 * scale], [0, -scale, (height - 0.5) * scale], [0, 0, 1]]
        let toSamples = [[1 / scale, 0, -0.5], [0, -1 / scale, height - 0.5], [0, 0, 1]]
        let matrix = product(product(toPixels, rows), toSamples)
        let columns = (0..<3).map { column in
            SIMD3<Float>((0..<3).map { row in Float(matrix[row][column] / matrix[2][2]) })
        }
        return matrix_float3x3(columns: (columns[0], columns[1], columns[2]))
    }

    private static func product(_ one: [[Double]], _ other: [[Double]]) -> [[Double]] {
        one.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * other[$1][column] } } }
    }
}
