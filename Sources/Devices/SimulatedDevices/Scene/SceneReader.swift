/// Reads the scene's blocks out of a picture, whatever processing the picture went through.
///
/// It finds the strip in all eight orientations (turned and mirrored) of the whole scene, at any size down to about
/// 320 x 240. A picture that was cropped or has another scene in it reads as `nil`.
package enum SceneReader {
    package struct Reading: Sendable, Equatable {
        /// Frames since the source started, dropped ones included.
        package var frameNumber: UInt32
        /// When the frame was taken, on the capture clock, in milliseconds modulo 2^32.
        package var milliseconds: UInt32
        package var isFlashOn: Bool
        package var orientation: Orientation
    }

    /// How the scene lies in the picture.
    package enum Orientation: Sendable, Hashable, CaseIterable {
        case upright
        case mirrored
        /// Clockwise by 90 degrees: the scene's upper edge is on the right.
        case turned90
        case turned180
        case turned270
        /// Mirrored left to right, then turned clockwise.
        case mirroredTurned90
        case mirroredTurned180
        case mirroredTurned270

        /// Where a point of the scene is in the picture; both in 0 … 1.
        fileprivate func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            switch self {
            case .upright: (x, y)
            case .mirrored: (1 - x, y)
            case .turned90: (1 - y, x)
            case .turned180: (1 - x, 1 - y)
            case .turned270: (y, 1 - x)
            case .mirroredTurned90: (1 - y, 1 - x)
            case .mirroredTurned180: (x, 1 - y)
            case .mirroredTurned270: (y, x)
            }
        }
    }

    /// Reads a luma plane.
    ///
    /// - Parameters:
    ///   - luma: `height` rows of `bytesPerRow` bytes, one byte a pixel, either range.
    ///   - bytesPerPixel: 1 for luma; 4 reads the byte at `luma` of each pixel (green of BGRA at offset 1).
    package static func read(
        luma: UnsafeRawPointer, bytesPerRow: Int, width: Int, height: Int, bytesPerPixel: Int = 1
    ) -> Reading? {
        let picture = Picture(
            base: luma, bytesPerRow: bytesPerRow, bytesPerPixel: bytesPerPixel, width: width, height: height)
        for orientation in Orientation.allCases {
            if let reading = picture.read(orientation) { return reading }
        }
        return nil
    }

    private struct Picture {
        let base: UnsafeRawPointer
        let bytesPerRow: Int
        let bytesPerPixel: Int
        let width: Int
        let height: Int

        func read(_ orientation: Orientation) -> Reading? {
            guard let counter = row(0, orientation), let time = row(1, orientation) else { return nil }
            let threshold = (counter.threshold + time.threshold) / 2
            return Reading(
                frameNumber: counter.value, milliseconds: time.value,
                isFlashOn: brightness(SceneLayout.flash, orientation) > threshold, orientation: orientation)
        }

        private func row(_ row: Int, _ orientation: Orientation) -> (value: UInt32, threshold: Double)? {
            let levels = (0..<BlockCode.columns).map { column in
                brightness(SceneLayout.block(column: column, row: row), orientation)
            }
            // Column 1 is always white; 0 and 2 are always black.
            let black = (levels[0] + levels[2]) / 2
            guard levels[1] - black > 40 else { return nil }
            let threshold = (levels[1] + black) / 2
            guard let value = BlockCode.decode(levels.map { $0 > threshold }) else { return nil }
            return (value, threshold)
        }

        /// The mean of 5 x 5 points in the inner half of a region, which its neighbors do not bleed into.
        private func brightness(_ region: SceneRegion, _ orientation: Orientation) -> Double {
            var sum = 0
            for step in 0..<25 {
                let point = orientation.place(
                    region.x + region.width * (0.25 + 0.125 * Double(step % 5)),
                    region.y + region.height * (0.25 + 0.125 * Double(step / 5)))
                let x = min(Int(point.x * Double(width)), width - 1)
                let y = min(Int(point.y * Double(height)), height - 1)
                sum += Int(base.load(fromByteOffset: y * bytesPerRow + x * bytesPerPixel, as: UInt8.self))
            }
            return Double(sum) / 25
        }
    }
}
