import Foundation
import ImageIO
import MissingFoundation
import TestSupport
import Testing

/// Metadata as objects, as apps write the place where a photo was taken.
@Suite struct ImageMetadataTests {
    private func photo() throws -> Data {
        let data = try #require(CFDataCreateMutable(nil, 0))
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        let properties: [CFString: Any] = [
            kCGImagePropertyOrientation: 6, kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Ada"],
        ]
        CGImageDestinationAddImage(destination, try corners(), properties as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        return data as Data
    }

    private func metadata(of file: Data) throws -> CGImageMetadata {
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        #expect(CGImageSourceCopyMetadataAtIndex(source, 1, nil) == nil)
        return try #require(CGImageSourceCopyMetadataAtIndex(source, 0, nil))
    }

    @Test func aPlaceIsAddedToWhatAFileSays() throws {
        let original = try metadata(of: photo())
        let changed = try #require(CGImageMetadataCreateMutableCopy(original))
        for (key, value) in [
            (kCGImagePropertyGPSLatitude, 12.5 as CFTypeRef), (kCGImagePropertyGPSLatitudeRef, "S" as CFTypeRef),
            (kCGImagePropertyGPSLongitude, 8.25 as CFTypeRef), (kCGImagePropertyGPSLongitudeRef, "E" as CFTypeRef),
        ] {
            #expect(CGImageMetadataSetValueMatchingImageProperty(changed, kCGImagePropertyGPSDictionary, key, value))
        }
        let data = try #require(CFDataCreateMutable(nil, 0))
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        CGImageDestinationAddImageAndMetadata(destination, try corners(), changed, nil)
        #expect(CGImageDestinationFinalize(destination))
        let folder = try TemporaryFolder()
        let read = try ImageProbe.metadata(of: folder.file("photo.jpg", contents: data as Data))
        #expect(read["IFD0:Artist"] as? String == "Ada" && read["IFD0:Orientation"] as? Int == 6)
        #expect((read["Composite:GPSLatitude"] as? Double).map { abs($0 + 12.5) < 1e-6 } == true)
        #expect((read["Composite:GPSLongitude"] as? Double).map { abs($0 - 8.25) < 1e-6 } == true)
    }

    @Test func metadataTakeThePlaceOfOptions() throws {
        let metadata = CGImageMetadataCreateMutable()
        CGImageMetadataSetValueMatchingImageProperty(
            metadata, kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFArtist, "Ada" as CFTypeRef)
        let copy = try #require(CGImageMetadataCreateMutableCopy(metadata))
        CGImageMetadataSetValueMatchingImageProperty(
            copy, kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFArtist, "Grace" as CFTypeRef)
        let data = try #require(CFDataCreateMutable(nil, 0))
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        let group = [kCGImagePropertyTIFFArtist: "Nobody", kCGImagePropertyTIFFCopyright: "Public"]
        let options: [CFString: Any] = [kCGImagePropertyTIFFDictionary: group, kCGImagePropertyOrientation: 3]
        CGImageDestinationAddImageAndMetadata(destination, try corners(), metadata, options as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        let read = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        let tiff = read?[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
        #expect(tiff?[kCGImagePropertyTIFFArtist as String] as? String == "Ada")
        #expect(tiff?[kCGImagePropertyTIFFCopyright as String] as? String == "Public")
        #expect(read?[kCGImagePropertyOrientation as String] as? Int == 3)
    }

    @Test func whatHasNoTagIsRefused() {
        let metadata = CGImageMetadataCreateMutable()
        for (group, name, value) in [
            (kCGImagePropertyGPSDictionary, "NoSuchKey" as CFString, 1 as CFTypeRef),
            ("{NoSuchGroup}" as CFString, kCGImagePropertyGPSLatitude, 1 as CFTypeRef),
            (kCGImagePropertyGPSDictionary, kCGImagePropertyGPSLatitude, "north" as CFTypeRef),
        ] {
            #expect(!CGImageMetadataSetValueMatchingImageProperty(metadata, group, name, value))
        }
    }
}
