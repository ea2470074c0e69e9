import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing
import YUV

@testable import PhotoCoding

/// Raw files, checked with exiftool's validation and with what LibRaw develops from them.
@Suite struct DNGPhotoTests {
    typealias B = BayerPixelFormat

    @Test(
        "LibRaw develops the colors that the sensor saw, from every order of colors and every depth",
        arguments: [
            B.rggb8, B.grbg8, B.gbrg8, B.bggr8, B.rggb10, B.grbg10, B.rggb12, B.gbrg12,
            kCVPixelFormatType_14Bayer_RGGB, kCVPixelFormatType_14Bayer_BGGR, kCVPixelFormatType_14Bayer_GRBG,
            kCVPixelFormatType_14Bayer_GBRG, B.rggb16, B.bggr16,
        ])
    func colors(format: OSType) throws {
        let scene = MosaicScene(format, black: 0)
        let photo = try DNGPhoto.encode(
            scene.buffer(), metadata: metadata, color: RawColor(gains: scene.gains), preview: scene.preview())
        try scene.expectDeveloped(photo)
    }

    @Test func theBlackLevelIsSubtracted() throws {
        let scene = MosaicScene(B.rggb12, black: 256)
        let photo = try DNGPhoto.encode(
            scene.buffer(), metadata: metadata, color: RawColor(gains: scene.gains, blackLevel: 256),
            preview: scene.preview())
        try scene.expectDeveloped(photo)
    }

