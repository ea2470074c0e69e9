import Foundation

/// A part of a face. Source: Apple, VNFaceLandmarkRegion.
open class VNFaceLandmarkRegion: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    public let pointCount: Int

    init(pointCount: Int) { self.pointCount = pointCount }
}

/// How the points of a part are to be joined. Source: Apple, VNPointsClassification.
public enum VNPointsClassification: Int, Sendable {
    case disconnected
    case openPath
    case closedPath
}

/// A part of a face, as points in the picture. Source: Apple, VNFaceLandmarkRegion2D.
public final class VNFaceLandmarkRegion2D: VNFaceLandmarkRegion, @unchecked Sendable {  // immutable
    /// From (0, 0) at the lower left of the face's bounding box to (1, 1).
    public let normalizedPoints: [CGPoint]
    public let pointsClassification: VNPointsClassification
    private let face: CGRect

    init(_ points: [CGPoint], _ classification: VNPointsClassification, of face: CGRect) {
        normalizedPoints = points
        pointsClassification = classification
        self.face = face
        super.init(pointCount: points.count)
    }

    /// The points in pixels, from the picture's lower left corner.
    public func pointsInImage(imageSize: CGSize) -> [CGPoint] {
        normalizedPoints.map { point in
            CGPoint(
                x: (face.minX + point.x * face.width) * imageSize.width,
                y: (face.minY + point.y * face.height) * imageSize.height)
        }
    }
}

/// The parts of a face. Source: Apple, VNFaceLandmarks.
open class VNFaceLandmarks: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    public let confidence: VNConfidence

    init(confidence: VNConfidence) { self.confidence = confidence }
}

/// The parts of a face in the picture; `nil` for those that were not found.
///
/// Linux: no face has them, because no request finds any.
/// Source: Apple, VNFaceLandmarks2D.
public final class VNFaceLandmarks2D: VNFaceLandmarks, @unchecked Sendable {  // immutable
    enum Part {
        case faceContour, leftEye, rightEye, leftEyebrow, rightEyebrow, nose, noseCrest, medianLine, outerLips,
            innerLips
        case leftPupil, rightPupil
    }

    private let parts: [Part: VNFaceLandmarkRegion2D]
    public let allPoints: VNFaceLandmarkRegion2D?

    init(_ parts: [Part: [CGPoint]], of face: CGRect, confidence: VNConfidence) {
        self.parts = parts.mapValues { VNFaceLandmarkRegion2D($0, .openPath, of: face) }
        allPoints = VNFaceLandmarkRegion2D(parts.values.flatMap { $0 }, .disconnected, of: face)
        super.init(confidence: confidence)
    }

    public var faceContour: VNFaceLandmarkRegion2D? { parts[.faceContour] }
    public var leftEye: VNFaceLandmarkRegion2D? { parts[.leftEye] }
    public var rightEye: VNFaceLandmarkRegion2D? { parts[.rightEye] }
    public var leftEyebrow: VNFaceLandmarkRegion2D? { parts[.leftEyebrow] }
    public var rightEyebrow: VNFaceLandmarkRegion2D? { parts[.rightEyebrow] }
    public var nose: VNFaceLandmarkRegion2D? { parts[.nose] }
    public var noseCrest: VNFaceLandmarkRegion2D? { parts[.noseCrest] }
    public var medianLine: VNFaceLandmarkRegion2D? { parts[.medianLine] }
    public var outerLips: VNFaceLandmarkRegion2D? { parts[.outerLips] }
    public var innerLips: VNFaceLandmarkRegion2D? { parts[.innerLips] }
    public var leftPupil: VNFaceLandmarkRegion2D? { parts[.leftPupil] }
    public var rightPupil: VNFaceLandmarkRegion2D? { parts[.rightPupil] }
}
