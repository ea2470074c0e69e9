import Foundation
import ImageIO
import MobileCoreServices

/// Writes a caption and a place into photos, takes them out, and makes thumbnails, all through ImageIO.
public final class PhotoTagger {
    public enum TaggingError: Error {
        case unreadable
        case unwritable
    }

    public init() {}

    public func tag(_ photo: Data, caption: String, latitude: Double, longitude: Double) throws -> Data {
        guard let source = CGImageSourceCreateWithData(photo as CFData, nil),
            let type = CGImageSourceGetType(source)
        else { throw TaggingError.unreadable }
        var metadata = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any] ?? [:]
        var exif = metadata[kCGImagePropertyExifDictionary as String] as? [String: Any] ?? [:]
        exif[kCGImagePropertyExifUserComment as String] = caption
        metadata[kCGImagePropertyExifDictionary as String] = exif
        metadata[kCGImagePropertyGPSDictionary as String] = [
            kCGImagePropertyGPSLatitude as String: abs(latitude),
            kCGImagePropertyGPSLatitudeRef as String: latitude < 0 ? "S" : "N",
            kCGImagePropertyGPSLongitude as String: abs(longitude),
            kCGImagePropertyGPSLongitudeRef as String: longitude < 0 ? "W" : "E",
        ]
        let result = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(result as CFMutableData, type, 1, nil) else {
            throw TaggingError.unwritable
        }
        CGImageDestinationAddImageFromSource(destination, source, 0, metadata as CFDictionary)
        guard CGImageDestinationFinalize(destination) else { throw TaggingError.unwritable }
        return result as Data
    }

    public func withoutPlace(_ photo: Data) -> Data? {
        guard let source = CGImageSourceCreateWithData(photo as CFData, nil),
            let type = CGImageSourceGetType(source),
            let data = CFDataCreateMutable(nil, 0),
            let destination = CGImageDestinationCreateWithData(data, type, 1, nil)
        else { return nil }
        let remove: [CFString: Any] = [kCGImagePropertyGPSDictionary: kCFNull!]
        CGImageDestinationAddImageFromSource(destination, source, 0, remove as CFDictionary)
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }

    public func writeJPEG(_ image: CGImage, to url: URL, quality: CGFloat) -> Bool {
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, kUTTypeJPEG, 1, nil) else { return false }
        let options: [CFString: Any] = [
            kCGImageDestinationLossyCompressionQuality: quality,
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFSoftware: "Tagger"],
        ]
        CGImageDestinationAddImage(destination, image, options as CFDictionary)
        return CGImageDestinationFinalize(destination)
    }

    public func thumbnail(of url: URL, maxPixelSize: Int) -> CGImage? {
        let sourceOptions = [kCGImageSourceShouldCache: false] as CFDictionary
        guard let source = CGImageSourceCreateWithURL(url as CFURL, sourceOptions) else { return nil }
        let options =
            [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceShouldCacheImmediately: true,
                kCGImageSourceThumbnailMaxPixelSize: maxPixelSize,
            ] as CFDictionary
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options)
    }
}
