import CoreMedia
import Foundation

/// A bar code or two-dimensional code; its corners are the code's own, however it lies.
///
/// Linux: ``confidence`` is always 1; a code is read or not.
/// Source: Apple, BarcodeObservation.
public struct BarcodeObservation: VisionObservation, QuadrilateralProviding {
    private let facts: ObservationFacts
    private let corners: Corners
    public let symbology: BarcodeSymbology
    /// Its text; `nil` when it is not text.
    public let payloadString: String?
    public let originatingRequestDescriptor: RequestDescriptor?

    /// What an older request found.
    public init(_ observation: VNBarcodeObservation) { self.init(observation, nil) }

    init(_ older: VNBarcodeObservation, _ request: RequestDescriptor?) {
        facts = ObservationFacts(older)
        originatingRequestDescriptor = request
        corners = Corners(older)
        symbology = BarcodeSymbology(older.symbology)
        payloadString = older.payloadStringValue
    }

    public var uuid: UUID { facts.uuid }
    public var confidence: Float { facts.confidence }
    public var timeRange: CMTimeRange? { facts.timeRange }
    public var boundingBox: NormalizedRect { facts.box }

    public var topLeft: NormalizedPoint { corners.topLeft }
    public var topRight: NormalizedPoint { corners.topRight }
    public var bottomRight: NormalizedPoint { corners.bottomRight }
    public var bottomLeft: NormalizedPoint { corners.bottomLeft }

    public var description: String { "\(symbology) \(payloadString ?? "") in \(boundingBox)" }
}
