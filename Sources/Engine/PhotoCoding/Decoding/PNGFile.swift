import CLinux
import CoreVideo
import FFmpeg
import Foundation
import Glibc

/// Reads and writes PNG files.
package enum PNGFile {
    /// - Returns: BGRA, not opaque; `nil` for anything else and for damaged files.
    package static func decode(_ data: Data) -> CVPixelBuffer? {
        guard data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
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

    /// - Parameter buffer: `kCVPixelFormatType_32RGBA`, whose colors are not multiplied by alpha.
    package static func encode(_ buffer: CVPixelBuffer) throws -> Data {
        var settings = VideoEncoder.Settings(
            encoder: "png", width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer), layout: .rgba,
            color: .init(primaries: 1, transfer: 13, matrix: 0, isFullRange: true), timescale: 1, frameRate: 1)
        settings.options = ["pred": "up"]
        let encoder = try VideoEncoder(settings)
        let packets = try buffer.withPlanes { planes in
            try encoder.encode([PicturePlane(base: planes[0].base, bytesPerRow: planes[0].bytesPerRow)], at: 0)
        }
        let rest = try encoder.finish()
        return (packets + rest).reduce(into: Data()) { file, packet in
            packet.withBytes { file.append(contentsOf: $0) }
        }
    }

    private static func buffer(of picture: MediaPicture) -> CVPixelBuffer? {
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
