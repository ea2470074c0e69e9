import Foundation

/// How the files begin that FFmpeg or the picture libraries can read.
enum MediaSignature {
    case jpeg
    case png
    case gif
    case riff
    case bitmap
    /// MP4, QuickTime, HEIC, AVIF: boxes with a length and a name.
    case boxes
    case tiff
    case openEXR
    case qoi
    case sunRaster
    case photoshop
    case targa
    /// A kind that does not say where it ends, or not at its beginning.
    case other

    private static let boxNames = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp", "moof"]
    /// Matroska, Ogg, FLAC, MP3 (with and without a tag), AIFF, Sun audio, Windows Media, Flash video, MPEG program streams
    /// and elementary streams, JPEG 2000, JPEG XL, raw video, PNM, DPX, PFM, PAM, SGI, FITS, MXF, WebM's raw streams,
    /// NUT, Core Audio, AC-3, DTS, WavPack, True Audio, Monkey's Audio, RealMedia, AMR.
    private static let others: [[UInt8]] = [
        [0x1A, 0x45, 0xDF, 0xA3], Array("OggS".utf8), Array("fLaC".utf8), Array("ID3".utf8), [0xFF, 0xFB],
        [0xFF, 0xF3],
        [0xFF, 0xF1], [0xFF, 0xF9], Array("FORM".utf8), Array(".snd".utf8), [0x30, 0x26, 0xB2, 0x75], Array("FLV".utf8),
        [0, 0, 1, 0xBA], [0, 0, 1, 0xB3], [0, 0, 0, 1], [0, 0, 0, 0x0C, 0x6A], [0, 0, 0, 0x0C, 0x4A],
        [0xFF, 0x4F, 0xFF],
        [0xFF, 0x0A], Array("YUV4MPEG2".utf8),
        Array("P4\n".utf8), Array("P5\n".utf8), Array("P6\n".utf8), Array("P4 ".utf8), Array("P5 ".utf8),
        Array("P6 ".utf8),
        Array("Pf\n".utf8), Array("PF\n".utf8), Array("P7\n".utf8),
        Array("SDPX".utf8), Array("XPDS".utf8),
        [0x01, 0xDA, 0x00], [0x01, 0xDA, 0x01], Array("SIMPLE  =".utf8),
        [0x06, 0x0E, 0x2B, 0x34], Array("DKIF".utf8), Array("nut/multimedia".utf8), Array("caff".utf8),
        [0x0B, 0x77], [0x7F, 0xFE, 0x80, 0x01], Array("wvpk".utf8), Array("TTA1".utf8), Array("MAC ".utf8),
        Array(".RMF".utf8), Array("#!AMR".utf8),
    ]

