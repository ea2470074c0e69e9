import Foundation
import Locking
import OpenCV
import PixelCoding

/// Finds upright faces that look into the camera.
///
/// Linux: needs the packages libopencv-objdetect406 and opencv-data; without them it fails with
/// ``VNErrorCode/unsupportedRequest``.
/// Source: Apple, VNDetectFaceRectanglesRequest.
public final class VNDetectFaceRectanglesRequest: VNImageBasedRequest {
    /// Its data is read once for all requests.
    private static let finder = FaceFinder()

    /// As many windows of the search as agree on a face that is seen well.
    private static let manyVotes: Float = 20

    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override class var latestRevision: Int { VNDetectFaceRectanglesRequestRevision3 }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let gray = try picture.gray(longestSide: 960, region)
        let faces = try OpenCVFailure.asVision { () throws(OpenCVError) in
            try Self.finder.faces(in: gray, quarterTurns: [0])
        }
        return faces.map { face in
            let bounds = face.bounds
            return VNFaceObservation(
                boundingBox: CGRect(x: bounds.minX, y: 1 - bounds.maxY, width: bounds.width, height: bounds.height),
                confidence: min(Float(face.votes) / Self.manyVotes, 1), timeRange: picture.timeRange)
        }
    }
}

/// OpenCV's errors as Vision's.
enum OpenCVFailure {
    static func asVision<Result>(_ body: () throws(OpenCVError) -> Result) throws -> Result {
        do throws(OpenCVError) {
            return try body()
        } catch {
            switch error.code {
            case .missing: throw NSError.vision(.unsupportedRequest, error.description)
            case .failed: throw NSError.vision(.operationFailed, error.description)
            }
        }
    }
}
