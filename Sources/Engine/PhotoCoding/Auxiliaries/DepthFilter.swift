import CaptureEngine
import CoreVideo
import PixelCoding

/// Fills the holes of a depth map with what was measured around them.
///
/// Source: Apple, AVCapturePhotoSettings.isDepthDataFiltered.
package enum DepthFilter {
    /// - Returns: the map itself if it is already filtered or empty, or without memory; otherwise one of 32-bit values
    ///   without holes. Measured values do not change.
    package static func filtered(_ map: DepthMap) -> DepthMap {
        guard !map.isFiltered, var level = Level(map.buffer) else { return map }
        level.fill()
        guard let buffer = level.buffer(like: map.buffer) else { return map }
        var result = map
        result.buffer = buffer
        result.isFiltered = true
        return result
    }

    /// Values at one size; missing ones come from the same map at half the size, and so on.
    private struct Level {
        let width: Int
        let height: Int
        var values: [Float]

        /// `nil` if nothing was measured at all.
        init?(_ buffer: CVPixelBuffer) {
            (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            var values: [Float] = []
            values.reserveCapacity(width * height)
            DepthValues(buffer).forEachRow { _, row in values += row }
            guard values.contains(where: \.isFinite) else { return nil }
            self.values = values
        }

        /// At half the size: the mean of the existing values.
        private init(halving level: Level) {
            (width, height) = ((level.width + 1) / 2, (level.height + 1) / 2)
            values = []
            values.reserveCapacity(width * height)
            for y in 0..<height {
                for x in 0..<width {
                    var (sum, count): (Float, Float) = (0, 0)
                    for row in 2 * y..<min(2 * y + 2, level.height) {
                        for column in 2 * x..<min(2 * x + 2, level.width) {
                            let value = level.values[row * level.width + column]
                            if value.isFinite { (sum, count) = (sum + value, count + 1) }
                        }
                    }
                    values.append(count > 0 ? sum / count : .nan)
                }
            }
        }

        mutating func fill() {
            guard width * height > 1, values.contains(where: { !$0.isFinite }) else { return }
            var half = Level(halving: self)
            half.fill()
            for index in values.indices where !values[index].isFinite {
                values[index] = half.values[index / width / 2 * half.width + index % width / 2]
            }
        }

        func buffer(like map: CVPixelBuffer) -> CVPixelBuffer? {
            guard case .depth(let isDisparity)? = PixelFormatDescription(CVPixelBufferGetPixelFormatType(map))?.model
            else { return nil }
            let format = isDisparity ? kCVPixelFormatType_DisparityFloat32 : kCVPixelFormatType_DepthFloat32
            var result: CVPixelBuffer?
            CVPixelBufferCreate(nil, width, height, format, nil, &result)
            guard let result else { return nil }
            result.withPlanes { planes in
                values.withUnsafeBytes { bytes in
                    for y in 0..<height {
                        let row = UnsafeRawBufferPointer(rebasing: bytes[y * width * 4..<(y + 1) * width * 4])
                        (planes[0].base + y * planes[0].bytesPerRow)
                            .copyMemory(from: row.baseAddress!, byteCount: row.count)
                    }
                }
            }
            CVBufferPropagateAttachments(map, result)
            return result
        }
    }
}
