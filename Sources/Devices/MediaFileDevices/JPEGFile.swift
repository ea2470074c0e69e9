import CaptureEngine
import FFmpeg
import Foundation
import TurboJPEG
import YUV

/// A JPEG file, read without FFmpeg: loading that library takes longer than decoding a photo.
struct JPEGFile: PictureFile {
    private let contents: Data
    private let header: JPEGHeader
    let format: PictureFormat
    let isPreview: Bool

    /// - Returns: `nil` for a file that is no JPEG picture, or one that libjpeg-turbo does not decode to planes.
    init?(path: String) {
        guard let contents = MediaFileDevices.contents(ofFileAt: path, beginningWith: Data([0xFF, 0xD8, 0xFF])) else {
            return nil
        }
        self.init(contents, orientation: contents.withUnsafeBytes { FileOrientation(ofJPEG: $0) })
    }

    init?(_ contents: Data, orientation: FileOrientation, isPreview: Bool = false) {
        guard var decompressor = try? JPEGDecompressor(),
            let header = contents.withUnsafeBytes({ try? decompressor.header(of: $0) }),
            let format = PictureFormat(header, orientation)
        else { return nil }
        self.contents = contents
        self.header = header
        self.format = format
        self.isPreview = isPreview
    }

    /// `nil` if its size is odd, because frames then lack its last column or row, and if frames are rotated.
    var wholePicture: Data? {
        let isAsStored = format.orientation == .upright
        return isAsStored && header.width == format.width && header.height == format.height ? contents : nil
    }

    /// - Throws: `fileUnreadable`, in libjpeg-turbo's words, when a part of the picture is missing.
    func decode() throws -> CVPixelBuffer? {
        let sizes = (0..<header.subsampling.planeCount).map {
            header.subsampling.size(ofPlane: $0, width: header.width, height: header.height)
        }
        var memory = PlaneMemory()
        defer { extendLifetime(memory) }
        let planes = memory.planes(sizes.map { PixelSize(width: $0.width, height: $0.height) })
        var decompressor = try JPEGDecompressor()
        let outcome = try contents.withUnsafeBytes {
            try decompressor.decompress(
                $0, header: header, to: planes.map { JPEGPlane($0.base, bytesPerRow: $0.bytesPerRow) })
        }
        if case .damaged(let words) = outcome, Self.isLoss(words) { throw DamagedPicture(description: words) }
        return try FramePool(format).frame(
            of: planes.map { PicturePlane(base: $0.base, bytesPerRow: $0.bytesPerRow) })
    }

    /// Whether a part of the picture is missing. Some cameras write extra bytes, which do no harm.
    private static func isLoss(_ words: String) -> Bool {
        words.lowercased().contains("premature end")
            || (words.contains("Corrupt JPEG data") && !words.contains("extraneous"))
    }
}

/// A picture of which only a part is there.
struct DamagedPicture: Error, CustomStringConvertible {
    let description: String
}
