@testable import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Locking
import TestSupport
import Testing
import ZXing

/// Filters by name and by type, and what a rendering computes.
@Suite struct FilterTests {
    private let picture = Pixels.colorful(160, 120)

    @Test func anUnknownNameIsNil() {
        #expect(CIFilter(name: "CINoSuchFilter") == nil)
        #expect(CIFilter(name: "CINoSuchFilter", parameters: [:]) == nil)
        #expect(picture.image.applyingFilter("CINoSuchFilter").extent.isNull)
    }

    @Test func namedAndTypedFiltersAreTheSame() throws {
        let typed = CIFilter.sepiaTone()
        typed.inputImage = picture.image
        typed.intensity = 0.6
        let named = try #require(CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.6]))
        named.setValue(picture.image, forKey: kCIInputImageKey)
        let output = try #require(typed.outputImage)
        let result = try #require(Pixels(output))
        let other = try #require(named.outputImage)
        #expect(Pixels(other) == result && result != picture)
        #expect(named.value(forKey: kCIInputIntensityKey) as? Double == 0.6 && typed.name == "CISepiaTone")
        #expect((named.value(forKey: kCIOutputImageKey) as? CIImage)?.extent == picture.image.extent)
        named.setDefaults()
        #expect(named.outputImage == nil && named.value(forKey: kCIInputIntensityKey) as? Int == 1)
    }

