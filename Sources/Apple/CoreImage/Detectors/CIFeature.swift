import Foundation

/// ``CIFeature/type`` of a face.
public let CIFeatureTypeFace = "Face"
/// ``CIFeature/type`` of a rectangle.
public let CIFeatureTypeRectangle = "Rectangle"
/// ``CIFeature/type`` of a QR code.
public let CIFeatureTypeQRCode = "QRCode"
/// ``CIFeature/type`` of a text.
public let CIFeatureTypeText = "Text"

/// Something that was found in a picture. Source: Apple, CIFeature.
open class CIFeature: NSObject, @unchecked Sendable {  // constant, as all of its subclasses
    /// What it is.
    public let type: String
    /// Around it, in the picture's coordinates.
    public let bounds: CGRect

    init(_ type: String, bounds: CGRect) { (self.type, self.bounds) = (type, bounds) }
}

/// A face.
///
/// Linux: the search tells where it is, from the brows to the chin, and no more: no eyes, no mouth, no angle.
/// Source: Apple, CIFaceFeature.
open class CIFaceFeature: CIFeature, @unchecked Sendable {  // constant
    /// Whether it has a number, which it does with ``CIDetectorTracking`` from the second picture on.
    public var hasTrackingID: Bool { track != nil }
    /// What it keeps from one picture to the next; 0 without one.
    public var trackingID: Int32 { track?.id ?? 0 }
    public var hasTrackingFrameCount: Bool { track != nil }
    /// In how many pictures it was found since it has its number; 0 without one.
    public var trackingFrameCount: Int32 { track?.pictures ?? 0 }

    /// Linux: always `false`, and the point is zero, as for the others.
    public var hasLeftEyePosition: Bool { false }
    public var leftEyePosition: CGPoint { .zero }
    public var hasRightEyePosition: Bool { false }
    public var rightEyePosition: CGPoint { .zero }
    public var hasMouthPosition: Bool { false }
    public var mouthPosition: CGPoint { .zero }
    /// Linux: always `false`; the search finds upright faces.
    public var hasFaceAngle: Bool { false }
    /// In degrees. Linux: always 0.
    public var faceAngle: Float { 0 }
    /// Linux: always `false`, also for the eyes.
    public var hasSmile: Bool { false }
    public var leftEyeClosed: Bool { false }
    public var rightEyeClosed: Bool { false }

    /// The number of a face, and in how many pictures it had it.
    struct Track {
        var id: Int32
        var pictures: Int32
    }

    private let track: Track?

    init(bounds: CGRect, track: Track?) {
        self.track = track
        super.init(CIFeatureTypeFace, bounds: bounds)
    }
}

/// Four corners in the picture's coordinates, and the rectangle around them.
struct FeatureCorners {
    let topLeft: CGPoint
    let topRight: CGPoint
    let bottomLeft: CGPoint
    let bottomRight: CGPoint

    /// - Parameter clockwise: from the top left.
    init(clockwise corners: [CGPoint]) {
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
    }

    var bounds: CGRect {
        let corners = [topLeft, topRight, bottomLeft, bottomRight]
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, low) = (xs.min() ?? 0, ys.min() ?? 0)
        return CGRect(x: left, y: low, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - low)
    }
}

/// A rectangle seen from some side. Its corners are those of the upright picture.
///
/// Source: Apple, CIRectangleFeature.
open class CIRectangleFeature: CIFeature, @unchecked Sendable {  // constant
    private let corners: FeatureCorners

    public var topLeft: CGPoint { corners.topLeft }
    public var topRight: CGPoint { corners.topRight }
    public var bottomLeft: CGPoint { corners.bottomLeft }
    public var bottomRight: CGPoint { corners.bottomRight }

    init(_ corners: FeatureCorners) {
        self.corners = corners
        super.init(CIFeatureTypeRectangle, bounds: corners.bounds)
    }
}

/// A line of text, or with ``CIDetectorReturnSubFeatures`` also a character of it. Source: Apple, CITextFeature.
open class CITextFeature: CIFeature, @unchecked Sendable {  // constant
    private let corners: FeatureCorners

    public var topLeft: CGPoint { corners.topLeft }
    public var topRight: CGPoint { corners.topRight }
    public var bottomLeft: CGPoint { corners.bottomLeft }
    public var bottomRight: CGPoint { corners.bottomRight }
    /// Its characters, each a ``CITextFeature``; `nil` unless they were asked for.
    public let subFeatures: [Any]?

    init(_ corners: FeatureCorners, parts: [CITextFeature]?) {
        self.corners = corners
        subFeatures = parts
        super.init(CIFeatureTypeText, bounds: corners.bounds)
    }
}

/// A QR code. Source: Apple, CIQRCodeFeature.
open class CIQRCodeFeature: CIFeature, @unchecked Sendable {  // constant
    /// Its text; `nil` if its contents are not text.
    public let messageString: String?
    /// What it consists of; `nil` if its text could be read, but not its format bits.
    public let symbolDescriptor: CIQRCodeDescriptor?
    private let corners: FeatureCorners

    /// Corners in the code's own orientation, in the picture's coordinates.
    public var topLeft: CGPoint { corners.topLeft }
    public var topRight: CGPoint { corners.topRight }
    public var bottomLeft: CGPoint { corners.bottomLeft }
    public var bottomRight: CGPoint { corners.bottomRight }

    init(_ text: String?, descriptor: CIQRCodeDescriptor?, _ corners: FeatureCorners) {
        messageString = text
        symbolDescriptor = descriptor
        self.corners = corners
        super.init(CIFeatureTypeQRCode, bounds: corners.bounds)
    }
}
