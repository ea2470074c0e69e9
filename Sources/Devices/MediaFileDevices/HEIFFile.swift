import CaptureEngine
import FFmpeg
import Foundation
import HEIF

/// An HEIC or AVIF file, which FFmpeg 5.1 does not read. libheif rotates the picture as the file says.
struct HEIFFile: PictureFile {
    /// Phone cameras make at most 16,384 x 12,288.
    private static let largestSide = 32_768
    private static let brands = ["heic", "heix", "heim", "heis", "mif1", "avif"]

    private let contents: Data
    let format: PictureFormat

    /// - Returns: `nil` for a file that is neither.
    /// - Throws: `fileUnreadable` for one that cannot be understood.
    init?(path: String) throws {
        guard let contents = MediaFileDevices.contents(ofFileAt: path, beginningWith: Data("ftyp".utf8), offset: 4),
            Self.brands.contains(String(decoding: contents.dropFirst(8).prefix(4), as: UTF8.self))
        else { return nil }
        self.contents = contents
        let size = try contents.withUnsafeBytes { bytes in
            let decoder = try HEIFDecoder(reading: bytes, largestSide: Self.largestSide)
            return (decoder.width, decoder.height)
        }
        format = PictureFormat(pixels: .rgba, width: size.0, height: size.1, codec: "heif")
    }

    var wholePicture: Data? { nil }
    var isPreview: Bool { false }

    func decode() throws -> CVPixelBuffer? {
        try contents.withUnsafeBytes { bytes in
            try HEIFDecoder(reading: bytes, largestSide: Self.largestSide).decode(leastSide: nil) {
                pixels, bytesPerRow, width, height -> CVPixelBuffer? in
                guard width / 2 * 2 == format.width, height / 2 * 2 == format.height else { return nil }
                return try FramePool(format).frame(of: [
                    PicturePlane(base: UnsafeMutableRawPointer(mutating: pixels), bytesPerRow: bytesPerRow)
                ])
            }
        }
    }
}
