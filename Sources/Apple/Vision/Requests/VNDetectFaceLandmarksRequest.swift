import Foundation

/// How many points a face has. Source: Apple, VNRequestFaceLandmarksConstellation.
public enum VNRequestFaceLandmarksConstellation: UInt, Sendable {
    case constellationNotDefined
    case constellation65Points
    case constellation76Points
}

/// Finds the parts of a face.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here finds the parts of a face.
/// Source: Apple, VNDetectFaceLandmarksRequest.
public final class VNDetectFaceLandmarksRequest: VNImageBasedRequest {
    /// The faces to look at; `nil` for all.
    public var inputFaceObservations: [VNFaceObservation]?

    /// How many points a face has.
    public var constellation = VNRequestFaceLandmarksConstellation.constellationNotDefined

    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override class var latestRevision: Int { VNDetectFaceLandmarksRequestRevision3 }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("finds the parts of a face")
    }
}

/// Judges how well a face was captured.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here judges pictures of faces.
/// Source: Apple, VNDetectFaceCaptureQualityRequest.
public final class VNDetectFaceCaptureQualityRequest: VNImageBasedRequest {
    /// The faces to look at; `nil` for all.
    public var inputFaceObservations: [VNFaceObservation]?

    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("judges pictures of faces")
    }
}
