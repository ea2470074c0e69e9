import Foundation

/// A point from (0, 0) at the lower left of the picture to (1, 1). Source: Apple, VNPoint.
open class VNPoint: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    public let location: CGPoint

    public var x: Double { location.x }
    public var y: Double { location.y }

    public class var zero: VNPoint { VNPoint(location: .zero) }

    public init(location: CGPoint) { self.location = location }

    public convenience init(x: Double, y: Double) { self.init(location: CGPoint(x: x, y: y)) }

    public func distance(_ point: VNPoint) -> Double { hypot(point.x - x, point.y - y) }

    open override func isEqual(_ object: Any?) -> Bool { (object as? VNPoint)?.location == location }

    open override var hash: Int { location.x.hashValue ^ location.y.hashValue &* 31 }
}

/// A point that was found. Source: Apple, VNDetectedPoint.
open class VNDetectedPoint: VNPoint, @unchecked Sendable {  // immutable
    /// From 0 to 1.
    public let confidence: VNConfidence

    init(location: CGPoint, confidence: VNConfidence) {
        self.confidence = confidence
        super.init(location: location)
    }
}

/// A point that has a name. Source: Apple, VNRecognizedPoint.
public final class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {  // immutable
    public let identifier: VNRecognizedPointKey

    init(_ identifier: VNRecognizedPointKey, at location: CGPoint, confidence: VNConfidence) {
        self.identifier = identifier
        super.init(location: location, confidence: confidence)
    }
}

/// The name of a point. Source: Apple, VNRecognizedPointKey.
public struct VNRecognizedPointKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a group of points. Source: Apple, VNRecognizedPointGroupKey.
public struct VNRecognizedPointGroupKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// All points.
    public static let all = Self(rawValue: "VNIPOAll")
}

/// Points that have names. Source: Apple, VNRecognizedPointsObservation.
open class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {  // immutable
    final let points: [VNRecognizedPointKey: VNRecognizedPoint]
    final let groups: [VNRecognizedPointGroupKey: [VNRecognizedPointKey]]

    /// - Parameter groups: without the one of all points.
    init(
        _ points: [VNRecognizedPoint], groups: [VNRecognizedPointGroupKey: [VNRecognizedPointKey]],
        confidence: VNConfidence, timeRange: CMTimeRange
    ) {
        self.points = Dictionary(points.map { ($0.identifier, $0) }) { first, _ in first }
        self.groups = groups
        super.init(confidence: confidence, timeRange: timeRange)
    }

    public final var availableKeys: [VNRecognizedPointKey] { points.keys.sorted { $0.rawValue < $1.rawValue } }

    public final var availableGroupKeys: [VNRecognizedPointGroupKey] {
        [.all] + groups.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// - Throws: `NSError` `invalidArgument` for a point that was not found.
    public final func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
        guard let point = points[pointKey] else {
            throw NSError.vision(.invalidArgument, "There is no point \(pointKey.rawValue) in \(Self.self)")
        }
        return point
    }

    /// - Returns: those of the group that were found.
    /// - Throws: `NSError` `invalidArgument` for a group that there is not.
    public final func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
        if groupKey == .all { return points }
        guard let keys = groups[groupKey] else {
            throw NSError.vision(.invalidArgument, "There is no group \(groupKey.rawValue) in \(Self.self)")
        }
        return points.filter { keys.contains($0.key) }
    }
}
