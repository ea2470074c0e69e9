import CoreVideo
import LinuxVideo
import YUV

/// A V4L2 pixel format that this backend can turn into frames.
package struct V4L2Encoding: Sendable, Hashable {
    /// How the bytes are laid out.
    enum Layout: Sendable, Hashable {
        /// Luma, then CbCr pairs at half size: every sink takes this as it is.
        case nv12
        /// Like NV12, with Cr before Cb.
        case nv21
        /// Luma, Cb, Cr in three planes; chroma at half size.
        case i420
        case yuyv
        case uyvy
        /// One JPEG per frame, possibly without its Huffman tables.
        case jpeg
        /// Luma only, in one byte, or in two (little-endian) of which the lower `bits` count.
        case gray(bits: Int)
        /// One color per pixel, in one byte, or in two (little-endian) of which the lower `bits` count.
        case bayer(BayerPattern, bits: Int)
        /// One color per pixel, in 10 bits (four in five bytes) or 12 (two in three): each sample's upper eight bits
        /// have a byte of their own, the lower bits share the last.
        case packedBayer(BayerPattern, bits: Int)
        /// Distances in millimeters: two bytes (little-endian), 0 where nothing was measured.
        case depth
    }

    package let fourCC: FourCC
    let layout: Layout

    private init(_ name: String, _ layout: Layout) {
        guard let fourCC = FourCC(name) else { preconditionFailure("not a four-character code: \(name)") }
        self.fourCC = fourCC
        self.layout = layout
    }

    /// The encoding of a pixel format; `nil` for an unsupported one.
    package init?(_ fourCC: FourCC) {
        guard let known = Self.byFourCC[fourCC] else { return nil }
        self = known
    }

    /// Every supported pixel format.
    ///
    /// Source: V4L2 specification, "Image Formats".
    static let all: [V4L2Encoding] = [
        V4L2Encoding("NV12", .nv12),
        V4L2Encoding("NV21", .nv21),
        V4L2Encoding("YU12", .i420),
        V4L2Encoding("YUYV", .yuyv),
        V4L2Encoding("UYVY", .uyvy),
        V4L2Encoding("MJPG", .jpeg),
        V4L2Encoding("JPEG", .jpeg),
        V4L2Encoding("GREY", .gray(bits: 8)),
        V4L2Encoding("Y10", .gray(bits: 10)),
        V4L2Encoding("Y12", .gray(bits: 12)),
        V4L2Encoding("Y16", .gray(bits: 16)),
        V4L2Encoding("RGGB", .bayer(.rggb, bits: 8)),
        V4L2Encoding("GRBG", .bayer(.grbg, bits: 8)),
        V4L2Encoding("GBRG", .bayer(.gbrg, bits: 8)),
        V4L2Encoding("BA81", .bayer(.bggr, bits: 8)),
        V4L2Encoding("RG10", .bayer(.rggb, bits: 10)),
        V4L2Encoding("BA10", .bayer(.grbg, bits: 10)),
        V4L2Encoding("GB10", .bayer(.gbrg, bits: 10)),
        V4L2Encoding("BG10", .bayer(.bggr, bits: 10)),
        V4L2Encoding("RG12", .bayer(.rggb, bits: 12)),
        V4L2Encoding("BA12", .bayer(.grbg, bits: 12)),
        V4L2Encoding("GB12", .bayer(.gbrg, bits: 12)),
        V4L2Encoding("BG12", .bayer(.bggr, bits: 12)),
        V4L2Encoding("RG16", .bayer(.rggb, bits: 16)),
        V4L2Encoding("GR16", .bayer(.grbg, bits: 16)),
        V4L2Encoding("GB16", .bayer(.gbrg, bits: 16)),
        V4L2Encoding("BYR2", .bayer(.bggr, bits: 16)),
        V4L2Encoding("pRAA", .packedBayer(.rggb, bits: 10)),
        V4L2Encoding("pgAA", .packedBayer(.grbg, bits: 10)),
        V4L2Encoding("pGAA", .packedBayer(.gbrg, bits: 10)),
        V4L2Encoding("pBAA", .packedBayer(.bggr, bits: 10)),
        V4L2Encoding("pRCC", .packedBayer(.rggb, bits: 12)),
        V4L2Encoding("pgCC", .packedBayer(.grbg, bits: 12)),
        V4L2Encoding("pGCC", .packedBayer(.gbrg, bits: 12)),
        V4L2Encoding("pBCC", .packedBayer(.bggr, bits: 12)),
        V4L2Encoding("Z16", .depth),
    ]

    private static let byFourCC = Dictionary(uniqueKeysWithValues: all.map { ($0.fourCC, $0) })

    /// The cost of converting a frame, in work and quality: less is better.
    var cost: Int {
        switch layout {
        case .nv12: 0
        case .nv21, .i420: 1
        case .yuyv, .uyvy: 2
        case .jpeg: 3
        case .bayer(_, let bits): bits == 8 ? 4 : 5
        case .packedBayer: 6
        case .gray(let bits): bits == 8 ? 7 : 8
        case .depth: 9
        }
    }

    /// Whether the picture has color. Most cameras without it are infrared sensors for face recognition.
    var hasColor: Bool {
        switch layout {
        case .gray, .depth: false
        default: true
        }
    }

    /// The pixel format of a raw frame with unpacked samples; `nil` if there is no mosaic.
    var rawPixelFormat: OSType? {
        typealias B = BayerPixelFormat
        let formats: [OSType]
        let order: BayerPattern
        switch layout {
        case .bayer(let pattern, let bits), .packedBayer(let pattern, let bits):
            order = pattern
            switch bits {
            case 8: formats = [B.rggb8, B.grbg8, B.gbrg8, B.bggr8]
            case 10: formats = [B.rggb10, B.grbg10, B.gbrg10, B.bggr10]
            case 12: formats = [B.rggb12, B.grbg12, B.gbrg12, B.bggr12]
            default: formats = [B.rggb16, B.grbg16, B.gbrg16, B.bggr16]
            }
        default: return nil
        }
        switch order {
        case .rggb: return formats[0]
        case .grbg: return formats[1]
        case .gbrg: return formats[2]
        case .bggr: return formats[3]
        }
    }

    /// The distance between rows of the first plane if the driver does not say; 0 for compressed formats.
    func minimumBytesPerRow(width: Int) -> Int {
        switch layout {
        case .nv12, .nv21, .i420: width
        case .yuyv, .uyvy: width * 2
        case .jpeg: 0
        case .gray(let bits), .bayer(_, let bits): bits == 8 ? width : width * 2
        // Whole groups, since the lower bits of all samples of a group come last: four in five bytes, or two in three.
        case .packedBayer(_, let bits): bits == 10 ? (width + 3) / 4 * 5 : (width + 1) / 2 * 3
        case .depth: width * 2
        }
    }

    /// The minimum size of a complete frame.
    ///
    /// - Parameter bytesPerRow: of the first plane, as the driver reports it.
    func minimumFrameSize(height: Int, bytesPerRow: Int) -> Int {
        switch layout {
        case .nv12, .nv21, .i420: bytesPerRow * height + bytesPerRow * ((height + 1) / 2)
        case .jpeg: 4
        case .yuyv, .uyvy, .gray, .bayer, .packedBayer, .depth: bytesPerRow * height
        }
    }
}
