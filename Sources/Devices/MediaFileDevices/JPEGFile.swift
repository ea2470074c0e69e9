import CaptureEngine
import FFmpeg
import Foundation
import TurboJPEG
import YUV

/// A JPEG file, read without FFmpeg: loading that library takes longer than decoding a photo.
struct JPEGFile {
    private let contents: Data
    private let header: JPEGHeader
    let format: PictureFormat

    /// - Returns: `nil` for a file that is no JPEG picture, or one that libjpeg-turbo does not decode to planes.
    init?(path: String) {
        guard Self.isJPEG(path),
            let contents = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
            var decompressor = try? JPEGDecompressor(),
            let header = contents.withUnsafeBytes({ try? decompressor.header(of: $0) }),
            let format = PictureFormat(header)
        else { return nil }
        self.contents = contents
        self.header = header
        self.format = format
    }

    /// Decodes the picture. What is missing of a file that was cut short is grey.
    func decode() throws -> CVPixelBuffer? {
        let sizes = (0..<header.subsampling.planeCount).map {
            header.subsampling.size(ofPlane: $0, width: header.width, height: header.height)
        }
        var memory = PlaneMemory()
        defer { extendLifetime(memory) }
        let planes = memory.planes(sizes.map { PixelSize(width: $0.width, height: $0.height) })
        var decompressor = try JPEGDecompressor()
        _ = try contents.withUnsafeBytes {
            try decompressor.decompress(
                $0, header: header, to: planes.map { JPEGPlane($0.base, bytesPerRow: $0.bytesPerRow) })
        }
        return try FramePool(format).frame(
            of: planes.map { PicturePlane(base: $0.base, bytesPerRow: $0.bytesPerRow) })
    }

    private static func isJPEG(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 3)) == Data([0xFF, 0xD8, 0xFF])
    }
}
