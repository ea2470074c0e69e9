import CoreImage
import CoreImage.CIFilterBuiltins
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Colors, against FFmpeg's filters, and BT.601, BT.709 and BT.2020 in floating point.
@Suite struct ColorTests {
    private let picture = Pixels.colorful(240, 130)

    /// What three rows of three factors make of the picture's light.
    private func ffmpeg(linear matrix: [Double]) throws -> Pixels {
        let names = ["rr", "rg", "rb", "gr", "gg", "gb", "br", "bg", "bb"]
        let options = zip(names, matrix).map { "\($0)=\($1)" }.joined(separator: ":")
        return try picture.ffmpeg("colorchannelmixer=\(options)", inLight: true)
    }

    @Test func aColorOfGraphicsIsTheSameHere() {
        let color = CIColor(cgColor: CGColor(red: 0.25, green: 0.5, blue: 1, alpha: 0.75))
        #expect([color.red, color.green, color.blue, color.alpha] == [0.25, 0.5, 1, 0.75])
        let gray = CIColor(cgColor: CGColor(gray: 0.5, alpha: 0.25))
        #expect([gray.red, gray.green, gray.blue, gray.alpha] == [0.5, 0.5, 0.5, 0.25])
    }

    @Test func anUnfilteredPictureKeepsItsBytes() throws {
        #expect(Pixels(picture.image) == picture)
        #expect(Pixels(picture.image, CIContext(options: [.workingColorSpace: NSNull()])) == picture)
        let clear = Pixels(64, 64) { x, y in [UInt8(x), UInt8(x / 2), 0, UInt8(64 + x * 2)] }
        #expect(try #require(Pixels(clear.image)).largestDifference(clear) <= 1)
    }

    @Test func aMatrixWorksOnLight() throws {
        let matrix = [0.5, 0.3, 0.1, 0.2, 0.6, 0.1, 0, 0.2, 0.7]
        func row(_ index: Int) -> CIVector {
            CIVector(x: matrix[3 * index], y: matrix[3 * index + 1], z: matrix[3 * index + 2], w: 0)
        }
        let image = picture.image.applyingFilter(
            "CIColorMatrix", parameters: ["inputRVector": row(0), "inputGVector": row(1), "inputBVector": row(2)])
        #expect(try #require(Pixels(image)).largestDifference(ffmpeg(linear: matrix)) <= 1)
    }

