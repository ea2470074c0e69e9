import CaptureEngine
import CoreVideo
import PixelCoding

/// Fills the holes of depth maps with what was measured around them.
///
/// Missing values come from the same map at half the size, and so on. The memory is kept from map to map; used by one
/// thread at a time.
///
/// Source: Apple, AVCapturePhotoSettings.isDepthDataFiltered, AVCaptureDepthDataOutput.isFilteringEnabled.
package final class DepthFilter {
    private let capacity: Int
    private var levels: [Level] = []
    private var pool: CVPixelBufferPool?
    private var pixelFormat: OSType = 0

    /// - Parameter capacity: how many filtered maps may be in use at the same time.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// - Returns: the map itself if it is already filtered or empty; otherwise one of the same type without holes.
    ///   Measured values do not change. `nil` if all filtered maps are in use.
    package func fill(_ map: DepthMap) -> DepthMap? {
        guard !map.isFiltered else { return map }
        prepare(for: map.buffer)
        guard read(map.buffer) else { return map }
        fill(from: 0)
        guard let buffer = pool?.makeBuffer() else { return nil }
        write(to: buffer)
        CVBufferPropagateAttachments(map.buffer, buffer)
        var result = map
        result.buffer = buffer
        result.isFiltered = true
        return result
    }

    /// One map alone.
    ///
    /// - Returns: the map itself if it is already filtered or empty, or without memory.
    package static func filtered(_ map: DepthMap) -> DepthMap {
        DepthFilter(capacity: 1).fill(map) ?? map
    }

    /// Values at one size.
    private struct Level {
        let width: Int
        let height: Int
        var values: [Float]

        init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
            values = Array(repeating: .nan, count: width * height)
        }
    }

    private func prepare(for buffer: CVPixelBuffer) {
        var (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let format = CVPixelBufferGetPixelFormatType(buffer)
        if let first = levels.first, first.width == width, first.height == height, format == pixelFormat { return }
        pixelFormat = format
        pool = try? CVPixelBufferPool.make(
            width: width, height: height, pixelFormat: format, capacity: capacity, initialCount: 1)
        levels = [Level(width: width, height: height)]
        while width * height > 1 {
            (width, height) = ((width + 1) / 2, (height + 1) / 2)
            levels.append(Level(width: width, height: height))
        }
    }

    /// - Returns: whether anything was measured.
    private func read(_ buffer: CVPixelBuffer) -> Bool {
        let width = levels[0].width
        var isMeasured = false
        levels[0].values.withUnsafeMutableBufferPointer { values in
            DepthValues(buffer).forEachRow { y, row in
                for x in 0..<width {
                    values[y * width + x] = row[x]
                    if row[x].isFinite { isMeasured = true }
                }
            }
        }
        return isMeasured
    }

    /// Fills the holes of a level, if it has any.
    private func fill(from index: Int) {
        guard index + 1 < levels.count, levels[index].values.contains(where: { !$0.isFinite }) else { return }
        halve(index)
        fill(from: index + 1)
        let (width, half) = (levels[index].width, levels[index + 1])
        levels[index].values.withUnsafeMutableBufferPointer { values in
            half.values.withUnsafeBufferPointer { source in
                for place in values.indices where !values[place].isFinite {
                    values[place] = source[place / width / 2 * half.width + place % width / 2]
                }
            }
        }
    }

    /// Makes the next level: the mean of the existing values.
    private func halve(_ index: Int) {
        let level = levels[index]
        let (width, height) = (levels[index + 1].width, levels[index + 1].height)
        levels[index + 1].values.withUnsafeMutableBufferPointer { target in
            level.values.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    for x in 0..<width {
                        var (sum, count): (Float, Float) = (0, 0)
                        for row in 2 * y..<min(2 * y + 2, level.height) {
                            for column in 2 * x..<min(2 * x + 2, level.width) {
                                let value = source[row * level.width + column]
                                if value.isFinite { (sum, count) = (sum + value, count + 1) }
                            }
                        }
                        target[y * width + x] = count > 0 ? sum / count : .nan
                    }
                }
            }
        }
    }

    private func write(to buffer: CVPixelBuffer) {
        let (width, height) = (levels[0].width, levels[0].height)
        let isHalf =
            pixelFormat == kCVPixelFormatType_DepthFloat16 || pixelFormat == kCVPixelFormatType_DisparityFloat16
        buffer.withPlanes { planes in
            levels[0].values.withUnsafeBufferPointer { values in
                for y in 0..<height {
                    let row = planes[0].base + y * planes[0].bytesPerRow
                    for x in 0..<width {
                        let value = values[y * width + x]
                        if isHalf {
                            row.storeBytes(of: Float16(value), toByteOffset: 2 * x, as: Float16.self)
                        } else {
                            row.storeBytes(of: value, toByteOffset: 4 * x, as: Float.self)
                        }
                    }
                }
            }
        }
    }
}
