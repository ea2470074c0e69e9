import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import ImageProperties
import PhotoCoding
import TestSupport
import Testing

@Suite struct PhotoMetadataTests {
    @Test func exiftoolReadsWhatWasSet() throws {
        var metadata = PhotoMetadata()
        metadata.make = "Linux"
        metadata.model = "Back Camera"
        metadata.software = "avcam"
        metadata.lensModel = "Wide, 26 mm"
        metadata.exposureTime = 1.0 / 60
        metadata.fNumber = 1.8
        metadata.iso = 125
        metadata.focalLength = 4.25
        metadata.focalLengthIn35mm = 26
        metadata.orientation = .right
        metadata.location = .init(latitude: 37.334900, longitude: -122.009020, altitude: -12.5, horizontalAccuracy: 5)
        metadata.setDate(Date(timeIntervalSince1970: 1_700_000_000.25), secondsFromGMT: 5 * 3600 + 1800)
        let read = try written(metadata)
        #expect(read["IFD0:Make"] as? String == "Linux")
        #expect(read["IFD0:Model"] as? String == "Back Camera")
        #expect(read["IFD0:Software"] as? String == "avcam")
        #expect(read["IFD0:Orientation"] as? Int == 6)
        #expect(read["IFD0:ModifyDate"] as? String == "2023:11:15 03:43:20")
        #expect(read["ExifIFD:DateTimeOriginal"] as? String == "2023:11:15 03:43:20")
        #expect(read["ExifIFD:OffsetTimeOriginal"] as? String == "+05:30")
        #expect(read["ExifIFD:SubSecTimeOriginal"] as? Int == 250)
        #expect(read["ExifIFD:LensModel"] as? String == "Wide, 26 mm")
        #expect(read["ExifIFD:ISO"] as? Int == 125)
        #expect(read["ExifIFD:FocalLengthIn35mmFormat"] as? Int == 26)
        #expect(isNear(read["ExifIFD:ExposureTime"], 1.0 / 60))
        #expect(isNear(read["ExifIFD:FNumber"], 1.8))
        #expect(isNear(read["ExifIFD:FocalLength"], 4.25))
        #expect(isNear(read["Composite:GPSLatitude"], 37.334900))
        #expect(isNear(read["Composite:GPSLongitude"], -122.009020))
        #expect(isNear(read["Composite:GPSAltitude"], -12.5))
        #expect(read["ExifIFD:ExifImageWidth"] as? Int == 64)
        #expect(read["ExifIFD:ExifImageHeight"] as? Int == 48)
    }