    @Test func saturationKeepsLuminance() throws {
        let image = picture.image.applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 0.25])
        let shares = [0.2126, 0.7152, 0.0722]
        let matrix = (0..<9).map { (place: Int) -> Double in
            let own = place / 3 == place % 3 ? 0.25 : 0
            return shares[place % 3] * 0.75 + own
        }
        #expect(try #require(Pixels(image)).largestDifference(ffmpeg(linear: matrix)) <= 1)
    }

    @Test func exposureIsInStops() throws {
        let image = picture.image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: -1])
        #expect(try #require(Pixels(image)).largestDifference(ffmpeg(linear: [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5])) <= 1)
    }

    @Test func invertingTwiceChangesNothing() throws {
        let once = picture.image.applyingFilter("CIColorInvert")
        #expect(try #require(Pixels(once)).bytes != picture.bytes)
        #expect(try #require(Pixels(once.applyingFilter("CIColorInvert"))).largestDifference(picture) <= 1)
    }

    @Test func withoutManagementFiltersWorkOnCodes() throws {
        let context = CIContext(options: [.workingColorSpace: NSNull()])
        let image = picture.image.applyingFilter("CIColorInvert")
        let inverted = try #require(Pixels(image, context))
        #expect(
            inverted
                == Pixels(picture.width, picture.height) { x, y in
                    picture.at(x, y).prefix(3).map { 255 - $0 } + [255]
                })
    }

    @Test(
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
            kCVPixelFormatType_32BGRA,
        ], ColorReference.Matrix.allCases)
    func framesOfCamerasHaveTheirColors(format: OSType, matrix: ColorReference.Matrix) throws {
        let reference = ReferencePicture(width: 102, height: 77)
        let image = CIImage(cvPixelBuffer: try reference.pixelBuffer(format, matrix))
        #expect(image.extent == CGRect(x: 0, y: 0, width: 102, height: 77))
        let wanted = Pixels.colorful(102, 77)
        // Chroma is at half the resolution of the gradients: up to 2 % of a color from one pixel to the next.
        #expect(try #require(Pixels(image)).psnr(wanted) > 36)
        let part = CGRect(x: 31, y: 20, width: 40, height: 33)
        #expect(Pixels(image, in: part) == (try #require(Pixels(image))).part(31, 24, 40, 33))
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB,
        kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_128RGBAFloat,
    ]) func whatIsRenderedIntoABufferIsReadBack(format: OSType) throws {
        let wanted = Pixels.colorful(102, 76)
        let buffer = try CVPixelBuffer.blank(102, 76, format)
        CIContext().render(wanted.image, to: buffer)
        #expect(try #require(Pixels(CIImage(cvPixelBuffer: buffer))).psnr(wanted) > 38)
    }

    @Test func onlyThePartOfABufferIsWritten() throws {
        let wanted = Pixels.colorful(60, 40)
        let buffer = try CVPixelBuffer.blank(60, 40, kCVPixelFormatType_32BGRA)
        CIContext().render(
            wanted.image, to: buffer, bounds: CGRect(x: 10, y: 5, width: 20, height: 10),
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        let result = try #require(Pixels(CIImage(cvPixelBuffer: buffer)))
        #expect(result.part(0, 30, 20, 10) == wanted.part(10, 25, 20, 10))
        #expect(result.at(20, 35) == [0, 0, 0, 0] && result.at(5, 29) == [0, 0, 0, 0])
    }

    /// Linear sRGB is the working space: 0.2 of light is code 124 of 255 in sRGB, and 51 as it is.
    @Test func withoutAColorSpaceTheValuesOfTheWorkingSpaceAreWritten() throws {
        let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        let color = try #require(CIColor(red: 0.2, green: 1.5, blue: 0, colorSpace: linear))
        let image = CIImage(color: color)
        let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
        for options in [nil, [.outputColorSpace: CGColorSpace(name: CGColorSpace.sRGB)!]] as [[CIContextOption: Any]?] {
            let context = CIContext(options: options)
            var floats = [Float](repeating: 0, count: 4)
            context.render(image, toBitmap: &floats, rowBytes: 16, bounds: pixel, format: .RGBAf, colorSpace: nil)
            #expect(abs(floats[0] - 0.2) < 1e-5 && abs(floats[1] - 1.5) < 1e-5 && floats[2...] == [0, 1])
            var bytes = [UInt8](repeating: 0, count: 4)
            context.render(image, toBitmap: &bytes, rowBytes: 4, bounds: pixel, format: .RGBA8, colorSpace: nil)
            #expect(bytes == [51, 255, 0, 255])
            context.render(
                image, toBitmap: &bytes, rowBytes: 4, bounds: pixel, format: .RGBA8,
                colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
            #expect(bytes == [124, 255, 0, 255])
            let buffer = try CVPixelBuffer.blank(1, 1, kCVPixelFormatType_32RGBA)
            func first() -> UInt8 { buffer.withPlanes { $0[0].base.load(as: UInt8.self) } }
            context.render(image, to: buffer, bounds: pixel, colorSpace: nil)
            #expect(first() == 51)
            context.render(image, to: buffer)
            #expect(first() == 124)
        }
    }

    @Test func notANumberIsBlack() throws {
        let buffer = try CVPixelBuffer.blank(1, 1, kCVPixelFormatType_128RGBAFloat)
        let light = SIMD4<Float>(.nan, -.nan, 0.2, 1)
        buffer.withPlanes { $0[0].base.storeBytes(of: light, as: SIMD4<Float>.self) }
        var codes = [Float](repeating: 1, count: 4)
        CIContext().render(
            CIImage(cvPixelBuffer: buffer), toBitmap: &codes, rowBytes: 16,
            bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBAf,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        #expect(codes[0] == 0 && codes[1] == 0 && abs(codes[2] - 124 / 255) < 0.002 && codes[3] == 1)
    }

    /// A buffer's attachments say what its values mean; the context's output space is that of images.
    @Test func aBufferIsRenderedInItsOwnSpace() throws {
        let buffer = try CVPixelBuffer.blank(1, 1, kCVPixelFormatType_32RGBA)
        let space = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let gray = Pixels(1, 1) { _, _ in [124, 124, 124, 255] }
        CIContext(options: [.outputColorSpace: space]).render(gray.image, to: buffer)
        #expect(buffer.withPlanes { $0[0].base.load(as: UInt8.self) } == 124)
    }

    /// Rows share their chroma in pairs.
    @Test(arguments: [10, 11])
    func onlyTheRowsOfAPartAreWrittenWhereChromaIsShared(_ height: Int) throws {
        let buffer = try CVPixelBuffer.blank(64, 40, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        CIContext().render(CIImage(color: .white), to: buffer)
        CIContext().render(
            CIImage(color: .black), to: buffer, bounds: CGRect(x: 0, y: 0, width: 64, height: height), colorSpace: nil)
        let luma = buffer.withPlanes { planes in
            (0..<40).map { planes[0].base.load(fromByteOffset: $0 * planes[0].bytesPerRow + 20, as: UInt8.self) }
        }
        #expect(luma[..<(40 - height - height % 2)].allSatisfy { $0 == 255 })
        #expect(luma[(40 - height)...].allSatisfy { $0 == 0 })
    }

    @Test func aBlurIsFFmpegs() throws {
        let picture = Pixels.detailed(400, 320)
        for sigma in [1.5, 3, 6, 12.5, 30] {
            let image = picture.image.clampedToExtent().applyingGaussianBlur(sigma: sigma)
            let judged = try picture.ffmpeg("gblur=sigma=\(sigma):steps=6", inLight: true)
            let blurred = try #require(Pixels(image, in: picture.image.extent))
            // FFmpeg's blur takes what is beyond the edges for something else.
            let border = Int(3 * sigma)
            func inner(_ pixels: Pixels) -> Pixels {
                pixels.part(border, border, 400 - 2 * border, 320 - 2 * border)
            }
            #expect(inner(blurred).psnr(inner(judged)) > 40, "sigma \(sigma)")
        }
        let soft = picture.image.applyingGaussianBlur(sigma: 4)
        #expect(soft.extent == CGRect(x: -12, y: -12, width: 424, height: 344))
    }

    @Test(arguments: [
        ("CIMultiplyBlendMode", "multiply"), ("CIScreenBlendMode", "screen"), ("CIOverlayBlendMode", "overlay"),
        ("CIDarkenBlendMode", "darken"), ("CILightenBlendMode", "lighten"), ("CIDifferenceBlendMode", "difference"),
        ("CIExclusionBlendMode", "exclusion"), ("CIHardLightBlendMode", "hardlight"),
    ]) func blendModesAreFFmpegs(name: String, mode: String) throws {
        let upper = Pixels.detailed(120, 90)
        let lower = Pixels.colorful(120, 90)
        let image = upper.image.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: lower.image])
        let judged = try lower.ffmpeg("blend=all_mode=\(mode)", with: upper, inLight: true)
        #expect(try #require(Pixels(image)).largestDifference(judged) <= 1)
    }

    /// W3C, Compositing and Blending Level 1, 10.2, worked out for two pairs of codes without color management; a vivid
    /// light burns or dodges with twice the color, a linear one adds it.
    @Test func blendModesOfColorsAreThoseOfTheWeb() throws {
        let upper = Pixels(2, 2) { x, y in y == 1 ? [0, 0, 0, 0] : x == 0 ? [204, 51, 26, 255] : [26, 230, 153, 255] }
        let lower = Pixels(2, 2) { x, _ in x == 0 ? [77, 128, 230, 255] : [242, 217, 26, 255] }
        let unmanaged = CIContext(options: [.workingColorSpace: NSNull(), .outputColorSpace: NSNull()])
        for (filter, first, second) in [
            (CIFilter.hueBlendMode(), [218, 87, 65], [104, 255, 198]),
            (CIFilter.saturationBlendMode(), [69, 129, 247], [240, 216, 36]),
            (CIFilter.colorBlendMode(), [234, 81, 56], [104, 255, 198]),
            (CIFilter.luminosityBlendMode(), [47, 98, 200], [195, 173, 0]),
            (CIFilter.vividLightBlendMode(), [192, 0, 132], [191, 255, 32]),
            (CIFilter.linearLightBlendMode(), [230, 0, 27], [39, 255, 77]),
        ] as [(any CIFilter & CICompositeOperation, [Int], [Int])] {
            (filter.inputImage, filter.backgroundImage) = (upper.image, lower.image)
            let image = try #require(filter.outputImage)
            let mixed = try #require(Pixels(image, unmanaged))
            for (x, color) in [(0, first), (1, second)] {
                let found = mixed.at(x, 0)
                #expect(zip(found, color).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(filter.name): \(found)")
                // Nothing over a color leaves it.
                #expect(mixed.at(x, 1) == lower.at(x, 1))
            }
        }
    }

    @Test func anAverageIsOfLight() throws {
        let image = picture.image.applyingFilter(
            "CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(x: 0, y: 0, z: 120, w: 130)])
        #expect(image.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
        let average = try #require(Pixels(image))
        for part in 0..<3 {
            var sum = 0.0
            for y in 0..<130 {
                for x in 0..<120 {
                    let code = Double(picture.at(x, y)[part]) / 255
                    sum += code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
                }
            }
            let code = 1.055 * pow(sum / (120 * 130), 1 / 2.4) - 0.055
            #expect(abs(Double(average.bytes[part]) - 255 * code) < 0.6)
        }
    }

    @Test func aMaskChoosesBetweenPictures() throws {
        let mask = Pixels(240, 130) { x, _ in x < 100 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        let other = Pixels.detailed(240, 130)
        let image = picture.image.applyingFilter(
            "CIBlendWithMask",
            parameters: [kCIInputBackgroundImageKey: other.image, kCIInputMaskImageKey: mask.image])
        let result = try #require(Pixels(image))
        #expect(result.part(0, 0, 100, 130) == picture.part(0, 0, 100, 130))
        #expect(result.part(100, 0, 140, 130) == other.part(100, 0, 140, 130))
    }

    /// ITU-R BT.2408: HLG's code of 75 % and PQ's of 58 % are white; beyond, 8 bits clip. Half of HLG's codes is 0.3145 of
    /// white.
    @Test(arguments: [
        (kCVImageBufferTransferFunction_ITU_R_2100_HLG, 0.75, 255.0),
        (kCVImageBufferTransferFunction_ITU_R_2100_HLG, 0.5, 152.1),
        (kCVImageBufferTransferFunction_ITU_R_2100_HLG, 1, 255),
        (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, 0.5807, 255),
    ]) func brightFramesBecomeLight(transfer: CFString, code: Double, wanted: Double) throws {
        let buffer = try CVPixelBuffer.blank(64, 64, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, transfer, .shouldPropagate)
        CVBufferSetAttachment(
            buffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020, .shouldPropagate)
        let luma = UInt16((64 + 876 * code).rounded()) << 6
        for (plane, value) in [(0, luma), (1, UInt16(512 << 6))] {
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            let count = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            base.assumingMemoryBound(to: UInt16.self).update(repeating: value, count: count / 2)
        }
        let pixel = try #require(Pixels(CIImage(cvPixelBuffer: buffer))).at(30, 30)
        #expect(pixel.prefix(3).allSatisfy { abs(Double($0) - wanted) < 1.5 })
    }
}
