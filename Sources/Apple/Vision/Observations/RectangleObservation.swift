import CoreMedia
import Foundation

/// A quadrilateral that is a rectangle seen from some side.
///
/// Source: Apple, RectangleObservation.
public struct RectangleObservation: VisionObservation, QuadrilateralProviding {
    private let facts: ObservationFacts
    private let corners: Corners
    public let originatingRequestDescriptor: RequestDescriptor?

    /// What an older request found.
    public init(_ observation: VNRectangleObservation) { self.init(observation, nil) }

    init(_ older: VNRectangleObservation, _ request: RequestDescriptor?) {
        facts = ObservationFacts(older)
        originatingRequestDescriptor = request
        corners = Corners(older)
    }

    public var uuid: UUID { facts.uuid }
    public var confidence: Float { facts.confidence }
    public var timeRange: CMTimeRange? { facts.timeRange }
    public var boundingBox: NormalizedRect { facts.box }

    public var topLeft: NormalizedPoint { corners.topLeft }
    public var topRight: NormalizedPoint { corners.topRight }
    public var bottomRight: NormalizedPoint { corners.bottomRight }
    public var bottomLeft: NormalizedPoint { corners.bottomLeft }

    public var description: String { "a rectangle in \(boundingBox), confidence \(confidence)" }
}