    /// A driver may say nothing, or nonsense; a photo is developed all the same.
    @Test func colorsThatMakeNoSenseCountAsNone() {
        #expect(RawColor().neutral == [1, 1, 1])
        #expect(RawColor(gains: WhiteBalanceGains(red: 2, green: 1, blue: 4)).neutral == [0.5, 1, 0.25])
        #expect(RawColor(gains: WhiteBalanceGains(red: 0.5, green: 1, blue: 1)).neutral == [1, 0.5, 0.5])
        #expect(RawColor(gains: WhiteBalanceGains(red: 0, green: -1, blue: .nan)).neutral == [1, 1, 1])
        #expect(RawColor(gains: WhiteBalanceGains(red: .infinity, green: 1, blue: 2)).neutral == [1, 1, 0.5])
        let matrix = [1.0, 2, 3, 4, 5, 6, 7, 8, 9]
        #expect(RawColor(matrix: matrix).matrix == matrix)
        for count in [0, 8] { #expect(RawColor(matrix: Array(matrix.prefix(count))).matrix == RawColor.sRGBMatrix) }
        #expect(RawColor(matrix: matrix + [10]).matrix == RawColor.sRGBMatrix)
    }

    @Test("the structure is valid", arguments: [B.rggb8, B.bggr10, kCVPixelFormatType_14Bayer_GRBG, B.gbrg16])
    func structure(format: OSType) throws {
        let folder = try TemporaryFolder()
        let scene = MosaicScene(format, black: 0)
        let photo = try DNGPhoto.encode(
            scene.buffer(), metadata: metadata, color: RawColor(gains: scene.gains), preview: scene.preview())
        let file = try folder.file("photo.dng", contents: photo)
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func metadataAreReadByExiftool() throws {
        let folder = try TemporaryFolder()
        let scene = MosaicScene(B.rggb10, black: 0)
        let photo = try DNGPhoto.encode(
            scene.buffer(), metadata: metadata, color: RawColor(gains: scene.gains), preview: scene.preview())
        let read = try ImageProbe.metadata(of: try folder.file("photo.dng", contents: photo))
        #expect(read["IFD0:Model"] as? String == "Sensor")
        #expect(read["IFD0:UniqueCameraModel"] as? String == "Linux Sensor")
        #expect(read["IFD0:Orientation"] as? Int == 6)
        #expect(read["ExifIFD:ISO"] as? Int == 400)
        #expect(read["ExifIFD:ExposureTime"] as? Double == 0.01)
        #expect(read["ExifIFD:Flash"] as? Int == 0x09)
        #expect(read["SubIFD:WhiteLevel"] as? Int == 1023)
        #expect(read["SubIFD:ImageWidth"] as? Int == 320)
        // One sample for each pixel, side by side: a color filter array, not compressed.
        #expect(read["SubIFD:SamplesPerPixel"] as? Int == 1 && read["SubIFD:PlanarConfiguration"] as? Int == 1)
        #expect(read["SubIFD:PhotometricInterpretation"] as? Int == 32803 && read["SubIFD:Compression"] as? Int == 1)
        #expect((read["GPS:GPSLatitude"] as? Double).map { abs($0 - 48.2) < 1e-6 } == true)
    }

    @Test func thePicturesInsideShowThePhoto() throws {
        let folder = try TemporaryFolder()
        let scene = MosaicScene(B.rggb10, black: 0)
        let picture = ReferencePicture(width: 1600, height: 1200)
        let photo = try DNGPhoto.encode(
            scene.buffer(), metadata: metadata,
            preview: try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601))
        let file = try folder.file("photo.dng", contents: photo)
        // simple_dcraw -e writes the embedded picture next to the file.
        try Tool.output("simple_dcraw", ["-e", file.path])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let name = try #require(names.first { $0.hasSuffix(".jpg") })
        let preview = try ImageProbe.decode(folder.file(name))
        #expect(preview.width == 1024)
        #expect(preview.height == 768)
        #expect(preview.psnr(ReferencePicture(width: 1024, height: 768).planes(.jfif)) > 34)
        let thumbnail = try ImageProbe.decode(Tool.output("exiftool", ["-b", "-IFD0:PreviewImage", file.path]))
        #expect(thumbnail.width == 256 && thumbnail.height == 192)
        #expect(thumbnail.psnr(ReferencePicture(width: 256, height: 192).planes(.jfif)) > 28)
    }

    /// exiftool reads the tag, LibRaw still develops all of the sensor.
    @Test func aShapeIsWrittenButNothingIsCutOff() throws {
        let folder = try TemporaryFolder()
        let scene = MosaicScene(B.rggb12, black: 0)
        let photo = try DNGPhoto.encode(
            scene.buffer(), metadata: metadata, color: RawColor(gains: scene.gains),
            shown: CMVideoDimensions(width: 240, height: 240), preview: scene.preview())
        let file = try folder.file("photo.dng", contents: photo)
        #expect(try ImageProbe.validation(of: file) == "OK")
        let read = try ImageProbe.metadata(of: file)
        // Top, left, bottom, right.
        #expect(read["SubIFD:DefaultUserCrop"] as? String == "0 0.125 1 0.875")
        #expect(read["SubIFD:ImageWidth"] as? Int == 320 && read["SubIFD:DefaultCropSize"] as? String == "320 240")
        try scene.expectDeveloped(photo)
        // Lying on its side.
        let facts = PhotoFileFormat.all.facts(of: photo)
        #expect(facts?.width == 240 && facts?.height == 240)
    }

    @Test func allOfThePictureNeedsNoShape() throws {
        let folder = try TemporaryFolder()
        let scene = MosaicScene(B.rggb12, black: 0)
        for shown in [nil, CMVideoDimensions(width: 320, height: 240)] {
            let photo = try DNGPhoto.encode(scene.buffer(), shown: shown, preview: scene.preview())
            let read = try ImageProbe.metadata(of: try folder.file("photo.dng", contents: photo))
            #expect(read["SubIFD:ImageWidth"] as? Int == 320 && read["SubIFD:DefaultUserCrop"] == nil)
        }
    }

    /// A preview of the chosen part, as here, and one of all there is, as other programs may write.
    @Test(arguments: [true, false]) func theChosenPartIsShown(isPreviewCropped: Bool) throws {
        let whole = ReferencePicture(width: 320, height: 192)
        let raw = try CVPixelBuffer.blank(320, 192, B.rggb10)
        var preview = try whole.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let square = CMVideoDimensions(width: 192, height: 192)
        if isPreviewCropped { preview = try StillScaling.picture(preview, size: square) }
        let photo = try DNGPhoto.encode(raw, shown: square, preview: preview)
        let shown = try StillDecoder.decode(photo)
        #expect(shown.pixelSize == PixelSize(width: 192, height: 192))
        var worst = 0
        for y in stride(from: 0, to: 192, by: 7) {
            for x in stride(from: 0, to: 192, by: 7) {
                let color = whole.color(x + 64, y)
                for (part, code) in zip([color.blue, color.green, color.red], shown.pixel(x, y)) {
                    worst = max(worst, abs(Int((part * 255).rounded()) - Int(code)))
                }
            }
        }
        // Quality 0.85 and chroma of half the resolution.
        #expect(worst <= 10)
        let small = try StillDecoder.decode(photo, maxPixelSize: 64)
        #expect(small.pixelSize == PixelSize(width: 64, height: 64))
        let file = try #require(PictureFile(photo))
        #expect(file.size == (192, 192) && file.kind == .dng)
    }

    @Test(arguments: ["0 0 0 1", "0.5 0 0.5 1", "-1 0 1 1", "0 0 2 1", "0 0 1"])
    func aShapeThatMakesNoSenseCountsAsNone(values: String) {
        #expect(DNGUserCrop(values.split(separator: " ").compactMap { Double($0) }) == nil)
    }

    @Test func aPictureIsNotRawData() throws {
        let buffer = try CVPixelBuffer.blank(64, 48, kCVPixelFormatType_32BGRA)
        let error = #expect(throws: CaptureError.self) { try DNGPhoto.encode(buffer, preview: buffer) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("BGRA") == true)
    }

    private var metadata: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.make = "Linux"
        metadata.model = "Sensor"
        metadata.orientation = .right
        var conditions = CaptureConditions(exposureDuration: CMTime(value: 1, timescale: 100), iso: 400)
        conditions.isFlashFired = true
        metadata.add(conditions, aperture: 1.8)
        metadata.setFlash(.on, isFired: true)
        metadata.location = .init(latitude: 48.2, longitude: 16.37)
        return metadata
    }
}

