import Foundation
import OpenCV
import PixelCoding

/// Finds rectangles, seen from any side: documents, screens, signs.
///
/// Linux: needs the package libopencv-objdetect406; without it it fails with ``VNErrorCode/unsupportedRequest``. The
/// largest come first. `confidence` is 1 for right angles, and less for others.
/// Source: Apple, VNDetectRectanglesRequest.
public final class VNDetectRectanglesRequest: VNImageBasedRequest {
    /// The least ratio of the shorter side to the longer one; 0.5 by default.
    public var minimumAspectRatio: VNAspectRatio = 0.5

    /// The greatest ratio of the shorter side to the longer one; 1 by default.
    public var maximumAspectRatio: VNAspectRatio = 1

    /// How far the angles may be from 90 degrees; 30 by default, 45 at most.
    public var quadratureTolerance: VNDegrees = 30

    /// The least length of the shorter side, as a part of the picture's shorter side; 0.2 by default.
    public var minimumSize: Float = 0.2

    public var minimumConfidence: VNConfidence = 0

    /// How many to report; 1 by default, 0 for all.
    public var maximumObservations = 1

    public var results: [VNRectangleObservation]? { found as? [VNRectangleObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let finder = try finder()
        let gray = try picture.gray(longestSide: 640, region)
        let rectangles = try OpenCVFailure.asVision { () throws(OpenCVError) in
            try finder.rectangles(in: gray)
        }
        let found = rectangles.filter { Float($0.confidence) >= minimumConfidence }
        return found.prefix(maximumObservations == 0 ? found.count : maximumObservations).map { rectangle in
            VNRectangleObservation(
                corners: rectangle.corners.map { CGPoint(x: $0.x, y: 1 - $0.y) },
                confidence: Float(rectangle.confidence), timeRange: picture.timeRange)
        }
    }

    private func finder() throws -> RectangleFinder {
        guard (0...1).contains(minimumAspectRatio), (minimumAspectRatio...1).contains(maximumAspectRatio) else {
            throw NSError.vision(
                .invalidArgument,
                "The aspect ratios \(minimumAspectRatio) to \(maximumAspectRatio) are not a range from 0 to 1")
        }
        guard (0...45).contains(quadratureTolerance) else {
            throw NSError.vision(
                .invalidArgument, "The quadrature tolerance \(quadratureTolerance) is not from 0 to 45 degrees")
        }
        guard (0...1).contains(minimumSize), (0...1).contains(minimumConfidence), maximumObservations >= 0 else {
            throw NSError.vision(
                .invalidArgument, "The minimum size and confidence are from 0 to 1, and the observations not negative")
        }
        return RectangleFinder(
            aspectRatios: Double(minimumAspectRatio)...Double(maximumAspectRatio),
            toleranceDegrees: Double(quadratureTolerance), smallestPart: Double(minimumSize))
    }
}
