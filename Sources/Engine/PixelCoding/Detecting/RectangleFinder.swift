import Foundation
package import OpenCV

/// A quadrilateral in a picture that is a rectangle seen from some side.
package struct FoundRectangle: Sendable, Equatable {
    /// Top left, top right, bottom right and bottom left, from (0, 0) at the top left of the picture to (1, 1).
    package var corners: [CGPoint]
    /// 1 for right angles only, 0 for angles of 0 or 180 degrees.
    package var confidence: Double
}

/// Looks for the outlines of rectangles, such as documents, with OpenCV.
package struct RectangleFinder: Sendable {
    /// The least and the greatest ratio of the shorter side to the longer one.
    package var aspectRatios: ClosedRange<Double>
    /// How far an angle may be from 90 degrees.
    package var toleranceDegrees: Double
    /// The least length of the shorter side, in parts of the picture's shorter side.
    package var smallestPart: Double

    /// Canny's thresholds, for weak and for strong edges.
    private static let thresholds: [(low: Double, high: Double)] = [(20, 60), (50, 150), (100, 250)]

    package init(aspectRatios: ClosedRange<Double>, toleranceDegrees: Double, smallestPart: Double) {
        self.aspectRatios = aspectRatios
        self.toleranceDegrees = toleranceDegrees
        self.smallestPart = smallestPart
    }

    /// - Returns: the largest first; of those on one place, the outermost.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package func rectangles(in picture: GrayPicture) throws(OpenCVError) -> [FoundRectangle] {
        let smallest = smallestPart * Double(min(picture.width, picture.height))
        var outlines: [Outline] = []
        for (low, high) in Self.thresholds {
            let found = try picture.withPicture { pixels throws(OpenCVError) in
                try QuadrilateralFinder.quadrilaterals(
                    in: pixels, low: low, high: high, smallest: max(smallest * smallest / 2, 64))
            }
            outlines += found.map { Outline($0) }
        }
        let fitting = outlines.filter { fits($0, smallest: smallest) }.sorted { $0.area > $1.area }
        let distinct = fitting.reduce(into: [Outline]()) { kept, outline in
            if !kept.contains(where: outline.isNear) { kept.append(outline) }
        }
        let size = CGSize(width: picture.width, height: picture.height)
        return distinct.map { outline in
            let corners = outline.corners.map {
                CGPoint(x: ($0.x + 0.5) / size.width, y: ($0.y + 0.5) / size.height)
            }
            return FoundRectangle(corners: corners, confidence: 1 - outline.worstAngle / 90)
        }
    }

    private func fits(_ outline: Outline, smallest: Double) -> Bool {
        outline.worstAngle <= toleranceDegrees && outline.shorterSide >= smallest
            // Corners are whole pixels.
            && aspectRatios.lowerBound - 0.01 <= outline.aspectRatio
            && outline.aspectRatio <= aspectRatios.upperBound + 0.01
    }
}

/// A quadrilateral in pixels.
private struct Outline {
    /// Clockwise from the top left.
    let corners: [CGPoint]

    init(_ points: [QuadrilateralFinder.Point]) {
        let points = points.map { CGPoint(x: Double($0.x), y: Double($0.y)) }
        let middle = CGPoint(x: points.map(\.x).reduce(0, +) / 4, y: points.map(\.y).reduce(0, +) / 4)
        // Angles grow clockwise, as y points down.
        let clockwise = points.sorted {
            atan2($0.y - middle.y, $0.x - middle.x) < atan2($1.y - middle.y, $1.x - middle.x)
        }
        let first = clockwise.indices.min { clockwise[$0].x + clockwise[$0].y < clockwise[$1].x + clockwise[$1].y } ?? 0
        corners = (0..<clockwise.count).map { clockwise[($0 + first) % clockwise.count] }
    }

    private func side(_ index: Int) -> Double {
        let (from, to) = (corners[index], corners[(index + 1) % 4])
        return hypot(to.x - from.x, to.y - from.y)
    }

    /// Means of opposite sides.
    private var sides: (Double, Double) { ((side(0) + side(2)) / 2, (side(1) + side(3)) / 2) }

    var shorterSide: Double { min(sides.0, sides.1) }

    var aspectRatio: Double { shorterSide / max(sides.0, sides.1, 1) }

    var area: Double {
        let sum = (0..<4).reduce(0.0) { sum, index in
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            return sum + from.x * to.y - to.x * from.y
        }
        return abs(sum) / 2
    }

    /// How far the worst angle is from 90 degrees.
    var worstAngle: Double {
        (0..<4).map { index in
            let (before, here, after) = (corners[(index + 3) % 4], corners[index], corners[(index + 1) % 4])
            let first = atan2(before.y - here.y, before.x - here.x)
            let second = atan2(after.y - here.y, after.x - here.x)
            let angle = abs(first - second) * 180 / .pi
            return abs(min(angle, 360 - angle) - 90)
        }.max() ?? 90
    }

    /// Whether the corners of both are in the same places, as of an edge seen from inside and outside.
    func isNear(_ other: Outline) -> Bool {
        let tolerance = max(0.06 * other.shorterSide, 6)
        return zip(corners, other.corners).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < tolerance }
    }
}
