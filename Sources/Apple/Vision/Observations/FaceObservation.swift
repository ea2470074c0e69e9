import CoreMedia
import Foundation

/// A face.
///
/// Linux: as ``VNFaceObservation``; the detector does not tell how a head is turned.
/// Source: Apple, FaceObservation.
public struct FaceObservation: VisionObservation, BoundingBoxProviding {
    private let facts: ObservationFacts
    public let originatingRequestDescriptor: RequestDescriptor?

    /// What an older request found.
    public init(_ observation: VNFaceObservation) { self.init(observation, nil) }

    init(_ older: VNFaceObservation, _ request: RequestDescriptor?) {
        facts = ObservationFacts(older)
        originatingRequestDescriptor = request
    }

    public var uuid: UUID { facts.uuid }
    public var confidence: Float { facts.confidence }
    public var timeRange: CMTimeRange? { facts.timeRange }
    public var boundingBox: NormalizedRect { facts.box }

    public var description: String { "a face in \(boundingBox), confidence \(confidence)" }
}
