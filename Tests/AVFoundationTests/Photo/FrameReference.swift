import AVFoundation
import TestSupport

/// What a correct JPEG file of a frame holds, computed in floating point from the recommendations.
enum FrameReference {
    /// - Parameter buffer: 8-bit bi-planar 4:2:0 in video range with the BT.709 matrix, as on the simulated phone.
    static func jfifLuma(of buffer: CVPixelBuffer) -> DecodedPicture.Component { jfif(of: buffer).luma }

    static func jfif(of buffer: CVPixelBuffer) -> DecodedPicture {
        let source = ColorReference(.rec709, fullRange: false)
        let width = CVPixelBufferGetWidth(buffer)
        let height = CVPixelBufferGetHeight(buffer)
        var luma = [UInt8](repeating: 0, count: width * height)
        var (cb, cr) = (
            [Double](repeating: 0, count: width * height / 4), [Double](repeating: 0, count: width * height / 4)
        )
        buffer.withPlanes { planes in
            for y in 0..<height {
                for x in 0..<width {
                    let chroma = planes[1].base + (y / 2 * planes[1].bytesPerRow + x / 2 * 2)
                    let code = (planes[0].base + (y * planes[0].bytesPerRow + x)).load(as: UInt8.self)
                    let color = source.decode(
                        y: Double(code), cb: Double(chroma.load(as: UInt8.self)),
                        cr: Double((chroma + 1).load(as: UInt8.self))
                    ).clamped
                    let target = ColorReference.jfif.encode(color)
                    luma[y * width + x] = byte(target.y)
                    cb[y / 2 * (width / 2) + x / 2] += target.cb / 4
                    cr[y / 2 * (width / 2) + x / 2] += target.cr / 4
                }
            }
        }
        return DecodedPicture(
            luma: .init(width: width, height: height, samples: luma),
            cb: .init(width: width / 2, height: height / 2, samples: cb.map(byte)),
            cr: .init(width: width / 2, height: height / 2, samples: cr.map(byte)))
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
}

extension RGB {
    /// Files cannot hold values outside 0 to 1.
    fileprivate var clamped: RGB {
        RGB(red: min(max(red, 0), 1), green: min(max(green, 0), 1), blue: min(max(blue, 0), 1))
    }
}
