import CoreMedia
import Foundation

/// Which request found something. Source: Apple, RequestDescriptor.
///
/// Linux: of the requests that there are.
public enum RequestDescriptor: Hashable, Sendable {
    case detectBarcodesRequest(DetectBarcodesRequest.Revision)
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    case detectRectanglesRequest(DetectRectanglesRequest.Revision)
    case recognizeTextRequest(RecognizeTextRequest.Revision)
}

/// Something that a request found. Source: Apple, VisionObservation.
public protocol VisionObservation: Hashable, Sendable, CustomStringConvertible {
    var uuid: UUID { get }
    /// From 0 to 1; what it means depends on the request.
    var confidence: Float { get }
    /// When the frame was captured, if the picture was a sample buffer; otherwise `nil`.
    var timeRange: CMTimeRange? { get }
    /// `nil` for an observation of the program's own.
    var originatingRequestDescriptor: RequestDescriptor? { get }
}

/// Something with a place in the picture. Source: Apple, BoundingBoxProviding.
public protocol BoundingBoxProviding {
    /// In the request's region of interest of the upright picture.
    var boundingBox: NormalizedRect { get }
}

/// Something with four corners. Source: Apple, QuadrilateralProviding.
public protocol QuadrilateralProviding: BoundingBoxProviding {
    var topLeft: NormalizedPoint { get }
    var topRight: NormalizedPoint { get }
    var bottomRight: NormalizedPoint { get }
    var bottomLeft: NormalizedPoint { get }
}

/// What all observations of the older requests say.
struct ObservationFacts: Hashable, Sendable {
    let uuid: UUID
    let confidence: Float
    let timeRange: CMTimeRange?
    let box: NormalizedRect

    init(_ older: VNDetectedObjectObservation) {
        uuid = older.uuid
        confidence = older.confidence
        timeRange = older.timeRange == .zero ? nil : older.timeRange
        box = NormalizedRect(normalizedRect: older.boundingBox)
    }
}

/// Four corners, in the order in which they are read.
struct Corners: Hashable, Sendable {
    let topLeft: NormalizedPoint
    let topRight: NormalizedPoint
    let bottomRight: NormalizedPoint
    let bottomLeft: NormalizedPoint

    init(_ older: VNRectangleObservation) {
        topLeft = NormalizedPoint(normalizedPoint: older.topLeft)
        topRight = NormalizedPoint(normalizedPoint: older.topRight)
        bottomRight = NormalizedPoint(normalizedPoint: older.bottomRight)
        bottomLeft = NormalizedPoint(normalizedPoint: older.bottomLeft)
    }
}
