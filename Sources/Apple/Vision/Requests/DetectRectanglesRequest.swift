import Foundation

/// Finds rectangles, seen from any side: documents, screens, signs. The largest come first.
///
/// Linux: needs the package of ``VNDetectRectanglesRequest``; without it it fails with
/// ``VisionError/unsupportedRequest(_:)``.
/// Source: Apple, DetectRectanglesRequest.
public struct DetectRectanglesRequest: ImageProcessingRequest, OlderSearch {
    public typealias Result = [RectangleObservation]

    /// Source: Apple, DetectRectanglesRequest.Revision. Linux: there is one algorithm.
    public enum Revision: Hashable, Sendable, Codable, CaseIterable {
        case revision1
    }

    public static let supportedRevisions: [Revision] = [.revision1]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    /// The least ratio of the shorter side to the longer one.
    public var minimumAspectRatio: Float = 0.5
    /// The greatest ratio of the shorter side to the longer one.
    public var maximumAspectRatio: Float = 1
    /// How far the angles may be from 90 degrees; 45 at most.
    public var quadratureToleranceDegrees: Float = 30
    /// The least length of the shorter side, as a part of the picture's shorter side.
    public var minimumSize: Float = 0.2
    public var minimumConfidence: Float = 0
    /// How many to report; 0 for all.
    public var maximumObservations = 1

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision1 }

    public var descriptor: RequestDescriptor { .detectRectanglesRequest(revision) }

    public var description: String { "DetectRectanglesRequest \(revision)" }

    func search(_ picture: RequestPicture) throws -> Result {
        let request = VNDetectRectanglesRequest()
        request.regionOfInterest = regionOfInterest.cgRect
        request.minimumAspectRatio = minimumAspectRatio
        request.maximumAspectRatio = maximumAspectRatio
        request.quadratureTolerance = quadratureToleranceDegrees
        request.minimumSize = minimumSize
        request.minimumConfidence = minimumConfidence
        request.maximumObservations = maximumObservations
        let found = try request.search(picture, for: VNRectangleObservation.self)
        return found.map { RectangleObservation($0, descriptor) }
    }
}
