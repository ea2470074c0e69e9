import CoreVideo
import YUV

/// How a sensor's mosaic lies in a buffer.
package struct BayerMosaic: Hashable {
    package var pattern: BayerPattern
    /// Bits that carry a value: up to eight in a byte, more in the low bits of 16.
    package var bits: Int

    /// - Returns: `nil` for a pixel format that is not a mosaic.
    package init?(_ format: OSType) {
        guard case .bayer(let bits, let redColumn, let redRow)? = PixelFormatDescription(format)?.model else {
            return nil
        }
        pattern = redRow == 0 ? (redColumn == 0 ? .rggb : .grbg) : (redColumn == 0 ? .gbrg : .bggr)
        self.bits = bits
    }
}
