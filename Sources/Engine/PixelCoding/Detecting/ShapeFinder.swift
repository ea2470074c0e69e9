import Foundation
package import OpenCV

/// The outline of a shape, or of a hole in one.
package struct FoundContour: Sendable, Equatable {
    /// Where it turns, from (0, 0) at the top left of the picture to (1, 1); closed.
    package var points: [CGPoint]
    /// The place in the list of the one around it.
    package var parent: Int?
}

/// Looks for the outlines of what is darker than the rest of a picture, or lighter, with OpenCV.
package struct ShapeFinder: Sendable {
    /// How much differences from the pivot are increased.
    package var contrast: Double
    /// The level between shapes and the rest, from 0 to 1; `nil` for the one that parts the picture's levels best.
    package var pivot: Double?
    package var isDarkOnLight: Bool

    /// What increased differences have to exceed.
    private static let leastDifference = 0.1

    package init(contrast: Double, pivot: Double?, isDarkOnLight: Bool) {
        self.contrast = contrast
        self.pivot = pivot
        self.isDarkOnLight = isDarkOnLight
    }

    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package func contours(in picture: GrayPicture) throws(OpenCVError) -> [FoundContour] {
        let pivot = pivot ?? Self.bestPivot(of: picture)
        let isShape = (0...255).map { level in
            let difference = (Double(level) / 255 - pivot) * contrast
            return (isDarkOnLight ? -difference : difference) > Self.leastDifference
        }
        let shapes = GrayPicture(
            width: picture.width, height: picture.height, samples: picture.samples.map { isShape[Int($0)] ? 255 : 0 })
        let found = try shapes.withPicture { pixels throws(OpenCVError) in try ContourFinder.contours(in: pixels) }
        let (width, height) = (Double(picture.width), Double(picture.height))
        return found.map { contour in
            let points = contour.points.map {
                CGPoint(x: (Double($0.x) + 0.5) / width, y: (Double($0.y) + 0.5) / height)
            }
            return FoundContour(points: points, parent: contour.parent)
        }
    }

    /// The level that parts the picture into two groups of levels that differ most.
    ///
    /// Source: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
    private static func bestPivot(of picture: GrayPicture) -> Double {
        var counts = [Double](repeating: 0, count: 256)
        for sample in picture.samples { counts[Int(sample)] += 1 }
        let all = Double(picture.samples.count)
        let sum = counts.indices.reduce(0) { $0 + Double($1) * counts[$1] }
        var (darkCount, darkSum) = (0.0, 0.0)
        var best = (difference: 0.0, pivot: 0.5)
        for level in 0..<255 {
            darkCount += counts[level]
            darkSum += Double(level) * counts[level]
            guard darkCount > 0, darkCount < all else { continue }
            let (dark, light) = (darkSum / darkCount, (sum - darkSum) / (all - darkCount))
            let difference = darkCount * (all - darkCount) * (light - dark) * (light - dark)
            // In the middle of the two, so that both are as far from it.
            if difference > best.difference { best = (difference, (dark + light) / 2 / 255) }
        }
        return best.pivot
    }
}
