import MissingFoundation

/// How the pixels of a format are laid out in memory.
package struct PixelFormatDescription: Sendable {
    /// The luma values of black and white.
    package enum Range: Sendable, Hashable {
        /// 16…235 of 255 (64…940 of 1023).
        case video
        /// All of the values.
        case full
    }

    package enum Model: Sendable, Hashable {
        case rgb
        case luminance
        case yCbCr(Range)
        /// Bits that carry a value, and the position of red in the square of 2 × 2 pixels: column and row.
        case bayer(bits: Int, redColumn: Int, redRow: Int)
        /// Meters, or 1/meters for disparity.
        case depth(isDisparity: Bool)
        /// Values without a predefined meaning.
        case components
    }

    /// One plane, whose rows consist of blocks with the same number of bytes.
    package struct Plane: Sendable, Hashable {
        /// Picture columns per plane column: 2 for the chroma of 4:2:0.
        package var columnsPerSample = 1
        /// Picture rows per plane row.
        package var rowsPerSample = 1
        /// Columns of the plane in one block: 2 for packed 4:2:2, otherwise 1.
        package var samplesPerBlock = 1
        package var bytesPerBlock: Int

        package func width(ofPicture width: Int) -> Int { (width + columnsPerSample - 1) / columnsPerSample }
        package func height(ofPicture height: Int) -> Int { (height + rowsPerSample - 1) / rowsPerSample }

        /// The bytes of one row that carry pixels, for a plane of `width` columns.
        package func bytesPerRow(width: Int) -> Int {
            (width + samplesPerBlock - 1) / samplesPerBlock * bytesPerBlock
        }
    }

    package let code: OSType
    package let model: Model
    package let planes: [Plane]

    /// Whether Core Video calls it planar; other formats have no plane count.
    package var isPlanar: Bool { planes.count > 1 }

    /// The format with that code; `nil` if it is unknown here.
    package init?(_ code: OSType) {
        guard let known = Self.table[code] else { return nil }
        self = known
    }

    private init(_ code: OSType, _ model: Model, _ planes: [Plane]) {
        self.code = code
        self.model = model
        self.planes = planes
    }

    private static let table: [OSType: PixelFormatDescription] = {
        let all = rgb + luminance + yCbCr + bayer + depth
        return Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    }()

    /// Every known format.
    package static var all: [PixelFormatDescription] { Array(table.values) }
}

// The tables.
extension PixelFormatDescription {
    private static func packed(_ code: OSType, _ model: Model, bytes: Int, samples: Int = 1) -> Self {
        Self(code, model, [Plane(samplesPerBlock: samples, bytesPerBlock: bytes)])
    }

    private static func biPlanar(_ code: OSType, _ range: Range, columns: Int, rows: Int, bytes: Int) -> Self {
        Self(
            code, .yCbCr(range),
            [
                Plane(bytesPerBlock: bytes),
                Plane(columnsPerSample: columns, rowsPerSample: rows, bytesPerBlock: 2 * bytes),
            ])
    }

    private static func triPlanar(_ code: OSType, _ range: Range) -> Self {
        let chroma = Plane(columnsPerSample: 2, rowsPerSample: 2, bytesPerBlock: 1)
        return Self(code, .yCbCr(range), [Plane(bytesPerBlock: 1), chroma, chroma])
    }

    private static let rgb = [
        packed(kCVPixelFormatType_32ARGB, .rgb, bytes: 4),
        packed(kCVPixelFormatType_32BGRA, .rgb, bytes: 4),
        packed(kCVPixelFormatType_32ABGR, .rgb, bytes: 4),
        packed(kCVPixelFormatType_32RGBA, .rgb, bytes: 4),
        packed(kCVPixelFormatType_24RGB, .rgb, bytes: 3),
        packed(kCVPixelFormatType_24BGR, .rgb, bytes: 3),
        packed(kCVPixelFormatType_48RGB, .rgb, bytes: 6),
        packed(kCVPixelFormatType_64ARGB, .rgb, bytes: 8),
        packed(kCVPixelFormatType_64RGBALE, .rgb, bytes: 8),
        packed(kCVPixelFormatType_64RGBAHalf, .rgb, bytes: 8),
        packed(kCVPixelFormatType_128RGBAFloat, .rgb, bytes: 16),
    ]

