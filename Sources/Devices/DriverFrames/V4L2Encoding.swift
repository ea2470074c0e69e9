import CaptureEngine
import CoreVideo
import FFmpeg
import LinuxVideo
import YUV

/// A V4L2 pixel format that can be turned into frames.
package struct V4L2Encoding: Sendable, Hashable {
    /// How many rows of chroma there are: half as many as of luma (4:2:0), or as many (4:2:2).
    package enum ChromaRows: Sendable, Hashable { case half, all }

    package enum ChromaOrder: Sendable, Hashable { case cbcr, crcb }

    /// The bytes of a pixel.
    package enum Pixels: Sendable, Hashable {
        /// What YUV takes as it is.
        case bgra
        case other(RGBOrder)
    }

    /// How the bytes are laid out.
    package enum Layout: Sendable, Hashable {
        /// Luma, then pairs of chroma. Every sink takes 4:2:0 with Cb before Cr (NV12) as it is.
        case biPlanar(ChromaRows, ChromaOrder)
        /// Like NV12 with 10 bits, in the upper bits of two bytes (little-endian). Every sink takes it as it is.
        case p010
        /// Three planes.
        case planar(ChromaRows, ChromaOrder)
        /// 4:2:2 in one plane, luma and chroma in turns.
        case packed(lumaFirst: Bool, ChromaOrder)
        case rgb(Pixels)
        /// One JPEG per frame, possibly without its Huffman tables.
        case jpeg
        /// A stream of pictures that depend on each other, one per frame.
        case video(CameraStreamDecoder.Codec)
        /// Luma only, in one byte, or in two (little-endian) of which the lower `bits` count.
        case gray(bits: Int)
        /// One color per pixel, in one byte, or in two (little-endian) of which the lower `bits` count.
        case bayer(BayerPattern, bits: Int)
        /// One color per pixel, in 10 bits (four in five bytes) or 12 (two in three). Each sample's upper eight bits
        /// have a byte of their own; the lower bits share the last.
        case packedBayer(BayerPattern, bits: Int)
        /// Distances in millimeters: two bytes (little-endian), 0 where nothing was measured.
        case depth
    }

    package let fourCC: FourCC
    package let layout: Layout

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
        V4L2Encoding("NV12", .biPlanar(.half, .cbcr)),
        V4L2Encoding("NV21", .biPlanar(.half, .crcb)),
        V4L2Encoding("NV16", .biPlanar(.all, .cbcr)),
        V4L2Encoding("NV61", .biPlanar(.all, .crcb)),
        V4L2Encoding("P010", .p010),
        V4L2Encoding("YU12", .planar(.half, .cbcr)),
        V4L2Encoding("YV12", .planar(.half, .crcb)),
        V4L2Encoding("422P", .planar(.all, .cbcr)),
        // The same with each plane in memory of its own.
        V4L2Encoding("NM12", .biPlanar(.half, .cbcr)),
        V4L2Encoding("NM21", .biPlanar(.half, .crcb)),
        V4L2Encoding("NM16", .biPlanar(.all, .cbcr)),
        V4L2Encoding("NM61", .biPlanar(.all, .crcb)),
        V4L2Encoding("YM12", .planar(.half, .cbcr)),
        V4L2Encoding("YM21", .planar(.half, .crcb)),
        V4L2Encoding("YM16", .planar(.all, .cbcr)),
        V4L2Encoding("YM61", .planar(.all, .crcb)),
        V4L2Encoding("YUYV", .packed(lumaFirst: true, .cbcr)),
        V4L2Encoding("YVYU", .packed(lumaFirst: true, .crcb)),
        V4L2Encoding("UYVY", .packed(lumaFirst: false, .cbcr)),
        V4L2Encoding("VYUY", .packed(lumaFirst: false, .crcb)),
        V4L2Encoding("RGB3", .rgb(.other(.rgb))),
        V4L2Encoding("BGR3", .rgb(.other(.bgr))),
        // Four bytes, one of them alpha or nothing. V4L2 names the order of the word's bytes, from either end.
        V4L2Encoding("XR24", .rgb(.bgra)),
        V4L2Encoding("AR24", .rgb(.bgra)),
        V4L2Encoding("BGR4", .rgb(.bgra)),
        V4L2Encoding("BX24", .rgb(.other(.argb))),
        V4L2Encoding("BA24", .rgb(.other(.argb))),
        V4L2Encoding("RGB4", .rgb(.other(.argb))),
        V4L2Encoding("XB24", .rgb(.other(.rgba))),
        V4L2Encoding("AB24", .rgb(.other(.rgba))),
        V4L2Encoding("RX24", .rgb(.other(.abgr))),
        V4L2Encoding("RA24", .rgb(.other(.abgr))),
        V4L2Encoding("MJPG", .jpeg),
        V4L2Encoding("JPEG", .jpeg),
        V4L2Encoding("H264", .video(.h264)),
        V4L2Encoding("HEVC", .video(.hevc)),
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
        case .biPlanar(.half, .cbcr): 0
        case .biPlanar(.half, .crcb), .planar(.half, _), .p010: 1
        case .packed, .biPlanar(.all, _), .planar(.all, _): 2
        case .jpeg: 3
        case .rgb: 4
        case .video: 5
        case .bayer(_, let bits): bits == 8 ? 6 : 7
        case .packedBayer: 8
        case .gray(let bits): bits == 8 ? 9 : 10
        case .depth: 11
        }
    }

    /// How much of a bus a picture takes; roughly, for compressed ones.
    package var bitsPerPixel: Int {
        switch layout {
        case .video: 1
        case .jpeg: 3
        default: minimumFrameSize(height: 16, bytesPerRow: minimumBytesPerRow(width: 16)) * 8 / 256
        }
    }

    /// Whether the picture has color. Most cameras without it are infrared sensors for face recognition.
    package var hasColor: Bool {
        switch layout {
        case .gray, .depth: false
        default: true
        }
    }

    /// The pixel format of a raw frame with unpacked samples; `nil` if there is no mosaic.
    package var rawPixelFormat: OSType? {
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
        case .biPlanar, .planar: width
        case .packed, .p010, .depth: width * 2
        case .rgb(.other(.rgb)), .rgb(.other(.bgr)): width * 3
        case .rgb: width * 4
        case .jpeg, .video: 0
        case .gray(let bits), .bayer(_, let bits): bits == 8 ? width : width * 2
        // Whole groups, since the lower bits of all samples of a group come last: four in five bytes, or two in three.
        case .packedBayer(_, let bits): bits == 10 ? (width + 3) / 4 * 5 : (width + 1) / 2 * 3
        }
    }

    /// A plane's place in memory.
    struct Rows: Hashable {
        var bytesPerRow: Int
        var count: Int
        var bytes: Int { bytesPerRow * count }
    }

    /// The planes of a frame, in their order; empty for compressed formats.
    ///
    /// - Parameters:
    ///   - bytesPerRow: of the first plane, as the driver reports it.
    ///   - chroma: of the others, if the driver reports it: it does so if they are apart.
    func planes(height: Int, bytesPerRow: Int, chroma: Int = 0) -> [Rows] {
        func pairs(_ rows: ChromaRows) -> Rows {
            Rows(bytesPerRow: chroma > 0 ? chroma : bytesPerRow, count: rows.count(height))
        }
        let luma = Rows(bytesPerRow: bytesPerRow, count: height)
        switch layout {
        case .biPlanar(let rows, _): return [luma, pairs(rows)]
        case .p010: return [luma, pairs(.half)]
        case .planar(let rows, _):
            // Padding included, rows are half as long.
            let half = Rows(bytesPerRow: chroma > 0 ? chroma : bytesPerRow / 2, count: rows.count(height))
            return [luma, half, half]
        case .jpeg, .video: return []
        case .packed, .rgb, .gray, .bayer, .packedBayer, .depth: return [luma]
        }
    }

    /// The minimum size of a complete frame in one memory area.
    ///
    /// - Parameter bytesPerRow: of the first plane, as the driver reports it.
    func minimumFrameSize(height: Int, bytesPerRow: Int) -> Int {
        let planes = planes(height: height, bytesPerRow: bytesPerRow)
        return planes.isEmpty ? 4 : planes.reduce(0) { $0 + $1.bytes }
    }
}

extension V4L2Encoding.ChromaRows {
    fileprivate func count(_ height: Int) -> Int { self == .all ? height : (height + 1) / 2 }
}
