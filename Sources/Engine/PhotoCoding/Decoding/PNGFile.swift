import CLinux
import CoreVideo
import FFmpeg
import Foundation
import Glibc

/// Reads and writes PNG files.
package enum PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Where the first chunk ends: it has 13 bytes after its length and its name, and a checksum after them.
    private static let endOfHeader = 8 + 8 + 13 + 4

    /// What a file says of its picture before the pixels. Source: PNG (Third Edition), 11.2.1.
    struct Header {
        let width: Int
        let height: Int
        let bits: Int
        let isGray: Bool
        let hasAlpha: Bool

        /// - Returns: `nil` for anything but a PNG file.
        init?(_ data: Data) {
            let bytes = data.bytes(at: 0, count: PNGFile.endOfHeader)
            guard bytes.count == PNGFile.endOfHeader, bytes.starts(with: PNGFile.signature) else { return nil }
            (width, height) = (bytes[16..<20].bigEndian, bytes[20..<24].bigEndian)
            bits = Int(bytes[24])
            // 0 gray, 2 colors, 3 a palette, 4 gray and alpha, 6 colors and alpha.
            isGray = bytes[25] & 2 == 0
            hasAlpha = bytes[25] & 4 != 0 || PNGFile.chunk("tRNS", of: data) != nil
            guard width > 0, height > 0 else { return nil }
        }
    }

    /// The EXIF block. Source: PNG (Third Edition), 11.3.2.5 (eXIf).
    static func exif(of data: Data) -> [UInt8]? { chunk("eXIf", of: data) }

    /// The contents of the first chunk of that name.
    private static func chunk(_ name: String, of data: Data) -> [UInt8]? {
        var offset = signature.count
        while let length = data.integer(at: offset, width: 4) {
            let found = data.bytes(at: offset + 4, count: 4)
            if found == Array(name.utf8) {
                let contents = data.bytes(at: offset + 8, count: length)
                return contents.count == length ? contents : nil
            }
            if found == Array("IEND".utf8) { return nil }
            offset += 12 + length
        }
        return nil
    }

    /// - Returns: BGRA, not opaque; `nil` for anything else and for damaged files.
    package static func decode(_ data: Data) -> CVPixelBuffer? {
        guard data.starts(with: signature) else { return nil }
        // FFmpeg's reader wants a path.
        let file = linux_memfd_create("PNGFile")
        guard file >= 0 else { return nil }
        defer { close(file) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard (try? handle.write(contentsOf: data)) != nil,
            let reader = try? MediaReader(path: "/proc/self/fd/\(file)", keepsAlpha: true)
        else { return nil }
        while let sample = try? reader.next() {
            if case .picture(let picture) = sample { return buffer(of: picture) }
        }
        return nil
    }

    /// - Parameters:
    ///   - buffer: `kCVPixelFormatType_32RGBA`, whose colors are not multiplied by alpha.
    ///   - metadata: `nil` for a file without an EXIF block.
    package static func encode(_ buffer: CVPixelBuffer, metadata: PhotoMetadata? = nil) throws -> Data {
        var settings = VideoEncoder.Settings(
            encoder: "png", width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer), layout: .rgba,
            color: .init(primaries: 1, transfer: 13, matrix: 0, isFullRange: true), timescale: 1, frameRate: 1)
        settings.options = ["pred": "up"]
        let encoder = try VideoEncoder(settings)
        let packets = try buffer.withPlanes { planes in
            try encoder.encode([PicturePlane(base: planes[0].base, bytesPerRow: planes[0].bytesPerRow)], at: 0)
        }
        let rest = try encoder.finish()
        var file = (packets + rest).reduce(into: Data()) { file, packet in
            packet.withBytes { file.append(contentsOf: $0) }
        }
        if let metadata, file.count > endOfHeader {
            let block = ExifWriter.block(metadata, thumbnail: nil)
            file.insert(contentsOf: chunk("eXIf", block), at: endOfHeader)
        }
        return file
    }

    private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + contents
        let order = TIFFByteOrder.bigEndian
        return order.bytes(UInt32(contents.count)) + checked + order.bytes(checksum(checked))
    }

    /// Source: PNG (Third Edition), annex D (CRC).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }

    /// - Returns: BGRA; `nil` for a damaged picture, and for layouts that drawings do not have.
    static func buffer(of picture: MediaPicture) -> CVPixelBuffer? {
        guard !picture.isDamaged,
            let buffer = try? CVPixelBuffer(
                width: picture.width, height: picture.height, pixelFormat: kCVPixelFormatType_32BGRA)
        else { return nil }
        let places: (size: Int, red: Int, green: Int, blue: Int, alpha: Int?)
        switch picture.layout {
        case .rgba: places = (4, 0, 1, 2, 3)
        case .bgra: places = (4, 2, 1, 0, 3)
        case .argb: places = (4, 1, 2, 3, 0)
        case .abgr: places = (4, 3, 2, 1, 0)
        case .rgb24: places = (3, 0, 1, 2, nil)
        case .bgr24: places = (3, 2, 1, 0, nil)
        case .gray: places = (1, 0, 0, 0, nil)
        default: return nil
        }
        picture.withPlanes { sources in
            buffer.withPlanes { targets in
                for y in 0..<picture.height {
                    let from = UnsafeRawPointer(sources[0].base) + y * sources[0].bytesPerRow
                    let to = targets[0].base + y * targets[0].bytesPerRow
                    for x in 0..<picture.width {
                        let pixel = from + x * places.size
                        func byte(_ place: Int) -> UInt32 { UInt32(pixel.load(fromByteOffset: place, as: UInt8.self)) }
                        let alpha = places.alpha.map(byte) ?? 255
                        func color(_ place: Int) -> UInt32 { (byte(place) * alpha + 127) / 255 }
                        let value =
                            alpha << 24 | color(places.red) << 16 | color(places.green) << 8 | color(places.blue)
                        to.storeBytes(of: value, toByteOffset: 4 * x, as: UInt32.self)
                    }
                }
            }
        }
        return buffer
    }
}
