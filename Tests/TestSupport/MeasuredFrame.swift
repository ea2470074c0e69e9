import CoreMedia
import CoreVideo
import Foundation
import SimulatedDevices
import Testing

/// A frame in 8 bits, video range, to measure in. Positions are parts of the picture.
package struct MeasuredFrame {
    private let buffer: CVPixelBuffer

    package init(_ sample: CMSampleBuffer) throws { buffer = try #require(sample.imageBuffer) }

    /// Luma as it is stored.
    package func luma(_ x: Double, _ y: Double) -> Double {
        buffer.withPlanes { planes in
            let (column, row) = (Int(x * Double(planes[0].width)), Int(y * Double(planes[0].height)))
            return Double((planes[0].base + row * planes[0].bytesPerRow + column).load(as: UInt8.self))
        }
    }

    /// Linear light of a gray place, 0 to 1. Source: ITU-R BT.709.
    package func light(_ x: Double, _ y: Double) -> Double { Self.light((luma(x, y) - 16) / 219) }

    /// Linear red, green and blue.
    package func color(_ x: Double, _ y: Double) -> (red: Double, green: Double, blue: Double) {
        let (cb, cr) = buffer.withPlanes { planes in
            let (column, row) = (Int(x * Double(planes[1].width)), Int(y * Double(planes[1].height)))
            let pair = planes[1].base + row * planes[1].bytesPerRow + 2 * column
            return (
                (Double(pair.load(as: UInt8.self)) - 128) / 224,
                (Double(pair.load(fromByteOffset: 1, as: UInt8.self)) - 128) / 224
            )
        }
        let y = (luma(x, y) - 16) / 219
        return (
            Self.light(y + 1.5748 * cr), Self.light(y - 0.1873 * cb - 0.4681 * cr), Self.light(y + 1.8556 * cb)
        )
    }

    /// How much neighboring pixels differ in a region; more means sharper.
    package func sharpness(_ region: SceneRegion) -> Double {
        buffer.withPlanes { planes in
            let area = region.pixels(inWidth: planes[0].width, height: planes[0].height)
            var sum = 0.0
            for row in area.y..<area.y + area.height {
                let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for column in area.x..<area.x + area.width - 1 {
                    let step = Double(line[column + 1]) - Double(line[column])
                    sum += step * step
                }
            }
            return sum / Double(area.width * area.height)
        }
    }

    /// Places on the gray steps with light in a range.
    package func grayPlaces(_ range: ClosedRange<Double>) -> [(x: Double, y: Double)] {
        let steps = SceneLayout.graySteps
        return stride(from: 0.02, to: 1, by: 0.02).map { (steps.x + $0 * steps.width, steps.y + steps.height / 2) }
            .filter { range.contains(light($0.x, $0.y)) }
    }

    /// How many times brighter this frame is than another, at gray places that are neither clipped nor too dark.
    package func brightness(over other: MeasuredFrame) throws -> Double {
        let ratios = other.grayPlaces(0.08...0.4).map { light($0.x, $0.y) / other.light($0.x, $0.y) }.sorted()
        try #require(!ratios.isEmpty)
        return ratios[ratios.count / 2]
    }

    private static func light(_ value: Double) -> Double {
        value < 0.081 ? max(value, 0) / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    }
}
