internal import CFilters
import CoreVideo
import PixelCoding
import YUV

/// What luma and chroma of a buffer mean, in both directions.
struct YCbCrFactors {
    private let red: Double
    private let blue: Double
    private let isFull: Bool
    private let bits: Int

    /// The matrix is the buffer's; without one, that of its size, as ``ColorDescription`` says.
    init(_ buffer: CVPixelBuffer, isFull: Bool, bits: Int) {
        (red, blue) =
            switch ColorDescription(buffer).matrix {
            case .rec601: (0.299, 0.114)
            case .rec709: (0.2126, 0.0722)
            case .rec2020: (0.2627, 0.0593)
            }
        (self.isFull, self.bits) = (isFull, bits)
    }

    private var step: Double { Double(1 << (bits - 8)) }
    private var last: Double { 256 * step - 1 }
    private var lumaSpan: Double { isFull ? last : 219 * step }
    private var chromaSpan: Double { isFull ? last : 224 * step }
    private var black: Double { isFull ? 0 : 16 * step }
    /// 10 bits are the high ones of 16.
    private var unit: Double { bits > 8 ? Double(1 << (16 - bits)) : 1 }

    /// From samples in memory to codes of 0 … 1.
    var toCodes: filters_ycbcr {
        let green = 1 - red - blue
        let (redOfCr, blueOfCb) = (2 * (1 - red), 2 * (1 - blue))
        return filters_ycbcr(
            y_scale: Float(1 / (lumaSpan * unit)), y_black: Float(black / lumaSpan),
            c_scale: Float(1 / (chromaSpan * unit)), c_middle: Float(128 * step / chromaSpan),
            red_cr: Float(redOfCr), green_cb: Float(-blue * blueOfCb / green), green_cr: Float(-red * redOfCr / green),
            blue_cb: Float(blueOfCb))
    }

    /// From codes to samples; the kernels move 10 bits to their place.
    var toSamples: filters_to_ycbcr {
        filters_to_ycbcr(
            red: Float(red), green: Float(1 - red - blue), blue: Float(blue), y_scale: Float(lumaSpan),
            y_black: Float(black), cb_scale: Float(chromaSpan / (2 * (1 - blue))),
            cr_scale: Float(chromaSpan / (2 * (1 - red))), c_middle: Float(128 * step), largest: Float(last))
    }
}
