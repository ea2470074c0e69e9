import CaptureEngine
import CoreVideo
import Foundation
import PixelCoding

/// How a track's pictures are shown: turned by its transform, in its shape.
package struct PictureTurn {
    /// Clockwise degrees.
    package let rotation: Int
    /// After the rotation.
    package let isMirrored: Bool
    private let shownSize: (width: Double, height: Double)?

    /// - Parameters:
    ///   - transform: `a b c d tx ty`, of which whole quarter turns and mirroring count.
    ///   - shownSize: the size in points before the turn, which differs from that in pixels if pixels are not square.
    package init(_ transform: [Double], shownSize: (width: Double, height: Double)?) {
        let (a, b, c, d) = (transform[0], transform[1], transform[2], transform[3])
        isMirrored = a * d - b * c < 0
        // The mirroring comes after the turn, and exchanges left and right.
        let (right, down) = isMirrored ? ((-a, b), (-c, d)) : ((a, b), (c, d))
        if abs(right.0) >= abs(right.1) {
            rotation = down.1 >= 0 ? 0 : 180
        } else {
            rotation = right.1 > 0 ? 90 : 270
        }
        self.shownSize = shownSize
    }

    /// - Parameter limit: the size into which the picture is fitted; it is never enlarged, and 0 leaves a side open.
    package func apply(
        to buffer: CVPixelBuffer, within limit: (width: Double, height: Double)
    ) throws(CaptureError) -> CVPixelBuffer {
        var size = (width: Double(buffer.width), height: Double(buffer.height))
        if let shownSize, shownSize.width > 0, shownSize.height > 0 {
            let width = size.height * shownSize.width / shownSize.height
            // A damaged file says anything.
            if (size.width / 16...size.width * 16).contains(width) { size.width = width }
        }
        if rotation % 180 != 0 { size = (size.height, size.width) }
        let (x, y) = (
            limit.width > 0 ? limit.width / size.width : 1, limit.height > 0 ? limit.height / size.height : 1
        )
        let scale = min(1, x, y)
        func side(_ length: Double) -> Int32 { Int32(max(2, (length * scale / 2).rounded() * 2)) }
        return try FrameConverter(capacity: 4).convert(
            buffer,
            to: FrameConverter.Target(
                size: .init(width: side(size.width), height: side(size.height)), rotation: rotation,
                isMirrored: isMirrored))
    }
}