    /// Every filter that has a picture makes one, and one without does not.
    @Test func allFiltersMakePictures() throws {
        let names = CIFilter.filterNames(inCategory: nil)
        #expect(names.count > 130 && names == names.sorted())
        for name in names {
            // A table of colors and a code's description have no default.
            if name.hasPrefix("CIColorCube") || name == "CIBarcodeGenerator" { continue }
            let filter = try #require(CIFilter(name: name))
            let takesPicture = filter.inputKeys.contains(kCIInputImageKey)
            #expect(
                (filter.outputImage == nil) == (takesPicture || filter.inputKeys.contains("inputMessage")), "\(name)")
            if takesPicture { filter.setValue(picture.image, forKey: kCIInputImageKey) }
            if filter.inputKeys.contains("inputMessage") {
                filter.setValue(Data("hello".utf8), forKey: "inputMessage")
            }
            let image = try #require(filter.outputImage, "\(name)")
            // A perspective's corners can be elsewhere.
            let seen = image.extent.intersection(CGRect(x: 0, y: 0, width: 160, height: 120))
            let part = seen.isEmpty ? image.extent : seen
            #expect(Pixels(image, in: part) != nil, "\(name)")
            #expect(filter.attributes[kCIAttributeFilterName] as? String == name)
        }
    }

    @Test func photoEffectsDiffer() throws {
        let names = CIFilter.filterNames(inCategory: kCICategoryColorEffect).filter { $0.hasPrefix("CIPhotoEffect") }
        let results = try names.map { try #require(Pixels(picture.image.applyingFilter($0))).bytes }
        #expect(names.count == 8 && Set(results).count == 8)
        let noir = try #require(Pixels(picture.image.applyingFilter("CIPhotoEffectNoir")))
        #expect((0..<120).allSatisfy { Set(noir.at($0, $0).prefix(3)).count == 1 })
    }

    /// An app's own filter.
    private final class Doubled: CIFilter {
        var inputImage: CIImage?
        override var outputImage: CIImage? {
            inputImage?.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
        }
    }

    @Test func anAppsFilterOverridesItsOutput() throws {
        let filter = Doubled()
        #expect(filter.outputImage == nil)
        filter.inputImage = picture.image
        let output = try #require(filter.outputImage)
        let result = try #require(Pixels(output))
        #expect(result.at(80, 60)[0] > picture.at(80, 60)[0])
    }

    // MARK: What is computed

    /// Counts the pixels that were asked for.
    private struct CountedRecipe: Recipe, Rows {
        let extent: CGRect
        let asked = Mutex<(regions: [PixelRect], pixels: Int)>(([], 0))

        func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
            asked.withLock { $0.regions.append(region) }
            return self
        }

        func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
            asked.withLock { $0.pixels += count }
            run.fill(SIMD4(repeating: 1), count)
        }
    }

    @Test func onlyTheWantedPixelsAreComputed() throws {
        let source = CountedRecipe(extent: CGRect(x: 0, y: 0, width: 4000, height: 3000))
        let filtered = CIImage(source).applyingFilter("CISepiaTone").applyingFilter("CIColorInvert")
            .applyingGaussianBlur(sigma: 2).cropped(to: CGRect(x: 100, y: 100, width: 50, height: 40))
        #expect(source.asked.withLock { $0.regions.isEmpty && $0.pixels == 0 })
        _ = Pixels(filtered)
        // Seven pixels around the part.
        let asked = source.asked.withLock { $0 }
        #expect(asked.regions == [PixelRect(x: 93, y: 93, width: 64, height: 54)] && asked.pixels == 64 * 54)

        let point = CountedRecipe(extent: CGRect(x: 0, y: 0, width: 4000, height: 3000))
        _ = Pixels(
            CIImage(point).oriented(.right).applyingFilter("CISepiaTone"), in: CGRect(x: 5, y: 7, width: 3, height: 2))
        #expect(point.asked.withLock { $0.pixels } == 6)
    }

    @Test func pointOperationsBecomeOne() throws {
        let matrix = PointOperation.matrix(.saturation(0.5))
        let chain: [PointOperation] = [
            .toLight(.srgb), matrix, matrix, matrix, .toCode, .toLight(.srgb), matrix, .toCode,
        ]
        #expect(PointOperation.simplified(chain, Rendering()).count == 3)
        #expect(PointOperation.simplified(chain, Rendering(isColorManaged: false)).count == 1)
    }

    @Test func manyThreadsShareAPicture() throws {
        let image = Pixels.detailed(600, 400).image.applyingGaussianBlur(sigma: 5).applyingFilter("CIPhotoEffectChrome")
        let context = CIContext()
        let wanted = try #require(Pixels(image, context))
        let equal = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            if Pixels(image, context) == wanted { equal.withLock { $0 += 1 } }
        }
        #expect(equal.withLock { $0 } == 8)
    }

    // MARK: Codes and files

    @Test(arguments: ["L", "M", "Q", "H"]) func aQRCodeIsRead(level: String) throws {
        let filter = CIFilter.qrCodeGenerator()
        let text = "https://example.org/ä?n=\(level)"
        filter.message = Data(text.utf8)
        filter.correctionLevel = level
        let image = try #require(filter.outputImage)
        #expect(image.extent.minX == 0 && image.extent.width == image.extent.height)
        let large = image.samplingNearest().transformed(by: CGAffineTransform(scaleX: 8, y: 8))
        let pixels = try #require(Pixels(large))
        let found = pixels.bytes.withUnsafeBytes { bytes in
            CodeReader.codes(
                in: bytes.baseAddress!, width: pixels.width, height: pixels.height, bytesPerRow: pixels.width * 4,
                bytesPerSample: 4, of: [.qr])
        }
        #expect(found.first?.text == text && found.first?.correctionLevel == level.first)
        filter.correctionLevel = "X"
        #expect(filter.outputImage == nil)
    }

    @Test(arguments: ["L", "M", "Q", "H"]) func aCodeIsMadeAgainFromItsDescriptor(level: String) throws {
        let filter = CIFilter.qrCodeGenerator()
        filter.message = Data("https://example.org/the/same/again".utf8)
        filter.correctionLevel = level
        let image = try #require(filter.outputImage)
        let detector = try #require(CIDetector(ofType: CIDetectorTypeQRCode, context: nil))
        let large = image.samplingNearest().transformed(by: CGAffineTransform(scaleX: 7, y: 7))
        let code = try #require(detector.features(in: large).first as? CIQRCodeFeature)
        let descriptor = try #require(code.symbolDescriptor)
        #expect(descriptor.errorCorrectionLevel.rawValue == level.utf8.first.map { Int($0) })
        let again = CIFilter.barcodeGenerator()
        #expect(again.outputImage == nil)
        again.barcodeDescriptor = descriptor
        #expect(try Pixels(#require(again.outputImage)) == Pixels(image))
        let byKey = CIFilter(name: "CIBarcodeGenerator", parameters: ["inputBarcodeDescriptor": descriptor])
        #expect(try Pixels(#require(byKey?.outputImage)) == Pixels(image))
    }

    @Test func aDescriptorOfNoCodeMakesNoPicture() throws {
        let payload = Data(repeating: 0xEC, count: 18)
        #expect(
            CIQRCodeDescriptor(payload: payload, symbolVersion: 0, maskPattern: 0, errorCorrectionLevel: .levelL) == nil
        )
        #expect(
            CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 8, errorCorrectionLevel: .levelL) == nil
        )
        let filter = CIFilter.barcodeGenerator()
        filter.barcodeDescriptor = try #require(
            CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 0, errorCorrectionLevel: .levelL))
        #expect(filter.outputImage == nil)
    }

    /// - Returns: the text that is found in the picture, enlarged.
    private func text(in image: CIImage, _ kind: CodeKind) throws -> String? {
        let pixels = try #require(
            Pixels(image.samplingNearest().transformed(by: CGAffineTransform(scaleX: 5, y: 5))))
        return pixels.bytes.withUnsafeBytes { bytes in
            CodeReader.codes(
                in: bytes.baseAddress!, width: pixels.width, height: pixels.height, bytesPerRow: pixels.width * 4,
                bytesPerSample: 4, of: [kind]
            ).first?.text
        }
    }

    @Test func anAztecCodeIsRead() throws {
        let filter = CIFilter.aztecCodeGenerator()
        #expect(filter.correctionLevel == 23 && filter.layers == 0 && filter.outputImage == nil)
        let short = "A ticket, not a secret"
        filter.message = Data(short.utf8)
        let image = try #require(filter.outputImage)
        #expect(try text(in: image, .aztec) == short)
        #expect(image.extent.width == image.extent.height)
        filter.correctionLevel = 90
        #expect(try #require(filter.outputImage).extent.width > image.extent.width)
        // By name, in a large one.
        let long = String(repeating: "0123456789 abcdefghij ", count: 30)
        let large = try #require(
            CIFilter(name: "CIAztecCodeGenerator", parameters: ["inputMessage": Data(long.utf8)])?.outputImage)
        #expect(try text(in: large, .aztec) == long)
    }

    /// A code is made in one size, and only if that is the wanted one.
    @Test func anAztecCodeHasTheLayersThatAreWanted() throws {
        let filter = CIFilter.aztecCodeGenerator()
        for length in [1, 12, 60, 120, 400, 900] {
            filter.message = Data(String(repeating: "x9", count: length).utf8)
            filter.layers = 0
            let side = try #require(filter.outputImage).extent.width
            let fitting = (1...32).filter { layers in
                filter.layers = Float(layers)
                return filter.outputImage != nil
            }
            #expect(fitting.count == 1, "\(length), \(side)")
        }
        let small = CIFilter.aztecCodeGenerator()
        small.message = Data("x".utf8)
        small.compactStyle = 1
        #expect(small.outputImage != nil)
        small.compactStyle = 0
        #expect(small.outputImage == nil)
    }

    @Test func aPDF417CodeIsRead() throws {
        let filter = CIFilter.pdf417BarcodeGenerator()
        let words = "M1DOE/JOHN            EABC123 FRAJFKAF 0022 324Y026A0001 100"
        filter.message = Data(words.utf8)
        let image = try #require(filter.outputImage)
        #expect(try text(in: image, .pdf417) == words && image.extent.width > image.extent.height)
        filter.correctionLevel = 6
        let safe = try #require(filter.outputImage)
        let (area, larger) = (image.extent.width * image.extent.height, safe.extent.width * safe.extent.height)
        #expect(larger > area)
        #expect(try text(in: safe, .pdf417) == words)
        let named = CIFilter(name: "CIPDF417BarcodeGenerator", parameters: ["inputMessage": Data(words.utf8)])
        #expect(try text(in: #require(named?.outputImage), .pdf417) == words)
        // What is made as it is wanted, and what is not.
        filter.maxWidth = 1000
        filter.minHeight = 10
        #expect(filter.outputImage != nil)
        filter.maxWidth = 20
        #expect(filter.outputImage == nil)
        filter.maxWidth = 0
        #expect(
            (1...30).filter {
                filter.dataColumns = Float($0); return filter.outputImage != nil
            }.count == 1)
        filter.dataColumns = 0
        filter.compactStyle = 1
        #expect(filter.outputImage == nil)
        filter.compactStyle = 0
        filter.correctionLevel = 9
        #expect(filter.outputImage == nil)
    }

    @Test func filesAreReadByOthers() throws {
        let picture = Pixels.colorful(160, 120)
        let context = CIContext()
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let folder = try TemporaryFolder()
        let png = folder.file("picture.png")
        try context.writePNGRepresentation(of: picture.image, to: png, format: .RGBA8, colorSpace: space)
        let decoded = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", png.path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        #expect(Pixels(160, 120, bytes: Array(decoded)) == picture)
        let image = try #require(CIImage(contentsOf: png))
        #expect(Pixels(image) == picture)
        let quality = kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption
        let jpeg = try #require(
            context.jpegRepresentation(of: picture.image, colorSpace: space, options: [quality: 0.95]))
        let file = try folder.file("picture.jpg", contents: jpeg)
        let seen = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        #expect(Pixels(160, 120, bytes: Array(seen)).psnr(picture) > 38)
        let heif = try #require(context.heifRepresentation(of: picture.image, format: .RGBA8, colorSpace: space))
        let read = try #require(CIImage(data: heif))
        #expect(try #require(Pixels(read)).psnr(picture) > 34)
        #expect(CIImage(data: Data("no picture".utf8)) == nil && CIImage(data: jpeg.prefix(300)) == nil)
        #expect(context.jpegRepresentation(of: .red, colorSpace: space) == nil)
        // There is no second picture in a file, and none in what is written.
        #expect(CIImage(data: jpeg, options: [.auxiliaryPortraitEffectsMatte: true]) == nil)
        #expect(CIImage(data: jpeg, options: [.auxiliaryPortraitEffectsMatte: false]) != nil)
        let options: [CIImageRepresentationOption: Any] = [.portraitEffectsMatteImage: picture.image]
        #expect(
            context.heifRepresentation(of: picture.image, format: .RGBA8, colorSpace: space, options: options) == nil)
    }

    /// FFmpeg turns pictures by their EXIF data, too.
    @Test(arguments: 1...8) func aFilesOrientationIsApplied(number: Int) throws {
        let folder = try TemporaryFolder()
        let picture = Pixels.colorful(160, 120)
        let file = folder.file("turned.jpg")
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        try CIContext().writeJPEGRepresentation(of: picture.image, to: file, colorSpace: space)
        try Tool.output("exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=\(number)", file.path])
        let stored = try #require(CIImage(contentsOf: file))
        #expect(stored.extent.size == CGSize(width: 160, height: 120))
        #expect(stored.properties[kCGImagePropertyOrientation] as? Int == number)
        let upright = try #require(CIImage(contentsOf: file, options: [.applyOrientationProperty: true]))
        let (width, height) = number > 4 ? (120, 160) : (160, 120)
        #expect(upright.extent == CGRect(x: 0, y: 0, width: width, height: height))
        let judged = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        #expect(try #require(Pixels(upright)).psnr(Pixels(width, height, bytes: Array(judged))) > 38)
    }
}
