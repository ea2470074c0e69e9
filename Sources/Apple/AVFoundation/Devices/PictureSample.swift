import CaptureEngine
import CoreMedia
import Foundation

/// The colors of a frame at a few points: enough to judge white balance and to notice a change of scene.
struct PictureSample: Sendable {
    static let columns = 16
    static let rows = 12

    /// Red, green and blue of each point, gamma-encoded, 0…1 and a little beyond.
    let points: [SIMD3<Float>]

    /// - Returns: `nil` for formats other than bi-planar 4:2:0 and 4:2:2 with 8 or 10 bits.
    init?(_ frame: CMSampleBuffer) {
        guard let buffer = frame.imageBuffer, let encoding = Encoding(CVPixelBufferGetPixelFormatType(buffer)) else {
            return nil
        }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        points = buffer.withPlanes { planes in
            (0..<Self.rows * Self.columns).map { index in
                let x = (2 * (index % Self.columns) + 1) * width / (2 * Self.columns)
                let y = (2 * (index / Self.columns) + 1) * height / (2 * Self.rows)
                let chromaRow = y * planes[1].height / height
                return encoding.color(
                    luma: encoding.value(planes[0].base + y * planes[0].bytesPerRow, at: x),
                    blue: encoding.value(planes[1].base + chromaRow * planes[1].bytesPerRow, at: x / 2 * 2),
                    red: encoding.value(planes[1].base + chromaRow * planes[1].bytesPerRow, at: x / 2 * 2 + 1))
            }
        }
    }

    init(points: [SIMD3<Float>]) { self.points = points }

    /// The gains that would have made the average gray, given that the frame was made with `gains`.
    ///
    /// Points that are black or blown out say nothing about the light; a pure color says as much as any other.
    /// `nil` when there are none.
    func grayWorldGains(with gains: WhiteBalanceGains) -> WhiteBalanceGains? {
        let useful = points.filter { $0.max() < 0.98 && $0.max() > 0.1 }
        guard !useful.isEmpty else { return nil }
        let sum = useful.reduce(SIMD3<Float>.zero) { $0 + $1.linear }
        let raw = sum / SIMD3(gains.red, gains.green, gains.blue)
        return WhiteBalanceGains(red: 1 / raw.x, green: 1 / raw.y, blue: 1 / raw.z).normalized
    }

    /// How a pixel format encodes a color.
    private struct Encoding {
        let is10Bit: Bool
        let isFullRange: Bool

        init?(_ pixelFormat: OSType) {
            switch pixelFormat {
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange:
                (is10Bit, isFullRange) = (false, false)
            case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange:
                (is10Bit, isFullRange) = (false, true)
            case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange:
                (is10Bit, isFullRange) = (true, false)
            case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange:
                (is10Bit, isFullRange) = (true, true)
            default: return nil
            }
        }

        /// One sample of a row, 0…255.
        func value(_ row: UnsafeMutableRawPointer, at index: Int) -> Float {
            let row = row.assumingMemoryBound(to: UInt8.self)
            guard is10Bit else { return Float(row[index]) }
            // Ten bits at the top of sixteen.
            return (Float(row[2 * index + 1]) * 256 + Float(row[2 * index])) / 256
        }

        func color(luma: Float, blue: Float, red: Float) -> SIMD3<Float> {
            let y = isFullRange ? luma / 255 : (luma - 16) / 219
            let scale: Float = isFullRange ? 255 : 224
            let (b, r) = ((blue - 128) / scale, (red - 128) / scale)
            return SIMD3(y + 1.5748 * r, y - 0.1873 * b - 0.4681 * r, y + 1.8556 * b)
        }
    }
}

extension SIMD3<Float> {
    /// From gamma-encoded to linear light. Source: ITU-R BT.709.
    fileprivate var linear: Self {
        func light(_ value: Float) -> Float {
            value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
        }
        return Self(light(x), light(y), light(z))
    }
}
