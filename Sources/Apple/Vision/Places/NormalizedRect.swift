import Foundation

/// The corner of a picture that coordinates count from. Source: Apple, CoordinateOrigin.
public enum CoordinateOrigin: Hashable, Sendable {
    case lowerLeft
    case upperLeft
}

/// A point from (0, 0) at the picture's lower left to (1, 1) at its upper right. Source: Apple, NormalizedPoint.
public struct NormalizedPoint: Hashable, Sendable, Codable, CustomStringConvertible {
    public let x: CGFloat
    public let y: CGFloat

    public static let zero = NormalizedPoint(x: 0, y: 0)

    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

    public init(normalizedPoint: CGPoint) { self.init(x: normalizedPoint.x, y: normalizedPoint.y) }

    /// - Parameters:
    ///   - imagePoint: in pixels, from the lower left.
    ///   - imageSize: in pixels.
    public init(imagePoint: CGPoint, in imageSize: CGSize) {
        self.init(x: imagePoint.x / imageSize.width, y: imagePoint.y / imageSize.height)
    }

    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    public var description: String { "(\(x), \(y))" }

    /// The same point from the upper left.
    public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }

    /// In pixels of a picture of that size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        let point = origin == .lowerLeft ? self : verticallyFlipped()
        return CGPoint(x: point.x * imageSize.width, y: point.y * imageSize.height)
    }
}

/// A part of a picture, as ``NormalizedPoint``. Source: Apple, NormalizedRect.
public struct NormalizedRect: Hashable, Sendable, Codable, CustomStringConvertible {
    public let origin: CGPoint
    public let width: CGFloat
    public let height: CGFloat

    /// All of it.
    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        (origin, self.width, self.height) = (CGPoint(x: x, y: y), width, height)
    }

    public init(normalizedRect: CGRect) {
        self.init(
            x: normalizedRect.minX, y: normalizedRect.minY, width: normalizedRect.width, height: normalizedRect.height)
    }

    /// - Parameters:
    ///   - imageRect: in pixels, from the lower left.
    ///   - imageSize: in pixels.
    public init(imageRect: CGRect, in imageSize: CGSize) {
        self.init(
            x: imageRect.minX / imageSize.width, y: imageRect.minY / imageSize.height,
            width: imageRect.width / imageSize.width, height: imageRect.height / imageSize.height)
    }

    public var cgRect: CGRect { CGRect(origin: origin, size: CGSize(width: width, height: height)) }

    public var description: String { "(\(origin.x), \(origin.y), \(width), \(height))" }

    /// The same part with its corner from the upper left.
    public func verticallyFlipped() -> NormalizedRect {
        NormalizedRect(x: origin.x, y: 1 - origin.y - height, width: width, height: height)
    }

    /// In pixels of a picture of that size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        let rect = origin == .lowerLeft ? self : verticallyFlipped()
        return CGRect(
            x: rect.origin.x * imageSize.width, y: rect.origin.y * imageSize.height, width: width * imageSize.width,
            height: height * imageSize.height)
    }
}
