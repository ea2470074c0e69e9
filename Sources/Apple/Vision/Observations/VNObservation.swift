import CoreImage
import CoreMedia
import Foundation

/// Something that a request found.
///
/// Source: Apple, VNObservation.
open class VNObservation: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    /// The same for what a tracking request makes of it.
    public let uuid: UUID

    /// From 0 to 1; what it means depends on the request.
    public let confidence: VNConfidence

    /// When the frame was captured, if the picture was a sample buffer; otherwise `.zero`.
    public let timeRange: CMTimeRange

    init(confidence: VNConfidence, timeRange: CMTimeRange, uuid: UUID = UUID()) {
        self.uuid = uuid
        self.confidence = confidence
        self.timeRange = timeRange
    }
}

/// Something with a place in the picture.
///
/// Source: Apple, VNDetectedObjectObservation.
open class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {  // immutable
    /// From (0, 0) at the lower left of the region of interest, in the upright picture, to (1, 1) at its upper right.
    public let boundingBox: CGRect

    /// An observation of the program's own, as a place to begin with.
    public convenience init(boundingBox: CGRect) {
        self.init(boundingBox: boundingBox, confidence: 1, timeRange: .zero)
    }

    init(boundingBox: CGRect, confidence: VNConfidence, timeRange: CMTimeRange, uuid: UUID = UUID()) {
        self.boundingBox = boundingBox
        super.init(confidence: confidence, timeRange: timeRange, uuid: uuid)
    }
}

/// A face.
///
/// Linux: one that looks into the camera, from the brows to the chin. ``VNObservation/confidence`` grows with the number of
/// windows of the search that agreed on it, 1 for twenty.
/// Source: Apple, VNFaceObservation.
public final class VNFaceObservation: VNDetectedObjectObservation, @unchecked Sendable {  // immutable
    /// In radians, counterclockwise. Linux: always `nil`; the detector does not tell, as for the others.
    public var roll: NSNumber? { nil }

    public var yaw: NSNumber? { nil }

    public var pitch: NSNumber? { nil }

    /// Its parts. Linux: always `nil`; see ``VNDetectFaceLandmarksRequest``.
    public var landmarks: VNFaceLandmarks2D? { nil }

    /// How well it was captured. Linux: always `nil`; see ``VNDetectFaceCaptureQualityRequest``.
    public var faceCaptureQuality: Float? { nil }
}

/// A quadrilateral that is a rectangle seen from some side.
///
/// Source: Apple, VNRectangleObservation.
open class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {  // immutable
    public let topLeft: CGPoint
    public let topRight: CGPoint
    public let bottomLeft: CGPoint
    public let bottomRight: CGPoint

    /// An observation of the program's own, with points as in ``VNDetectedObjectObservation/boundingBox``.
    public convenience init(
        requestRevision: Int, topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint
    ) {
        self.init(corners: [topLeft, topRight, bottomRight, bottomLeft], confidence: 1, timeRange: .zero)
    }

    /// - Parameter corners: top left, top right, bottom right and bottom left.
    init(corners: [CGPoint], confidence: VNConfidence, timeRange: CMTimeRange, uuid: UUID = UUID()) {
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        let (left, bottom) = (x.min() ?? 0, y.min() ?? 0)
        super.init(
            boundingBox: CGRect(x: left, y: bottom, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - bottom),
            confidence: confidence, timeRange: timeRange, uuid: uuid)
    }
}

/// A bar code or two-dimensional code; its corners are the code's own, however it lies.
///
/// Linux: ``VNObservation/confidence`` is always 1; a code is read or not.
/// Source: Apple, VNBarcodeObservation.
public final class VNBarcodeObservation: VNRectangleObservation, @unchecked Sendable {  // immutable
    public let symbology: VNBarcodeSymbology

    /// Its text; `nil` when it is not text.
    public let payloadStringValue: String?

    /// What a QR code consists of. Linux: `nil` for other kinds of codes, which the reader does not report it for.
    public let barcodeDescriptor: CIBarcodeDescriptor?

    init(
        _ symbology: VNBarcodeSymbology, payload: String?, descriptor: CIBarcodeDescriptor?, corners: [CGPoint],
        timeRange: CMTimeRange
    ) {
        self.symbology = symbology
        payloadStringValue = payload
        barcodeDescriptor = descriptor
        super.init(corners: corners, confidence: 1, timeRange: timeRange)
    }
}