/// Six patches of known light on a sensor whose red and blue are weaker than its green.
private struct MosaicScene {
    let format: OSType
    let black: Int
    private let bits: Int
    private let redColumn: Int
    private let redRow: Int
    private let size = (width: 320, height: 240)
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)

    /// Linear light, 0…1: grays and colors that no channel saturates at.
    private let patches: [(red: Double, green: Double, blue: Double)] = [
        (0.1, 0.1, 0.1), (0.4, 0.4, 0.4), (0.6, 0.2, 0.1), (0.1, 0.5, 0.2), (0.1, 0.2, 0.6), (0.5, 0.5, 0.1),
    ]

    init(_ format: OSType, black: Int) {
        self.format = format
        self.black = black
        guard case .bayer(let bits, let redColumn, let redRow)? = PixelFormatDescription(format)?.model else {
            preconditionFailure("no mosaic")
        }
        (self.bits, self.redColumn, self.redRow) = (bits, redColumn, redRow)
    }

    private func patch(_ x: Int, _ y: Int) -> (red: Double, green: Double, blue: Double) {
        patches[y * 2 / size.height * 3 + x * 3 / size.width]
    }

    func buffer() throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer.blank(size.width, size.height, format)
        let span = Double((1 << bits) - 1 - black)
        buffer.withPlanes { planes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let light = patch(x, y)
                    let isRedRow = y % 2 == redRow
                    let isRedColumn = x % 2 == redColumn
                    let value =
                        isRedRow && isRedColumn
                        ? light.red / Double(gains.red)
                        : !isRedRow && !isRedColumn ? light.blue / Double(gains.blue) : light.green
                    let code = black + Int((value * span).rounded())
                    let row = planes[0].base + y * planes[0].bytesPerRow
                    if bits > 8 {
                        row.storeBytes(of: UInt16(code), toByteOffset: 2 * x, as: UInt16.self)
                    } else {
                        row.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
                    }
                }
            }
        }
        return buffer
    }

    func preview() throws -> CVPixelBuffer {
        try ReferencePicture(width: size.width, height: size.height)
            .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
    }

    /// Develops a file with its own white balance, matrix, black and white levels, linear, in sRGB's primaries, not
    /// rotated, and compares the middles of the patches.
    func expectDeveloped(_ photo: Data) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.dng", contents: photo)
        // -4: linear, 16 bits, no brightening; -o 1: sRGB; -t 0: not rotated.
        let pixels = try Tool.output(
            "dcraw_emu", ["-w", "-4", "-o", "1", "-t", "0", "-q", "0", "-Z", "-", file.path])
        let header = String(decoding: pixels.prefix(20), as: UTF8.self).split(separator: "\n")
        #expect(header[0] == "P6")
        #expect(header[1] == "\(size.width) \(size.height)")
        let start = header[0].utf8.count + header[1].utf8.count + header[2].utf8.count + 3
        for (index, patch) in patches.enumerated() {
            let x = size.width * (2 * (index % 3) + 1) / 6
            let y = size.height * (2 * (index / 3) + 1) / 4
            let place = start + (y * size.width + x) * 6
            for (channel, light) in [patch.red, patch.green, patch.blue].enumerated() {
                let code = Int(pixels[place + 2 * channel]) << 8 | Int(pixels[place + 2 * channel + 1])
                // One step of 8 bits, after white balance and matrix.
                #expect(abs(Double(code) / 65535 - light) < 0.012, "\(format) patch \(index) channel \(channel)")
            }
        }
    }
}
