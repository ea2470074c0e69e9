import CoreMedia
import Foundation

/// The outlines of all shapes in a picture.
///
/// Source: Apple, VNContoursObservation.
public final class VNContoursObservation: VNObservation, @unchecked Sendable {  // immutable
    private let tree: ContourTree

    init(_ tree: ContourTree, timeRange: CMTimeRange) {
        self.tree = tree
        super.init(confidence: 1, timeRange: timeRange)
    }

    /// How many there are, those inside of others included.
    public var contourCount: Int { tree.contours.count }

    /// - Parameter contourIndex: less than ``contourCount``, in no order.
    /// - Throws: `NSError` `outOfBoundsError`.
    public func contour(at contourIndex: Int) throws -> VNContour {
        guard tree.contours.indices.contains(contourIndex) else {
            throw NSError.vision(.outOfBoundsError, "There are \(contourCount) contours, none is \(contourIndex)")
        }
        return VNContour(tree, contourIndex)
    }

    /// - Parameter indexPath: as ``VNContour/indexPath``.
    /// - Throws: `NSError` `outOfBoundsError`.
    public func contour(at indexPath: IndexPath) throws -> VNContour {
        guard let index = tree.contours.firstIndex(where: { $0.path == indexPath }) else {
            throw NSError.vision(.outOfBoundsError, "There is no contour at \(Array(indexPath))")
        }
        return VNContour(tree, index)
    }

    /// How many lie in no other.
    public var topLevelContourCount: Int { tree.outermost.count }

    public var topLevelContours: [VNContour] { tree.outermost.map { VNContour(tree, $0) } }

    /// All of them in one path; see ``VNContour/normalizedPath``.
    public var normalizedPath: CGPath {
        let path = CGMutablePath()
        for contour in tree.contours { path.add(contour.points) }
        return path
    }
}
