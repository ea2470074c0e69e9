import Foundation
import ImageIO
import MissingFoundation
import TestSupport
import Testing

@Suite struct ImageSourceTests {
    private func file(
        _ type: String, width: Int = 96, height: Int = 64, _ properties: [CFString: Any] = [:]
    ) throws -> CGImageSource {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
        CGImageDestinationAddImage(destination, try corners(width: width, height: height), properties as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        return try #require(CGImageSourceCreateWithData(data as Data as CFData, nil))
    }

    private static let types = ["public.jpeg", "public.heic", "public.png"]

    @Test("A picture is as it is stored, and says how to turn it", arguments: types, [1, 2, 3, 4, 5, 6, 7, 8])
    func isAsStored(type: String, orientation: Int) throws {
        let source = try file(type, [kCGImagePropertyOrientation: orientation])
        #expect(CGImageSourceGetType(source) as String? == type)
        #expect(CGImageSourceGetCount(source) == 1)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(image.quarters == "RGBW")
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        #expect(properties[kCGImagePropertyOrientation] as? UInt32 == UInt32(orientation))
        #expect(properties[kCGImagePropertyPixelWidth] as? Int == 96)
        #expect(properties[kCGImagePropertyPixelHeight] as? Int == 64)
        #expect(properties[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelRGB as String)
        #expect(properties[kCGImagePropertyDepth] as? Int == 8)
    }

    @Test func wishesForHighDynamicRangeChangeNothing() throws {
        let source = try file("public.jpeg")
        let options: [CFString: Any] = [kCGImageSourceDecodeRequest: kCGImageSourceDecodeToHDR]
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, options as CFDictionary))
        #expect(image.quarters == "RGBW" && image.bitsPerComponent == 8)
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        let wishes: [CFString: Any] = [
            kCGImageDestinationPreserveGainMap: true,
            kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOHDR,
            kCGImageDestinationEncodeRequestOptions: [kCGImageDestinationEncodeBaseIsSDR: true],
        ]
        CGImageDestinationAddImageFromSource(destination, source, 0, wishes as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        let written = try #require(CGImageSourceCreateWithData(data as Data as CFData, nil))
        #expect(CGImageSourceCreateImageAtIndex(written, 0, nil)?.quarters == "RGBW")
    }

    /// The quarters of the upright picture, by orientation. Source: EXIF 2.32, 4.6.4 A.
    private static let upright = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"]

