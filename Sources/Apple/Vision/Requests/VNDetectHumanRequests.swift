import Foundation

/// Finds people.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here finds people.
/// Source: Apple, VNDetectHumanRectanglesRequest.
public final class VNDetectHumanRectanglesRequest: VNImageBasedRequest {
    /// Whether the upper part of a body is enough.
    public var upperBodyOnly = true

    public var results: [VNHumanObservation]? { found as? [VNHumanObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("finds people")
    }
}

/// Finds the joints of people's bodies.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here finds the joints of a body.
/// Source: Apple, VNDetectHumanBodyPoseRequest.
public final class VNDetectHumanBodyPoseRequest: VNImageBasedRequest {
    public var results: [VNHumanBodyPoseObservation]? { found as? [VNHumanBodyPoseObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("finds the joints of a body")
    }
}

/// Finds the joints of hands.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here finds the joints of a hand.
/// Source: Apple, VNDetectHumanHandPoseRequest.
public final class VNDetectHumanHandPoseRequest: VNImageBasedRequest {
    /// How many hands to report.
    public var maximumHandCount = 2

    public var results: [VNHumanHandPoseObservation]? { found as? [VNHumanHandPoseObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("finds the joints of a hand")
    }
}
