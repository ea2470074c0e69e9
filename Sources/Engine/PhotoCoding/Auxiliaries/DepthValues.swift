import CaptureEngine
import CoreVideo
import PixelCoding

/// The values of a depth or disparity buffer, in any precision.
struct DepthValues {
    private let buffer: CVPixelBuffer
    /// Of one value.
    private let bytes: Int

    init(_ buffer: CVPixelBuffer) {
        self.buffer = buffer
        let format = CVPixelBufferGetPixelFormatType(buffer)
        let isHalf = format == kCVPixelFormatType_DepthFloat16 || format == kCVPixelFormatType_DisparityFloat16
        bytes = isHalf ? 2 : 4
    }

    /// The smallest and the largest value; `nil` if nothing was measured.
    var range: ClosedRange<Float>? {
        var (least, most) = (Float.infinity, -Float.infinity)
        forEachRow { _, row in
            for value in row where value.isFinite {
                least = min(least, value)
                most = max(most, value)
            }
        }
        return least <= most ? least...most : nil
    }

    /// The values as gray: the ends of `range` are black and white; `holes` replaces missing values.
    func gray(_ range: ClosedRange<Float>, holes: UInt8) throws(CaptureError) -> CVPixelBuffer {
        let result = try CVPixelBuffer.make(
            width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
            kCVPixelFormatType_OneComponent8)
        let extent = range.upperBound - range.lowerBound
        let scale = extent > 0 ? 255 / extent : 0
        result.withPlanes { planes in
            forEachRow { index, row in
                let target = (planes[0].base + index * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for (column, value) in row.enumerated() {
                    let step = (value - range.lowerBound) * scale
                    target[column] = step.isFinite ? UInt8(min(max(step.rounded(), 0), 255)) : holes
                }
            }
        }
        return result
    }

    /// Calls `body` with each row as 32-bit values.
    func forEachRow(_ body: (Int, UnsafeBufferPointer<Float>) -> Void) {
        let width = CVPixelBufferGetWidth(buffer)
        buffer.withPlanes { planes in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { row in
                for index in 0..<CVPixelBufferGetHeight(buffer) {
                    let source = UnsafeRawPointer(planes[0].base + index * planes[0].bytesPerRow)
                    for column in 0..<width {
                        let place = source + column * bytes
                        row[column] =
                            bytes == 4
                            ? place.loadUnaligned(as: Float.self)
                            : Float(place.loadUnaligned(as: Float16.self))
                    }
                    body(index, UnsafeBufferPointer(row))
                }
            }
        }
    }
}
