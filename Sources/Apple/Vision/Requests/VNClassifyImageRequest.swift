import Foundation

/// Names what a picture shows.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here names what a picture shows.
/// Source: Apple, VNClassifyImageRequest.
public final class VNClassifyImageRequest: VNImageBasedRequest {
    public var results: [VNClassificationObservation]? { found as? [VNClassificationObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("names what a picture shows")
    }
}

/// Finds cats and dogs.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here finds animals.
/// Source: Apple, VNRecognizeAnimalsRequest.
public final class VNRecognizeAnimalsRequest: VNImageBasedRequest {
    public var results: [VNRecognizedObjectObservation]? { found as? [VNRecognizedObjectObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("finds animals")
    }
}
