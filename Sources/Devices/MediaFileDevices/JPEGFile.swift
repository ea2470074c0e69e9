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
        guard let contents = Self.contents(path),
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

    /// The whole file when it begins like a JPEG file.
    ///
    /// It is read, not mapped: memory of a mapped file that somebody cuts short must not be touched.
    private static func contents(_ path: String) -> Data? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let signature = Data([0xFF, 0xD8, 0xFF])
        guard (try? file.read(upToCount: signature.count)) == signature, (try? file.seek(toOffset: 0)) != nil else {
            return nil
        }
        return try? file.readToEnd()
    }
}
