import Foundation
import ImageIO
import MissingFoundation
import TestSupport
import Testing

@Suite struct ImageDestinationTests {
    private let properties: [CFString: Any] = [
        kCGImagePropertyOrientation: 6,
        kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Ada"],
        kCGImagePropertyExifDictionary: [
            kCGImagePropertyExifUserComment: "grüße", kCGImagePropertyExifLensModel: "Wide",
        ],
        kCGImagePropertyGPSDictionary: [
            kCGImagePropertyGPSLatitude: 12.5, kCGImagePropertyGPSLatitudeRef: "S", kCGImagePropertyGPSLongitude: 8.25,
            kCGImagePropertyGPSLongitudeRef: "E",
        ],
    ]

    /// As iOS sources write it.
    private func write(_ type: String, _ image: CGImage, _ properties: [CFString: Any] = [:]) throws -> Data {
        let data = try #require(CFDataCreateMutable(nil, 0))
        let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
        CGImageDestinationAddImage(destination, image, properties as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        return data as Data
    }

    @Test("Others read the picture and its metadata", arguments: ["public.jpeg", "public.png"])
    func isReadByOthers(type: String) throws {
        let name = type == "public.png" ? "picture.png" : "picture.jpg"
        let file = try write(type, corners(), properties)
        let judged = try judged(file, name: name)
        #expect(judged.quarters == "RGBW")
        #expect(judged.width == 96)
        #expect(judged.height == 64)
        let folder = try TemporaryFolder()
        let read = try ImageProbe.metadata(of: folder.file(name, contents: file))
        #expect(read["IFD0:Orientation"] as? Int == 6)
        #expect(read["IFD0:Artist"] as? String == "Ada")
        #expect(read["ExifIFD:UserComment"] as? String == "grüße")
        #expect(read["ExifIFD:LensModel"] as? String == "Wide")
        #expect((read["Composite:GPSLatitude"] as? Double).map { abs($0 + 12.5) < 1e-6 } == true)
        #expect((read["Composite:GPSLongitude"] as? Double).map { abs($0 - 8.25) < 1e-6 } == true)
    }

    @Test func heicFilesAreTurnedByOthers() throws {
        let file = try write("public.heic", corners(), properties)
        let folder = try TemporaryFolder()
        let photo = try folder.file("photo.heic", contents: file)
        try Tool.output("heif-convert", [photo.path, folder.file("photo.png").path])
        let judged = try judged(Data(contentsOf: folder.file("photo.png")), name: "photo.png")
        // A quarter turn clockwise.
        #expect(judged.quarters == "BRWG")
        #expect(judged.width == 64)
        #expect(try ImageProbe.metadata(of: photo)["IFD0:Artist"] as? String == "Ada")
    }

    @Test func aCopyHasTheSamePixelsAndOtherMetadata() throws {
        let original = try write("public.jpeg", corners(), properties)
        let source = try #require(CGImageSourceCreateWithData(original, nil))
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
        let options: [CFString: Any] = [
            kCGImageDestinationOrientation: 3, kCGImageMetadataShouldExcludeGPS: true,
            kCGImageDestinationDateTime: "2020:01:02 03:04:05",
        ]
        var error: Unmanaged<CFError>?
        #expect(CGImageDestinationCopyImageSource(destination, source, options as CFDictionary, &error))
        #expect(error == nil)
        // Once only.
        #expect(!CGImageDestinationCopyImageSource(destination, source, nil, &error))
        error?.release()
        let folder = try TemporaryFolder()
        let read = try ImageProbe.metadata(of: folder.file("copy.jpg", contents: data as Data))
        #expect(read["IFD0:Orientation"] as? Int == 3 && read["IFD0:Artist"] as? String == "Ada")
        #expect(read["ExifIFD:DateTimeOriginal"] as? String == "2020:01:02 03:04:05")
        #expect(read["ExifIFD:LensModel"] as? String == "Wide" && read["Composite:GPSLatitude"] == nil)
        func coefficients(_ file: Data, _ name: String) throws -> Data {
            let picture = try folder.file(name, contents: file)
            try Tool.output("exiftool", ["-q", "-overwrite_original", "-all=", picture.path])
            return try Data(contentsOf: picture)
        }
        #expect(try coefficients(original, "a.jpg") == coefficients(data as Data, "b.jpg"))
    }

    @Test func anotherTimeHasAnotherOffset() throws {
        let old: [CFString: Any] = [
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifDateTimeOriginal: "2019:05:06 07:08:09",
                kCGImagePropertyExifOffsetTimeOriginal: "+11:30", kCGImagePropertyExifSubsecTimeOriginal: "123",
            ]
        ]
        let original = try write("public.jpeg", corners(), old)
        let folder = try TemporaryFolder()
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        let seconds = TimeZone.current.secondsFromGMT(for: date)
        let local = String(
            format: "%@%02d:%02d", seconds < 0 ? "-" : "+", abs(seconds) / 3600, abs(seconds) / 60 % 60)
        for (index, (time, offset)) in ([("2020:01:02 03:04:05", nil), (date, local)] as [(Any, String?)]).enumerated()
        {
            let source = try #require(CGImageSourceCreateWithData(original, nil))
            let data = NSMutableData()
            let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
            #expect(
                CGImageDestinationCopyImageSource(destination, source, [kCGImageDestinationDateTime: time], nil))
            let read = try ImageProbe.metadata(of: folder.file("\(index).jpg", contents: data as Data))
            #expect(read["ExifIFD:DateTimeOriginal"] as? String != "2019:05:06 07:08:09")
            #expect(read["ExifIFD:OffsetTimeOriginal"] as? String == offset)
            #expect(read["ExifIFD:SubSecTimeOriginal"] == nil)
        }
    }

    @Test func otherFilesAreNotCopied() throws {
        let source = try #require(CGImageSourceCreateWithData(try write("public.png", corners()), nil))
        let destination = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 1, nil))
        var error: Unmanaged<CFError>?
        #expect(!CGImageDestinationCopyImageSource(destination, source, nil, &error))
        #expect(error?.takeRetainedValue().localizedDescription.contains("JPEG") == true)
    }

    @Test("A part of the pixels is read", arguments: ["public.jpeg", "public.png", "public.heic"])
    func subsampling(type: String) throws {
        let source = try #require(CGImageSourceCreateWithData(try write(type, corners(), properties), nil))
        func size(_ factor: Int) -> [Int] {
            let options: [CFString: Any] = [kCGImageSourceSubsampleFactor: factor]
            let image = CGImageSourceCreateImageAtIndex(source, 0, options as CFDictionary)
            return [image?.width ?? 0, image?.height ?? 0]
        }
        // As it is stored, not turned.
        #expect(size(1) == [96, 64] && size(2) == [48, 32] && size(4) == [24, 16] && size(8) == [12, 8])
        #expect(size(3) == [96, 64])
    }

    @Test func lowerQualityMakesSmallerFiles() throws {
        func size(_ quality: Double) throws -> Int {
            try write("public.jpeg", noise(), [kCGImageDestinationLossyCompressionQuality: quality]).count
        }
        #expect(try size(0.2) * 2 < size(0.95))
    }

    private func noise() throws -> CGImage {
        var state: UInt32 = 1
        let bytes = Data(
            (0..<(4 * 64 * 64)).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            })
        return try #require(CGImage(width: 64, height: 64, bytesPerRow: 256, rgba: bytes))
    }

    @Test func aLimitMakesThePictureSmaller() throws {
        let file = try write("public.jpeg", corners(), [kCGImageDestinationImageMaxPixelSize: 48])
        let judged = try judged(file)
        #expect(judged.width == 48)
        #expect(judged.height == 32)
        #expect(judged.quarters == "RGBW")
    }

    @Test func aThumbnailIsEmbedded() throws {
        let file = try write("public.jpeg", corners(width: 640, height: 480), [kCGImageDestinationEmbedThumbnail: true])
        let folder = try TemporaryFolder()
        let photo = try folder.file("photo.jpg", contents: file)
        let thumbnail = try Tool.output("exiftool", ["-b", "-ThumbnailImage", photo.path])
        let judged = try judged(thumbnail)
        #expect(judged.width == 160)
        #expect(judged.height == 120)
        #expect(judged.quarters == "RGBW")
    }

    @Test func whatIsTransparentGetsTheBackground() throws {
        let clear = try corners(alpha: 0)
        #expect(try judged(write("public.jpeg", clear)).quarters == "WWWW")
        let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        #expect(try judged(write("public.jpeg", clear, [kCGImageDestinationBackgroundColor: blue])).quarters == "BBBB")
        // A PNG file keeps it.
        let file = try write("public.png", corners(alpha: 128))
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(image.alphaInfo == .premultipliedLast)
        #expect(image.pixel(2, 2) == [128, 0, 0, 128])
    }

    @Test func aFileAtAnAddressIsReplaced() throws {
        let folder = try TemporaryFolder()
        let url = try folder.file("picture.jpg", contents: Data("old".utf8))
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg" as CFString, 1, nil))
        #expect(!CGImageDestinationFinalize(destination))
        CGImageDestinationAddImage(destination, try corners(), nil)
        #expect(try Data(contentsOf: url) == Data("old".utf8))
        #expect(CGImageDestinationFinalize(destination))
        #expect(try judged(Data(contentsOf: url)).quarters == "RGBW")
        #expect(!CGImageDestinationFinalize(destination))
    }

    @Test func whatCannotBeWrittenIsRefusedAtOnce() {
        let data = NSMutableData()
        #expect(CGImageDestinationCreateWithData(data, "public.tiff" as CFString, 1, nil) == nil)
        #expect(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 2, nil) == nil)
        #expect((CGImageDestinationCopyTypeIdentifiers() as? [String])?.contains("public.heic") == true)
    }

    // MARK: From other files

    private func copy(_ file: Data, to type: String = "public.jpeg", _ properties: [CFString: Any]) throws -> Data {
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        let data = NSMutableData()
        let destination = try #require(
            CGImageDestinationCreateWithData(data as CFMutableData, type as CFString, 1, nil))
        CGImageDestinationAddImageFromSource(destination, source, 0, properties as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        return data as Data
    }

    @Test func metadataChangeWithoutTouchingThePicture() throws {
        let file = try write("public.jpeg", corners(), properties)
        let changed = try copy(
            file,
            [
                kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "new"],
                kCGImagePropertyGPSDictionary: kCFNull as Any,
            ])
        let folder = try TemporaryFolder()
        let read = try ImageProbe.metadata(of: folder.file("changed.jpg", contents: changed))
        #expect(read["ExifIFD:UserComment"] as? String == "new")
        #expect(read["ExifIFD:LensModel"] as? String == "Wide")
        #expect(read["IFD0:Orientation"] as? Int == 6)
        #expect(read["Composite:GPSLatitude"] == nil)
        let scan = Data([0xFF, 0xDA])
        let start = try #require(file.range(of: scan)?.lowerBound)
        let newStart = try #require(changed.range(of: scan)?.lowerBound)
        #expect(file[start...].elementsEqual(changed[newStart...]))
    }

    @Test func metadataGoFromOneKindOfFileToAnother() throws {
        let heic = try write("public.heic", corners(), properties)
        let jpeg = try copy(heic, [:])
        let folder = try TemporaryFolder()
        let read = try ImageProbe.metadata(of: folder.file("copy.jpg", contents: jpeg))
        #expect(read["IFD0:Artist"] as? String == "Ada")
        #expect(read["IFD0:Orientation"] as? Int == 6)
        #expect(try judged(jpeg).quarters == "RGBW")
    }
}
