import Foundation
import OpenCV
import PixelCoding

/// Finds the outlines of shapes, and of the holes in them. The result is one observation.
///
/// A pixel belongs to a shape if it is darker than the pivot, or lighter, by more than a tenth of the range from black to
/// white, after its difference was multiplied by the contrast. An outline runs through the outermost pixels of a shape.
///
/// Linux: needs the package libopencv-objdetect406; without it it fails with ``VNErrorCode/unsupportedRequest``.
/// Source: Apple, VNDetectContoursRequest.
public final class VNDetectContoursRequest: VNImageBasedRequest {
    private static let smallestDimension = 64

    /// By what differences from the pivot are multiplied: 0 to 3, 2 by default. More finds fainter shapes.
    public var contrastAdjustment: Float = 2

    /// The level between shapes and the rest: 0 to 1, 0.5 by default. `nil` for the one that parts the levels of the
    /// picture best.
    public var contrastPivot: NSNumber? = 0.5

    /// Whether shapes are darker than the rest; otherwise they are lighter.
    public var detectsDarkOnLight = true

    /// The picture is divided by the least whole number that makes its longer side no longer than this; 512 by default,
    /// 64 at least.
    public var maximumImageDimension = 512

    public var results: [VNContoursObservation]? { found as? [VNContoursObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let finder = try finder()
        let gray = try picture.gray(longestSide: maximumImageDimension, region)
        let contours = try OpenCVFailure.asVision { () throws(OpenCVError) in
            try finder.contours(in: gray)
        }
        let tree = ContourTree(
            contours.map { contour in
                (contour.points.map { SIMD2(Float($0.x), Float(1 - $0.y)) }, contour.parent)
            }, aspectRatio: Float(gray.width) / Float(gray.height))
        return [VNContoursObservation(tree, timeRange: picture.timeRange)]
    }

    private func finder() throws -> ShapeFinder {
        guard (0...3).contains(contrastAdjustment) else {
            throw NSError.vision(.invalidArgument, "The contrast adjustment \(contrastAdjustment) is not from 0 to 3")
        }
        let pivot = contrastPivot?.doubleValue
        guard pivot.map({ (0...1).contains($0) }) ?? true else {
            throw NSError.vision(.invalidArgument, "The contrast pivot \(pivot ?? 0) is not from 0 to 1")
        }
        guard maximumImageDimension >= Self.smallestDimension else {
            throw NSError.vision(
                .invalidArgument, "The largest dimension \(maximumImageDimension) is less than 64 pixels")
        }
        return ShapeFinder(
            contrast: Double(contrastAdjustment), pivot: pivot, isDarkOnLight: detectsDarkOnLight)
    }
}
