import Foundation

/// Finds upright faces that look into the camera.
///
/// Linux: needs the packages of ``VNDetectFaceRectanglesRequest``; without them it fails with
/// ``VisionError/unsupportedRequest(_:)``.
/// Source: Apple, DetectFaceRectanglesRequest.
public struct DetectFaceRectanglesRequest: ImageProcessingRequest, OlderSearch {
    public typealias Result = [FaceObservation]

    /// Source: Apple, DetectFaceRectanglesRequest.Revision. Linux: there is one algorithm.
    public enum Revision: Hashable, Sendable, Codable, CaseIterable {
        case revision3
    }

    public static let supportedRevisions: [Revision] = [.revision3]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    public var descriptor: RequestDescriptor { .detectFaceRectanglesRequest(revision) }

    public var description: String { "DetectFaceRectanglesRequest \(revision)" }

    func search(_ picture: RequestPicture) throws -> Result {
        let request = VNDetectFaceRectanglesRequest()
        request.regionOfInterest = regionOfInterest.cgRect
        return try request.search(picture, for: VNFaceObservation.self).map { FaceObservation($0, descriptor) }
    }
}
