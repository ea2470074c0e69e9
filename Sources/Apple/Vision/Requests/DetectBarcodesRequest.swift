import Foundation

/// Finds bar codes and two-dimensional codes.
///
/// Source: Apple, DetectBarcodesRequest.
public struct DetectBarcodesRequest: ImageProcessingRequest, OlderSearch {
    public typealias Result = [BarcodeObservation]

    /// Source: Apple, DetectBarcodesRequest.Revision. Linux: there is one algorithm.
    public enum Revision: Hashable, Sendable, Codable, CaseIterable {
        case revision4
    }

    public static let supportedRevisions: [Revision] = [.revision4]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    /// What to look for; each costs time. All that are found by default.
    public var symbologies = VNBarcodeSymbology.supported.map { BarcodeSymbology($0) }

    /// Linux: without effect; parts of composite codes are reported each by itself.
    public var coalescesCompositeSymbologies = false

    public var supportedSymbologies: [BarcodeSymbology] {
        VNBarcodeSymbology.supported.map { BarcodeSymbology($0) }
    }

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision4 }

    public var descriptor: RequestDescriptor { .detectBarcodesRequest(revision) }

    public var description: String { "DetectBarcodesRequest \(revision)" }

    func search(_ picture: RequestPicture) throws -> Result {
        let request = VNDetectBarcodesRequest()
        request.regionOfInterest = regionOfInterest.cgRect
        request.symbologies = symbologies.map(\.older)
        return try request.search(picture, for: VNBarcodeObservation.self).map { BarcodeObservation($0, descriptor) }
    }
}