    init?(_ head: Data) {
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89] + Array("PNG".utf8)) {
            self = .png
        } else if begins(Array("GIF8".utf8)) {
            self = .gif
        } else if begins(Array("RIFF".utf8)) {
            self = .riff
        } else if begins(Array("BM".utf8)), head.count >= 18, head[14] < 128, head[15] == 0 {
            self = .bitmap
        } else if Self.boxNames.contains(where: { begins(Array($0.utf8), at: 4) }) {
            self = .boxes
        } else if TIFFHead(head) != nil {
            self = .tiff
        } else if begins([0x76, 0x2F, 0x31, 0x01]) {
            self = .openEXR
        } else if begins(Array("qoif".utf8)) {
            self = .qoi
        } else if begins([0x59, 0xA6, 0x6A, 0x95]) {
            self = .sunRaster
        } else if begins(Array("8BPS".utf8)) {
            self = .photoshop
        } else if Self.others.contains(where: { begins($0) }) || begins([0x47], at: 188) && begins([0x47]) {
            self = .other
        } else if begins([0, 0, 0, 7], at: 4) && begins([0, 0, 0]) || begins([0, 0, 1, 0]) || Self.isPCX(head) {
            // X window dumps and icons.
            self = .other
        } else if Self.isTarga(head) {
            self = .targa
        } else {
            return nil
        }
    }

    /// - Returns: `nil` if that cannot be told.
    func isCutOff(_ file: FileHandle, head: Data, size: UInt64) -> Bool? {
        switch self {
        case .jpeg: !Self.tail(of: file, size).contains([0xFF, 0xD9])
        case .png: !Self.tail(of: file, size).contains(Array("IEND".utf8))
        case .gif: Self.tail(of: file, size).last != 0x3B
        case .riff: head.count < 12 || UInt64(head.little32(at: 4)) + 8 > size
        case .bitmap: UInt64(head.little32(at: 2)) > size
        case .boxes: Self.endsInsideBox(file, size)
        case .tiff: TIFFHead(head).map { $0.leastSize > size } ?? true
        case .openEXR: PictureLength(file: file, size: size).isOpenEXRCutOff
        case .qoi: !Self.tail(of: file, size).contains([0, 0, 0, 0, 0, 0, 0, 1])
        case .sunRaster: PictureLength(file: file, size: size).isSunRasterCutOff
        case .photoshop: PictureLength(file: file, size: size).isPhotoshopCutOff
        case .targa: PictureLength(file: file, size: size).isTargaCutOff
        case .other: nil
        }
    }

    /// Source: ZSoft, "PCX Technical Reference Manual": version, encoding and depth follow the first byte.
    private static func isPCX(_ head: Data) -> Bool {
        head.count >= 4 && head[0] == 10 && head[1] <= 5 && head[2] <= 1 && [1, 2, 4, 8].contains(head[3])
    }

    /// A Targa file has no signature: the color map's kind, the picture's kind, its size and depth are possible ones.
    private static func isTarga(_ head: Data) -> Bool {
        head.count >= 18 && head[1] <= 1 && [1, 2, 3, 9, 10, 11].contains(head[2])
            && (head[12] | head[13]) != 0 && (head[14] | head[15]) != 0
            && [8, 15, 16, 24, 32].contains(head[16]) && head[17] & 0xC0 == 0
    }

    /// The last bytes. Some programs add a few after the end.
    private static func tail(of file: FileHandle, _ size: UInt64) -> Data {
        try? file.seek(toOffset: size > 4096 ? size - 4096 : 0)
        return (try? file.readToEnd()) ?? Data()
    }

    /// Source: ISO/IEC 14496-12, 4.2: a size of 1 is followed by one of 64 bits, a size of 0 reaches to the end.
    private static func endsInsideBox(_ file: FileHandle, _ size: UInt64) -> Bool {
        var (offset, hasIndex) = (UInt64(0), false)
        while offset < size {
            guard (try? file.seek(toOffset: offset)) != nil, let head = try? file.read(upToCount: 16), head.count >= 8
            else { return true }
            let name = String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self)
            hasIndex = hasIndex || ["moov", "moof", "meta"].contains(name)
            var length = UInt64(head.big32(at: 0))
            if length == 1, head.count == 16 { length = UInt64(head.big32(at: 8)) << 32 | UInt64(head.big32(at: 12)) }
            if length == 0 { break }
            let (end, overflow) = offset.addingReportingOverflow(max(length, 8))
            if overflow || end > size { return true }
            offset = end
        }
        return !hasIndex
    }
}

/// The beginning of a TIFF file. Source: TIFF 6.0, section 2.
struct TIFFHead {
    /// DNGVersion. Source: Adobe, DNG specification 1.7.
    private static let rawTag: UInt16 = 0xC612

    /// The size needed for the first directory: where it begins, and those of its entries that can be seen.
    let leastSize: UInt64
    /// Whether the part that is there says that the file is a DNG.
    let isRawPhoto: Bool

    init?(_ head: Data) {
        let isBig = head.starts(with: [0x4D, 0x4D, 0, 42])
        guard isBig || head.starts(with: [0x49, 0x49, 42, 0]), head.count >= 8 else { return nil }
        let directory = isBig ? head.big32(at: 4) : head.little32(at: 4)
        let words = head.dropFirst(Int(directory))
        func word(at offset: Int) -> UInt16? {
            let bytes = Array(words.dropFirst(offset).prefix(2))
            return bytes.count == 2 ? UInt16(bytes[isBig ? 0 : 1]) << 8 | UInt16(bytes[isBig ? 1 : 0]) : nil
        }
        let count = Int(word(at: 0) ?? 0)
        leastSize = UInt64(directory) + 2 + 12 * UInt64(count)
        isRawPhoto = (0..<count).contains { word(at: 2 + 12 * $0) == Self.rawTag }
    }
}

extension Data {
    /// Of a `Data` that begins at 0 and is long enough.
    fileprivate func big32(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    fileprivate func little32(at offset: Int) -> UInt32 { big32(at: offset).byteSwapped }

    fileprivate func contains(_ bytes: [UInt8]) -> Bool { range(of: Data(bytes)) != nil }
}
