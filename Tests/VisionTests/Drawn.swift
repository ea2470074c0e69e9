import CoreVideo
import Foundation
import TestSupport

/// Gray pictures of one shape.
struct DrawnPaper {
    let width = 640
    let height = 480
    private var luma: [UInt8]

    init() {
        luma = [UInt8](repeating: 60, count: 640 * 480)
    }

    /// Fills a convex quadrilateral. Corners are in pixels from the top left, clockwise.
    mutating func fill(_ corners: [CGPoint], _ level: UInt8 = 220) {
        for y in 0..<height {
            for x in 0..<width {
                let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                let isInside = corners.indices.allSatisfy { index in
                    let (from, to) = (corners[index], corners[(index + 1) % corners.count])
                    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= 0
                }
                if isInside { luma[y * width + x] = level }
            }
        }
    }

    func buffer() throws -> CVPixelBuffer { try CVPixelBuffer.gray(luma, width: width, height: height) }
}

/// The corners of a rectangle, clockwise from the top left.
func corners(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [CGPoint] {
    [
        CGPoint(x: x, y: y), CGPoint(x: x + width, y: y), CGPoint(x: x + width, y: y + height),
        CGPoint(x: x, y: y + height),
    ]
}
