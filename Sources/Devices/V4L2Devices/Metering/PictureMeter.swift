import CaptureEngine
import CoreVideo
import Foundation

/// Measures a part of a picture: how bright it is, and how sharp.
///
/// Only bi-planar 4:2:0 with 8 or 10 bits, which is what this module makes of every format.
struct PictureMeter {
    /// Half the width of what counts at a point, as a part of the picture's width; the same of its height.
    private static let reach = 0.08
    /// Points in each direction of which the brightness is the mean.
    private static let side = 32
    /// Rows that are enough to judge sharpness.
    private static let sharpRows = 128

    /// The light of code values, from 0 (black) to 1 (white), for cameras that encode it as sRGB.
    private static let light: [Double] = (0...255).map { code in
        let value = Double(code) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private let isDeep: Bool
    private let isFullRange: Bool
    private let columns: Range<Int>
    private let rows: Range<Int>
    private let picture: CVPixelBuffer

    /// - Parameter point: the middle stands for the whole picture.
    /// - Returns: `nil` for other formats.
    init?(_ picture: CVPixelBuffer, at point: CameraSettings.Point) {
        switch CVPixelBufferGetPixelFormatType(picture) {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (isDeep, isFullRange) = (false, false)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (isDeep, isFullRange) = (false, true)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: (isDeep, isFullRange) = (true, false)
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: (isDeep, isFullRange) = (true, true)
        default: return nil
        }
        self.picture = picture
        columns = Self.part(of: CVPixelBufferGetWidth(picture), at: point == .middle ? nil : point.x)
        rows = Self.part(of: CVPixelBufferGetHeight(picture), at: point == .middle ? nil : point.y)
    }

    private static func part(of size: Int, at place: Double?) -> Range<Int> {
        guard let place, size > 0 else { return 0..<size }
        let half = max(Int(reach * Double(size)), min(2, size / 2))
        let middle = min(max(Int(place * Double(size)), half), size - half)
        return middle - half..<middle + half
    }

    /// The mean of the light, from 0 (black) to 1 (white).
    var level: Double {
        picture.withPlanes { planes in
            var sum = 0.0
            for row in 0..<Self.side {
                let start = planes[0].base + Self.place(row, in: rows) * planes[0].bytesPerRow
                for column in 0..<Self.side {
                    sum += Self.light[code(start, Self.place(column, in: columns))]
                }
            }
            return sum / Double(Self.side * Self.side)
        }
    }

    private static func place(_ index: Int, in range: Range<Int>) -> Int {
        range.lowerBound + (2 * index + 1) * range.count / (2 * side)
    }

    /// A code value of full range with 8 bits.
    private func code(_ row: UnsafeMutableRawPointer, _ column: Int) -> Int {
        let luma = Int(luma(row, column))
        return isFullRange ? luma : min(max((luma - 16) * 255 / 219, 0), 255)
    }

    /// Of ten bits in two bytes, the second has the upper eight.
    private func luma(_ row: UnsafeMutableRawPointer, _ column: Int) -> UInt8 {
        row.load(fromByteOffset: isDeep ? 2 * column + 1 : column, as: UInt8.self)
    }

    /// The mean square of the differences between neighbors, relative to the brightness; only comparable between pictures
    /// of one scene.
    var sharpness: Double {
        guard columns.count > 2, rows.count > 2 else { return 0 }
        let rowStep = max(rows.count / Self.sharpRows, 1)
        return picture.withPlanes { planes in
            var (squares, sum, count) = (0, 0, 0)
            for row in stride(from: rows.lowerBound + 1, to: rows.upperBound - 1, by: rowStep) {
                let here = planes[0].base + row * planes[0].bytesPerRow
                let (above, below) = (here - planes[0].bytesPerRow, here + planes[0].bytesPerRow)
                for column in columns.lowerBound + 1..<columns.upperBound - 1 {
                    let across = Int(luma(here, column + 1)) - Int(luma(here, column - 1))
                    let down = Int(luma(below, column)) - Int(luma(above, column))
                    squares += across * across + down * down
                    sum += Int(luma(here, column))
                    count += 1
                }
            }
            let mean = max(Double(sum) / Double(count), 1)
            return Double(squares) / Double(count) / (mean * mean)
        }
    }
}