    @Test("exiftool finds no fault in the structure", arguments: [false, true])
    func isValid(isRich: Bool) throws {
        var metadata = PhotoMetadata()
        if isRich {
            metadata.make = "Linux"
            metadata.date = Date(timeIntervalSince1970: 1_700_000_000)
            metadata.location = .init(latitude: -1, longitude: 1, altitude: 3)
            metadata.merge([
                kCGImagePropertyExifDictionary: [
                    kCGImagePropertyExifUserComment: "grüße", kCGImagePropertyExifFlash: 0x10,
                    kCGImagePropertyExifLensSpecification: [4.25, 4.25, 1.8, 1.8],
                    kCGImagePropertyExifSceneType: 1,
                ]
            ])
        }
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.jpg", contents: try JPEGPhoto.encode(try frame(), metadata: metadata))
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func dictionariesAreMergedAndReadByOthers() throws {
        var metadata = PhotoMetadata()
        metadata.software = "avcam"
        metadata.merge([
            kCGImagePropertyOrientation: 3,
            kCGImagePropertyTIFFDictionary: [
                kCGImagePropertyTIFFArtist: "Ada", kCGImagePropertyTIFFSoftware: "porter",
            ],
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifUserComment: "on the roof", kCGImagePropertyExifExposureBiasValue: -0.5,
                kCGImagePropertyExifISOSpeedRatings: [400], kCGImagePropertyExifVersion: [2, 3, 1],
                kCGImagePropertyExifLensSpecification: [4.25, 8.5, 1.8, 2.4],
            ],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 12.5, kCGImagePropertyGPSLatitudeRef: "S",
                kCGImagePropertyGPSTimeStamp: "10:20:30", kCGImagePropertyGPSDateStamp: "2026:11:20",
            ],
        ])
        let read = try written(metadata)
        #expect(read["IFD0:Artist"] as? String == "Ada")
        #expect(read["IFD0:Software"] as? String == "porter")
        #expect(read["IFD0:Orientation"] as? Int == 3)
        #expect(read["ExifIFD:UserComment"] as? String == "on the roof")
        #expect(isNear(read["ExifIFD:ExposureCompensation"], -0.5))
        #expect(read["ExifIFD:ISO"] as? Int == 400)
        #expect("\(read["ExifIFD:ExifVersion"] ?? "")" == "0231" || read["ExifIFD:ExifVersion"] as? Int == 231)
        #expect(read["ExifIFD:LensInfo"] as? String == "4.25 8.5 1.8 2.4")
        #expect(isNear(read["Composite:GPSLatitude"], -12.5))
        #expect(read["GPS:GPSTimeStamp"] as? String == "10:20:30")
    }

    @Test func aDictionaryMergedIntoEmptyMetadataComesBackTheSame() throws {
        var metadata = PhotoMetadata()
        metadata.make = "Linux"
        metadata.fNumber = 2.4
        metadata.iso = 50
        metadata.orientation = .leftMirrored
        metadata.contentIdentifier = "5B1F7A2C-0000-4000-8000-00000000000A"
        metadata.location = .init(latitude: 48.25, longitude: 11.5)
        metadata.setDate(Date(timeIntervalSince1970: 1_700_000_000), secondsFromGMT: 0)
        metadata.merge([
            kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "ψ", kCGImagePropertyExifFlash: 16]
        ])
        var copy = PhotoMetadata()
        copy.merge(metadata.dictionary)
        #expect(copy.make == "Linux")
        #expect(copy.fNumber == 2.4)
        #expect(copy.iso == 50)
        #expect(copy.orientation == .leftMirrored)
        #expect(copy.contentIdentifier == metadata.contentIdentifier)
        #expect(copy.location == metadata.location)
        #expect(copy.date == metadata.date)
        let comments = [metadata, copy].map {
            ($0.dictionary[kCGImagePropertyExifDictionary] as? [String: Any])?[kCGImagePropertyExifUserComment]
                as? String
        }
        #expect(comments == ["ψ", "ψ"])
    }

    @Test func nonsenseInADictionaryIsIgnored() {
        var metadata = PhotoMetadata()
        metadata.iso = 100
        metadata.merge([
            "{Nothing}": 3, kCGImagePropertyOrientation: 99, kCGImagePropertyTIFFDictionary: "text",
            kCGImagePropertyExifDictionary: [
                "NoSuchKey": 1, kCGImagePropertyExifISOSpeedRatings: "fast", kCGImagePropertyExifFNumber: Double.nan,
                kCGImagePropertyExifExposureTime: -1, kCGImagePropertyExifUserComment: 7,
                kCGImagePropertyExifSubjectArea: [1, "two"],
            ] as [String: Any],
            kCGImagePropertyGPSDictionary: [kCGImagePropertyGPSLatitude: 1e9, kCGImagePropertyGPSLongitude: 8.5],
        ])
        #expect(metadata.location == nil)
        #expect(metadata.iso == 100)
        #expect(metadata.fNumber == nil)
        #expect(metadata.exposureTime == nil)
        #expect(metadata.orientation == .up)
    }

    @Test func theContentIdentifierIsWhereApplePutsIt() throws {
        var metadata = PhotoMetadata()
        metadata.contentIdentifier = "5B1F7A2C-0000-4000-8000-00000000000A"
        let read = try written(metadata)
        #expect(read.values.contains { $0 as? String == "5B1F7A2C-0000-4000-8000-00000000000A" })
        #expect(read.keys.contains { $0.hasPrefix("Apple:") })
    }

    @Test(
        "turns and mirrorings become EXIF's eight orientations",
        arguments: [
            (0, false, 1), (90, false, 6), (180, false, 3), (270, false, 8), (-90, false, 8), (360, false, 1),
            (0, true, 2), (90, true, 5), (180, true, 4), (270, true, 7),
        ])
    func orientations(rotation: Int, isMirrored: Bool, expected: Int) {
        #expect(PhotoMetadata.Orientation(rotation: rotation, isMirrored: isMirrored).rawValue == expected)
    }

    @Test("dates survive a round trip, even before the epoch", arguments: [0.5, -1.25, 1_700_000_000.125, 951_782_400])
    func dates(seconds: Double) {
        var metadata = PhotoMetadata()
        metadata.setDate(Date(timeIntervalSince1970: seconds), secondsFromGMT: -3 * 3600)
        #expect(metadata.date == Date(timeIntervalSince1970: seconds))
        metadata.date = Date(timeIntervalSince1970: seconds)
        #expect(metadata.date == Date(timeIntervalSince1970: seconds))
        metadata.date = nil
        #expect(metadata.date == nil)
    }

    @Test(
        "numbers with a point become simple fractions",
        arguments: [
            (1.0 / 60, 1, 60), (0.5, 1, 2), (1.8, 9, 5), (4.25, 17, 4), (0, 0, 1), (1.0 / 8000, 1, 8000), (30, 30, 1),
            (-1.0 / 3, -1, 3),
        ] as [(Double, Int64, Int64)])
    func fractions(value: Double, numerator: Int64, denominator: Int64) {
        let fraction = TIFFRational(value)
        #expect(fraction.numerator == numerator)
        #expect(fraction.denominator == denominator)
    }

    @Test("every number becomes a fraction", arguments: [Double.nan, .infinity, -.infinity, 1e300, 1e-300])
    func strangeFractions(value: Double) {
        let fraction = TIFFRational(value)
        #expect(abs(fraction.numerator) <= Int64(Int32.max))
        #expect((1...Int64(Int32.max)).contains(fraction.denominator))
    }

    @Test func anExposureThatMayBeAnotherFramesIsLeftOut() {
        var conditions = CaptureConditions(exposureDuration: CMTime(value: 1, timescale: 60), iso: 100)
        conditions.isExposureCertain = false
        var metadata = PhotoMetadata()
        metadata.add(conditions)
        #expect(metadata.exposureTime == nil && metadata.iso == nil)
        conditions.isExposureCertain = true
        metadata.add(conditions)
        #expect(metadata.exposureTime == 1.0 / 60 && metadata.iso == 100)
    }

    /// exiftool's numbers are EXIF's. Program: 1 manual, 2 normal. Mode: 0 automatic, 1 manual, 2 bracket.
    @Test(arguments: [
        (CaptureConditions.Choice?.some(.automatic), false, [2, 0]), (.some(.manual), false, [1, 1]),
        (.some(.automatic), true, [2, 2]), (.some(.manual), true, [1, 2]), (nil, true, []),
    ])
    func aFileSaysWhoChose(choice: CaptureConditions.Choice?, isBracketed: Bool, numbers: [Int]) throws {
        var conditions = CaptureConditions(exposureDuration: CMTime(value: 1, timescale: 60), iso: 100)
        conditions.exposureChoice = choice
        conditions.whiteBalanceChoice = choice
        var metadata = PhotoMetadata()
        metadata.add(conditions, isBracketed: isBracketed)
        let read = try written(metadata)
        let found = ["ExposureProgram", "ExposureMode"].compactMap { read["ExifIFD:" + $0] as? Int }
        #expect(found == numbers)
        #expect(read["ExifIFD:WhiteBalance"] as? Int == choice.map { $0 == .manual ? 1 : 0 })
    }

    private func frame() throws -> CVPixelBuffer {
        try ReferencePicture(width: 64, height: 48).pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
    }

    /// What exiftool reads from a photo with the metadata.
    private func written(_ metadata: PhotoMetadata) throws -> [String: Any] {
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.jpg", contents: try JPEGPhoto.encode(try frame(), metadata: metadata))
        return try ImageProbe.metadata(of: file)
    }

    private func isNear(_ value: Any?, _ expected: Double) -> Bool {
        guard let number = value as? Double ?? (value as? Int).map(Double.init) else { return false }
        return abs(number - expected) <= abs(expected) * 1e-6
    }
}