    private static let luminance = [
        packed(kCVPixelFormatType_16Gray, .luminance, bytes: 2),
        packed(kCVPixelFormatType_OneComponent8, .luminance, bytes: 1),
        packed(kCVPixelFormatType_OneComponent10, .luminance, bytes: 2),
        packed(kCVPixelFormatType_OneComponent16, .luminance, bytes: 2),
        packed(kCVPixelFormatType_OneComponent16Half, .luminance, bytes: 2),
        packed(kCVPixelFormatType_OneComponent32Float, .luminance, bytes: 4),
        packed(kCVPixelFormatType_TwoComponent8, .components, bytes: 2),
    ]

    private static let yCbCr = [
        packed(kCVPixelFormatType_422YpCbCr8, .yCbCr(.video), bytes: 4, samples: 2),
        packed(kCVPixelFormatType_422YpCbCr8_yuvs, .yCbCr(.video), bytes: 4, samples: 2),
        packed(kCVPixelFormatType_422YpCbCr8FullRange, .yCbCr(.full), bytes: 4, samples: 2),
        triPlanar(kCVPixelFormatType_420YpCbCr8Planar, .video),
        triPlanar(kCVPixelFormatType_420YpCbCr8PlanarFullRange, .full),
        biPlanar(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .video, columns: 2, rows: 2, bytes: 1),
        biPlanar(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .full, columns: 2, rows: 2, bytes: 1),
        biPlanar(kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, .video, columns: 2, rows: 1, bytes: 1),
        biPlanar(kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, .full, columns: 2, rows: 1, bytes: 1),
        biPlanar(kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, .video, columns: 1, rows: 1, bytes: 1),
        biPlanar(kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, .full, columns: 1, rows: 1, bytes: 1),
        biPlanar(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .video, columns: 2, rows: 2, bytes: 2),
        biPlanar(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, .full, columns: 2, rows: 2, bytes: 2),
        biPlanar(kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, .video, columns: 2, rows: 1, bytes: 2),
        biPlanar(kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, .full, columns: 2, rows: 1, bytes: 2),
        biPlanar(kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, .video, columns: 1, rows: 1, bytes: 2),
        biPlanar(kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, .full, columns: 1, rows: 1, bytes: 2),
    ]

    /// The four orders of each depth: BGGR, GBRG, GRBG, RGGB.
    private static func bayer(_ codes: [OSType], bits: Int) -> [Self] {
        let red = [(1, 1), (0, 1), (1, 0), (0, 0)]
        return zip(codes, red).map { code, red in
            packed(code, .bayer(bits: bits, redColumn: red.0, redRow: red.1), bytes: bits > 8 ? 2 : 1)
        }
    }

    private static let bayer: [Self] = {
        typealias B = BayerPixelFormat
        let apple = [
            kCVPixelFormatType_14Bayer_BGGR, kCVPixelFormatType_14Bayer_GBRG, kCVPixelFormatType_14Bayer_GRBG,
            kCVPixelFormatType_14Bayer_RGGB,
        ]
        return bayer([B.bggr8, B.gbrg8, B.grbg8, B.rggb8], bits: 8)
            + bayer([B.bggr10, B.gbrg10, B.grbg10, B.rggb10], bits: 10)
            + bayer([B.bggr12, B.gbrg12, B.grbg12, B.rggb12], bits: 12)
            + bayer(apple, bits: 14)
            + bayer([B.bggr16, B.gbrg16, B.grbg16, B.rggb16], bits: 16)
            + [packed(kCVPixelFormatType_16VersatileBayer, .components, bytes: 2)]
    }()

    private static let depth = [
        packed(kCVPixelFormatType_DisparityFloat16, .depth(isDisparity: true), bytes: 2),
        packed(kCVPixelFormatType_DisparityFloat32, .depth(isDisparity: true), bytes: 4),
        packed(kCVPixelFormatType_DepthFloat16, .depth(isDisparity: false), bytes: 2),
        packed(kCVPixelFormatType_DepthFloat32, .depth(isDisparity: false), bytes: 4),
    ]
}
