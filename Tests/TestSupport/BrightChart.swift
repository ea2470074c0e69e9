import Foundation

/// The simulated scene's color chart in high dynamic range, drawn from the recommendations' formulas: six by four patches
/// of 32 by 32 pixels, 4:2:0, 10 bits, video range.
package enum BrightChart {
    package enum Transfer: Sendable, CaseIterable {
        /// The light of the scene, as a camera sees it.
        case hlg
        /// The light of a screen that shows the chart.
        case pq

        fileprivate var tag: String { self == .hlg ? "arib-std-b67" : "smpte2084" }

        /// - Parameter light: 1 is white. Source: ITU-R BT.2100-2, tables 4 and 5; BT.2408, 2.2.
        fileprivate func code(_ light: Double) -> Double {
            switch self {
            case .hlg:
                let scene = light * 0.265
                if scene <= 1 / 12.0 { return (3 * scene).squareRoot() }
                return 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
            case .pq:
                let power = pow(light * 203 / 10_000, 0.1593017578125)
                let ratio: Double = (0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)
                return pow(ratio, 78.84375)
            }
        }

        /// The light of a code of standard range: a camera's by BT.709-6, 1.2; a screen's by IEC 61966-2-1.
        fileprivate func light(_ code: Double) -> Double {
            switch self {
            case .hlg:
                if code < 0.081 { return code / 4.5 }
                return pow((code + 0.099) / 1.099, 1 / 0.45)
            case .pq:
                if code <= 0.04045 { return code / 12.92 }
                return pow((code + 0.055) / 1.055, 2.4)
            }
        }
    }

    /// The patches in standard range, row by row; the last five are gray.
    package static let colors: [ShownColor] = hexColors.map { hex in
        ShownColor(Double(hex >> 16), Double(hex >> 8 & 255), Double(hex & 255))
    }

    private static let hexColors: [UInt32] = [
        0x7A5244, 0xC89680, 0x5E7A9C, 0x5A6C40, 0x8480B0, 0x60BEAA,
        0xDC7C2C, 0x4858A8, 0xC45860, 0x5C3A6C, 0xA0BE3C, 0xE4A42C,
        0x283C98, 0x469648, 0xB03038, 0xECC81C, 0xBC5494, 0x0888A4,
        0xF4F4F2, 0xC8C8C8, 0xA0A0A0, 0x787878, 0x545454, 0x343434,
    ]

    package static let width = 192
    package static let height = 128
    private static let cell = 32

    /// Luma, Cb and Cr of a color; 10 bits. Source: ITU-R BT.2087-0 (primaries); BT.2020-2, tables 4 and 5.
    package static func samples(of color: ShownColor, _ transfer: Transfer) -> (y: UInt16, cb: UInt16, cr: UInt16) {
        samples(ofLight: [color.red, color.green, color.blue].map { transfer.light($0 / 255) }, transfer)
    }

    /// - Parameter light: of BT.709's primaries; 1 is white.
    package static func samples(
        ofLight light: [Double], _ transfer: Transfer
    ) -> (y: UInt16, cb: UInt16, cr: UInt16) {
        let rows = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
        let codes: [Double] = rows.map { row in transfer.code(zip(row, light).map(*).reduce(0, +)) }
        let luma: Double = 0.2627 * codes[0] + 0.678 * codes[1] + 0.0593 * codes[2]
        func sample(_ value: Double) -> UInt16 { UInt16(value.rounded()) }
        return (
            sample(64 + 876 * luma), sample(512 + 896 * (codes[2] - luma) / 1.8814),
            sample(512 + 896 * (codes[0] - luma) / 1.4746)
        )
    }

    /// The chart as ffmpeg's `yuv420p10le`: luma, Cb, Cr.
    package static func frame(_ transfer: Transfer) -> Data {
        let patches = colors.map { samples(of: $0, transfer) }
        var words: [UInt16] = []
        func add(_ scale: Int, _ part: ((y: UInt16, cb: UInt16, cr: UInt16)) -> UInt16) {
            for y in 0..<height / scale {
                for x in 0..<width / scale { words.append(part(patches[y * scale / cell * 6 + x * scale / cell])) }
            }
        }
        add(1, \.y)
        add(2, \.cb)
        add(2, \.cr)
        return words.withUnsafeBytes { Data($0) }
    }

    private static func input(_ transfer: Transfer) -> [String] {
        [
            "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "\(width)x\(height)", "-r", "10", "-color_range", "tv",
            "-color_trc", transfer.tag, "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
        ]
    }

    /// Half a second of the chart as HEVC, without loss.
    package static func makeMovie(_ transfer: Transfer, at file: URL) throws {
        let pictures = Data((0..<5).flatMap { _ in frame(transfer) })
        try Tool.output(
            "ffmpeg",
            ["-v", "error"] + input(transfer) + [
                "-i", "pipe:0", "-c:v", "libx265", "-x265-params", "log-level=none:lossless=1", "-tag:v", "hvc1",
                "-color_trc", transfer.tag, "-color_primaries", "bt2020", "-colorspace", "bt2020nc", file.path,
            ], input: pictures)
    }

    /// The patches of a movie's first picture, or of the chart itself, as zimg shows them on an sRGB screen.
    package static func converted(_ transfer: Transfer, movie: URL? = nil) throws -> [ShownColor] {
        let filter =
            "setparams=color_primaries=bt2020:color_trc=\(transfer.tag):colorspace=bt2020nc:range=tv,"
            + "zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709,"
            + "zscale=transfer=iec61966-2-1,format=gbrp,format=rgb24"
        let source = movie.map { ["-i", $0.path] } ?? input(transfer) + ["-i", "pipe:0"]
        let bytes = try Tool.output(
            "ffmpeg",
            ["-v", "error"] + source + ["-frames:v", "1", "-vf", filter, "-f", "rawvideo", "-"],
            input: movie == nil ? frame(transfer) : nil)
        return patches { x, y in
            let place = bytes.startIndex + 3 * (y * width + x)
            return ShownColor(Double(bytes[place]), Double(bytes[place + 1]), Double(bytes[place + 2]))
        }
    }

    /// The colors in the middle of the patches of a picture of the chart's size.
    package static func patches(_ pixel: (_ x: Int, _ y: Int) -> ShownColor) -> [ShownColor] {
        colors.indices.map { pixel($0 % 6 * cell + cell / 2, $0 / 6 * cell + cell / 2) }
    }

    /// What is wrong with patches of a picture: gray whose parts differ by more than 2 of 255, and colors that are farther
    /// than an eye allows from the standard rendering and from zimg's.
    package static func complaints(_ shown: [ShownColor], _ transfer: Transfer, movie: URL? = nil) throws -> [String] {
        let converted = try converted(transfer, movie: movie)
        return colors.indices.compactMap { index in
            let (wanted, color, other) = (colors[index], shown[index], converted[index])
            if wanted.spread == 0, color.spread > 2 { return "gray \(wanted) became \(color)" }
            guard color.difference(to: wanted) > 3 || color.difference(to: other) > 3 else { return nil }
            return "\(wanted) became \(color), with zimg \(other)"
        }
    }
}