    @Test("A thumbnail is turned upright if that is wanted", arguments: types, [1, 2, 3, 4, 5, 6, 7, 8])
    func thumbnailsAreTurned(type: String, orientation: Int) throws {
        let source = try file(type, [kCGImagePropertyOrientation: orientation])
        var options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 48,
            kCGImageSourceCreateThumbnailWithTransform: true,
        ]
        let turned = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        #expect(turned.quarters == Self.upright[orientation - 1])
        #expect(max(turned.width, turned.height) == 48)
        #expect((turned.width > turned.height) == (orientation < 5))
        options[kCGImageSourceCreateThumbnailWithTransform] = false
        let stored = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        #expect(stored.quarters == "RGBW")
        #expect(stored.width == 48)
    }

    @Test(
        "The thumbnail in a file is enough, unless one is always to be made", arguments: ["public.jpeg", "public.heic"])
    func embeddedThumbnail(type: String) throws {
        let source = try file(type, width: 640, height: 480, [kCGImageDestinationEmbedThumbnail: true])
        let side = type == "public.jpeg" ? 160 : 320
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil)?.width == side)
        let ifAbsent: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageIfAbsent: true, kCGImageSourceThumbnailMaxPixelSize: 500,
        ]
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, ifAbsent as CFDictionary)?.width == side)
        let always: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 500,
        ]
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, always as CFDictionary)?.width == 500)
        let plain = try file(type, width: 640, height: 480)
        #expect(CGImageSourceCreateThumbnailAtIndex(plain, 0, nil) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(plain, 0, ifAbsent as CFDictionary)?.width == 500)
    }

    @Test("The metadata of another writer are read", arguments: [false, true])
    func readsExiftoolsFields(isBigEndian: Bool) throws {
        let folder = try TemporaryFolder()
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, try corners(), nil)
        #expect(CGImageDestinationFinalize(destination))
        let plain = try folder.file("plain.png", contents: data as Data)
        // ffmpeg writes no metadata, so that exiftool makes the block.
        let photo = folder.file("photo.jpg")
        try Tool.output("ffmpeg", ["-v", "error", "-i", plain.path, "-frames:v", "1", photo.path])
        try Tool.output(
            "exiftool",
            [
                "-overwrite_original", "-ExifByteOrder=\(isBigEndian ? "MM" : "II")", "-Make=Linux", "-Orientation#=8",
                "-ExposureTime=0.005", "-FNumber=1.8", "-ISO=320", "-UserComment=ψ", "-ExposureCompensation=-0.5",
                "-DateTimeOriginal=2026:11:24 05:00:00", "-GPSLatitude=12.5", "-GPSLatitudeRef=S",
                "-GPSAltitude=30", "-XResolution=300", "-YResolution=300", "-ResolutionUnit=inches",
                "-LensInfo=4.25 8.5 1.8 2.4", "-ExifIFD:Flash#=16", photo.path,
            ])
        let source = try #require(CGImageSourceCreateWithURL(photo as CFURL, nil))
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        #expect(properties[kCGImagePropertyOrientation as String] as? Int == 8)
        #expect(properties[kCGImagePropertyDPIWidth as String] as? Double == 300)
        let tiff = try #require(properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
        #expect(tiff[kCGImagePropertyTIFFMake as String] as? String == "Linux")
        let exif = try #require(properties[kCGImagePropertyExifDictionary as String] as? [String: Any])
        #expect(exif[kCGImagePropertyExifExposureTime as String] as? Double == 0.005)
        #expect(exif[kCGImagePropertyExifFNumber as String] as? Double == 1.8)
        #expect(exif[kCGImagePropertyExifISOSpeedRatings as String] as? [Int] == [320])
        #expect(exif[kCGImagePropertyExifUserComment as String] as? String == "ψ")
        #expect(exif[kCGImagePropertyExifExposureBiasValue as String] as? Double == -0.5)
        #expect(exif[kCGImagePropertyExifDateTimeOriginal as String] as? String == "2026:11:24 05:00:00")
        #expect(exif[kCGImagePropertyExifLensSpecification as String] as? [Double] == [4.25, 8.5, 1.8, 2.4])
        #expect(exif[kCGImagePropertyExifFlash as String] as? Int == 16)
        let gps = try #require(properties[kCGImagePropertyGPSDictionary as String] as? [String: Any])
        #expect(gps[kCGImagePropertyGPSLatitude as String] as? Double == 12.5)
        #expect(gps[kCGImagePropertyGPSLatitudeRef as String] as? String == "S")
        #expect(gps[kCGImagePropertyGPSAltitude as String] as? Double == 30)
    }

    @Test func anythingElseHasNoPictures() throws {
        let source = try #require(CGImageSourceCreateWithData(Data("no picture".utf8) as CFData, nil))
        #expect(CGImageSourceGetCount(source) == 0)
        #expect(CGImageSourceGetType(source) == nil)
        #expect(CGImageSourceGetStatus(source) == .statusUnknownType)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/nonexistent.jpg") as CFURL, nil) == nil)
    }

    @Test("A file that is cut or damaged anywhere does no harm", arguments: types)
    func damageDoesNoHarm(type: String) throws {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
        CGImageDestinationAddImage(
            destination, try corners(),
            [kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "text"]] as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        let file = data as Data
        for length in stride(from: 0, to: min(file.count, 900), by: 7) {
            let source = try #require(CGImageSourceCreateWithData(file.prefix(length) as CFData, nil))
            _ = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        }
        for place in stride(from: 8, to: min(file.count, 700), by: 3) {
            var damaged = file
            damaged[place] = 0xFF
            let source = try #require(CGImageSourceCreateWithData(damaged as CFData, nil))
            _ = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        }
    }
}
