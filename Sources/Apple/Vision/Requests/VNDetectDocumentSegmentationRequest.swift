import Foundation

/// Finds the largest document: a page, a card, a sign.
///
/// Linux: by the edges of a rectangle that is seen from any side, as ``VNDetectRectanglesRequest`` with a tolerance of 45
/// degrees. Its observation has no mask.
/// Source: Apple, VNDetectDocumentSegmentationRequest.
public final class VNDetectDocumentSegmentationRequest: VNImageBasedRequest {
    public var results: [VNRectangleObservation]? { found as? [VNRectangleObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let rectangles = VNDetectRectanglesRequest()
        rectangles.minimumAspectRatio = 0.3
        rectangles.quadratureTolerance = 45
        return try rectangles.find(in: picture, region: region)
    }
}
