import Foundation
import simd

/// The outline of a shape, or of a hole in one: a closed line of straight parts.
///
/// Each time that it is asked for, it may be another object; ``indexPath`` says which one it is.
/// Source: Apple, VNContour.
public final class VNContour: NSObject, Sendable {
    private let tree: ContourTree
    private let index: Int

    /// From (0, 0) at the lower left of the region of interest to (1, 1) at its upper right.
    public let normalizedPoints: [SIMD2<Float>]

    init(_ tree: ContourTree, _ index: Int, points: [SIMD2<Float>]? = nil) {
        self.tree = tree
        self.index = index
        normalizedPoints = points ?? tree.contours[index].points
    }

    /// Its place: among the outermost ones, then among the children of that, and so on.
    public var indexPath: IndexPath { tree.contours[index].path }

    public var pointCount: Int { normalizedPoints.count }

    /// The width of the searched part of the picture over its height.
    public var aspectRatio: Float { tree.aspectRatio }

    /// As ``normalizedPoints``.
    public var normalizedPath: CGPath {
        let path = CGMutablePath()
        path.add(normalizedPoints)
        return path
    }

    /// How many lie directly inside of it: the holes of a shape, the shapes in a hole.
    public var childContourCount: Int { tree.contours[index].children.count }

    public var childContours: [VNContour] { tree.contours[index].children.map { VNContour(tree, $0) } }

    /// - Throws: `NSError` `outOfBoundsError`.
    public func childContour(at childContourIndex: Int) throws -> VNContour {
        let children = tree.contours[index].children
        guard children.indices.contains(childContourIndex) else {
            throw NSError.vision(.outOfBoundsError, "A contour has no child \(childContourIndex)")
        }
        return VNContour(tree, children[childContourIndex])
    }

    /// The same contour with fewer points, in the same place among the others.
    ///
    /// - Parameter epsilon: how far a point that is left out may be from the line, as a part of the picture.
    /// - Throws: `NSError` `invalidArgument` for a negative distance.
    public func polygonApproximation(epsilon: Float) throws -> VNContour {
        guard epsilon >= 0 else {
            throw NSError.vision(.invalidArgument, "The distance \(epsilon) from a contour is negative")
        }
        return VNContour(tree, index, points: PolygonApproximation.closed(normalizedPoints, epsilon))
    }
}

/// All contours of a picture.
final class ContourTree: Sendable {
    struct Contour: Sendable {
        var points: [SIMD2<Float>]
        var path = IndexPath()
        var children: [Int] = []
    }

    let contours: [Contour]
    let outermost: [Int]
    let aspectRatio: Float

    /// - Parameter found: the points of each, and the place of the one around it.
    init(_ found: [(points: [SIMD2<Float>], parent: Int?)], aspectRatio: Float) {
        var contours = found.map { Contour(points: $0.points) }
        for (index, contour) in found.enumerated() {
            if let parent = contour.parent { contours[parent].children.append(index) }
        }
        let outermost = found.indices.filter { found[$0].parent == nil }
        var waiting = outermost.enumerated().map { (index: $1, path: IndexPath(index: $0)) }
        while let next = waiting.popLast() {
            contours[next.index].path = next.path
            waiting += contours[next.index].children.enumerated().map { ($1, next.path.appending($0)) }
        }
        (self.contours, self.outermost, self.aspectRatio) = (contours, outermost, aspectRatio)
    }
}

extension CGMutablePath {
    /// A closed line.
    func add(_ points: [SIMD2<Float>]) {
        guard !points.isEmpty else { return }
        addLines(between: points.map { CGPoint(x: Double($0.x), y: Double($0.y)) })
        closeSubpath()
    }
}
