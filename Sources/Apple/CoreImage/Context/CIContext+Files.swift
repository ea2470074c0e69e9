import CoreVideo
import Foundation
import ImageIO
import PhotoCoding
import PixelCoding

extension CIContext {
    /// A JPEG file of a picture; the option `kCGImageDestinationLossyCompressionQuality` is 0 to 1.
    ///
    /// Linux: no file has a color profile, so colors are always sRGB's.
    /// - Returns: `nil` for a picture without pixels or without end.
    public func jpegRepresentation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        try? jpeg(image, options)
    }

    /// A PNG file of a picture. Linux: 8 bits per component, whatever the format, and colors as for JPEG.
    ///
    /// - Returns: `nil` for a picture without pixels or without end.
    public func pngRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        try? png(image)
    }

    /// An HEIC file of a picture; the parameters are those of a PNG file.
    ///
    /// - Returns: `nil` for a picture without pixels or without end, and if no HEVC encoder is installed.
    public func heifRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        try? heif(image, options)
    }

    /// Writes a JPEG file.
    public func writeJPEGRepresentation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try jpeg(image, options).write(to: url, options: .atomic)
    }

    /// Writes a PNG file.
    public func writePNGRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try png(image).write(to: url, options: .atomic)
    }

    /// Writes an HEIC file.
    public func writeHEIFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try heif(image, options).write(to: url, options: .atomic)
    }

    // MARK: Encoders

    private func jpeg(_ image: CIImage, _ options: [CIImageRepresentationOption: Any]) throws -> Data {
        try Self.checkThatThereIsOnePicture(options)
        return try JPEGPhoto.encode(pixels(image, kCVPixelFormatType_32BGRA), quality: quality(options))
    }

    private func heif(_ image: CIImage, _ options: [CIImageRepresentationOption: Any]) throws -> Data {
        try Self.checkThatThereIsOnePicture(options)
        return try HEIFPhoto.encode(pixels(image, kCVPixelFormatType_32BGRA), quality: quality(options))
    }

    private func png(_ image: CIImage) throws -> Data {
        try PNGFile.encode(pixels(image, kCVPixelFormatType_32RGBA, last: [.unpremultiply]))
    }

    private static func checkThatThereIsOnePicture(_ options: [CIImageRepresentationOption: Any]) throws {
        guard let other = options.keys.first(where: CIImageRepresentationOption.auxiliaries.contains) else { return }
        let message = "\(other.rawValue) cannot be written: files get no auxiliary pictures"
        throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: message])
    }

    private func quality(_ options: [CIImageRepresentationOption: Any]) -> Double {
        let key: CIImageRepresentationOption = kCGImageDestinationLossyCompressionQuality
        return FilterValues.number(options[key]) ?? 0.9
    }

    /// The whole picture, as codes of sRGB.
    private func pixels(_ image: CIImage, _ format: OSType, last: [PointOperation] = []) throws -> CVPixelBuffer {
        let extent = image.extent
        guard !extent.isNull, !extent.isUnbounded, !extent.isEmpty else { throw CocoaError(.fileWriteUnknown) }
        let region = PixelRect(around: extent)
        let buffer = try CVPixelBuffer(width: region.width, height: region.height, pixelFormat: format)
        let recipe = PointRecipe(image.recipe, [.toCode] + last)
        buffer.withPlanes { planes in
            PixelTarget(format)?.render(
                recipe, region, to: planes[0].base, bytesPerRow: planes[0].bytesPerRow, rendering)
        }
        return buffer
    }
}
