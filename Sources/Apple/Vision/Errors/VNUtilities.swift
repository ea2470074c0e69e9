import Foundation

/// A number from 0 to 1. Source: Apple, VNConfidence.
public typealias VNConfidence = Float

/// The length of a side as a part of the picture's. Source: Apple, VNAspectRatio.
public typealias VNAspectRatio = Float

/// Degrees. Source: Apple, VNDegrees.
public typealias VNDegrees = Float

/// The whole picture. Source: Apple, VNNormalizedIdentityRect.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Whether the rectangle is the whole picture. Source: Apple, VNNormalizedRectIsIdentityRect(_:).
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
    normalizedRect == VNNormalizedIdentityRect
}

/// A point in pixels, from the picture's lower left corner. Source: Apple, VNImagePointForNormalizedPoint(_:_:_:).
public func VNImagePointForNormalizedPoint(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    CGPoint(x: normalizedPoint.x * Double(imageWidth), y: normalizedPoint.y * Double(imageHeight))
}

/// The reverse of ``VNImagePointForNormalizedPoint(_:_:_:)``. Source: Apple, VNNormalizedPointForImagePoint(_:_:_:).
public func VNNormalizedPointForImagePoint(
    _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    CGPoint(x: imagePoint.x / Double(imageWidth), y: imagePoint.y / Double(imageHeight))
}

/// A rectangle in pixels, from the picture's lower left corner. Source: Apple, VNImageRectForNormalizedRect(_:_:_:).
public func VNImageRectForNormalizedRect(
    _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGRect {
    CGRect(
        x: normalizedRect.minX * Double(imageWidth), y: normalizedRect.minY * Double(imageHeight),
        width: normalizedRect.width * Double(imageWidth), height: normalizedRect.height * Double(imageHeight))
}

/// The reverse of ``VNImageRectForNormalizedRect(_:_:_:)``. Source: Apple, VNNormalizedRectForImageRect(_:_:_:).
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    CGRect(
        x: imageRect.minX / Double(imageWidth), y: imageRect.minY / Double(imageHeight),
        width: imageRect.width / Double(imageWidth), height: imageRect.height / Double(imageHeight))
}

/// A point in pixels of the picture, of one in a region of interest.
///
/// Source: Apple, VNImagePointForNormalizedPointUsingRegionOfInterest(_:_:_:_:).
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    VNImagePointForNormalizedPoint(
        CGPoint(x: roi.minX + normalizedPoint.x * roi.width, y: roi.minY + normalizedPoint.y * roi.height), imageWidth,
        imageHeight)
}

/// A rectangle in pixels of the picture, of one in a region of interest.
///
/// Source: Apple, VNImageRectForNormalizedRectUsingRegionOfInterest(_:_:_:_:).
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
    _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let rect = CGRect(
        x: roi.minX + normalizedRect.minX * roi.width, y: roi.minY + normalizedRect.minY * roi.height,
        width: normalizedRect.width * roi.width, height: normalizedRect.height * roi.height)
    return VNImageRectForNormalizedRect(rect, imageWidth, imageHeight)
}

/// The reverse of ``VNImagePointForNormalizedPointUsingRegionOfInterest(_:_:_:_:)``.
///
/// Source: Apple, VNNormalizedPointForImagePointUsingRegionOfInterest(_:_:_:_:).
public func VNNormalizedPointForImagePointUsingRegionOfInterest(
    _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    let point = VNNormalizedPointForImagePoint(imagePoint, imageWidth, imageHeight)
    return CGPoint(x: (point.x - roi.minX) / roi.width, y: (point.y - roi.minY) / roi.height)
}

/// The reverse of ``VNImageRectForNormalizedRectUsingRegionOfInterest(_:_:_:_:)``.
///
/// Source: Apple, VNNormalizedRectForImageRectUsingRegionOfInterest(_:_:_:_:).
public func VNNormalizedRectForImageRectUsingRegionOfInterest(
    _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let rect = VNNormalizedRectForImageRect(imageRect, imageWidth, imageHeight)
    return CGRect(
        x: (rect.minX - roi.minX) / roi.width, y: (rect.minY - roi.minY) / roi.height,
        width: rect.width / roi.width, height: rect.height / roi.height)
}
