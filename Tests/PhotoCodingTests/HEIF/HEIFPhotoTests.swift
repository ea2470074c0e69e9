import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import PixelCoding
import TestSupport
import Testing

@Suite struct HEIFPhotoTests {
    /// At quality 0.9 the quantizer's step is 8; a smooth picture errs by less than one.
    private static let threshold = 44.0

    @Test(
        "a frame's colors survive with its matrix and range",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8,
            kCVPixelFormatType_422YpCbCr8_yuvs,
        ], ColorReference.Matrix.allCases)
    func colorsSurvive(format: OSType, matrix: ColorReference.Matrix) throws {
        let picture = ReferencePicture(width: 160, height: 120)
        let photo = try HEIFPhoto.encode(try picture.pixelBuffer(format, matrix))
        let color = ColorReference(matrix, fullRange: PixelFormatDescription(format)?.model == .yCbCr(.full))
        #expect(try ImageProbe.decodeHEIF(photo).psnr(picture.planes(.jfif)) > Self.threshold)
        let folder = try TemporaryFolder()
        let boxes = try ImageProbe.heifBoxes(try folder.file("photo.heic", contents: photo))
        let code = [ColorReference.Matrix.rec601: 6, .rec709: 1, .rec2020: 9][matrix] ?? 0
        #expect(boxes.contains("matrix_coefficients: \(code)"))
        #expect(boxes.contains("full_range_flag: \(color.isFullRange ? 1 : 0)"))
    }

    @Test func pixelsBecomeFullRange() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let photo = try HEIFPhoto.encode(try picture.pixelBuffer(kCVPixelFormatType_32BGRA, nil))
        #expect(try ImageProbe.decodeHEIF(photo).psnr(picture.planes(.jfif)) > 42)
    }

    @Test(
        "every size is shown to the last pixel",
        arguments: [(321, 241), (33, 17), (5, 3), (64, 64), (62, 200), (1920, 1080)])
    func sizes(size: (Int, Int)) throws {
        let picture = ReferencePicture(width: size.0, height: size.1)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let decoded = try ImageProbe.decodeHEIF(try HEIFPhoto.encode(frame))
        #expect(decoded.width == size.0)
        #expect(decoded.height == size.1)
        // A picture of a few pixels is not smooth.
        #expect(decoded.luma.psnr(picture.planes(.jfif).luma) > (size.0 > 50 ? 42 : 30))
    }

    @Test("readers rotate and mirror the picture upright", arguments: PhotoMetadata.Orientation.allCases)
    func orientation(orientation: PhotoMetadata.Orientation) throws {
        let picture = ReferencePicture(width: 160, height: 96)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        var metadata = PhotoMetadata()
        metadata.orientation = orientation
        let photo = try HEIFPhoto.encode(frame, metadata: metadata)
        let shown = try ImageProbe.decodeHEIF(photo).luma
        let stored = picture.planes(.jfif).luma
        let upright = Self.upright(stored, orientation)
        #expect(shown.width == upright.width)
        #expect(shown.psnr(upright) > Self.threshold)
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.heic", contents: photo)
        #expect(try ImageProbe.metadata(of: file)["IFD0:Orientation"] as? Int == orientation.rawValue)
    }

    /// What EXIF says about the stored picture's first row and column. Source: EXIF 2.32, 4.6.4 A.
    private static func upright(
        _ stored: DecodedPicture.Component, _ orientation: PhotoMetadata.Orientation
    ) -> DecodedPicture.Component {
        let (width, height) = (stored.width, stored.height)
        let isTurned = orientation.rawValue >= 5
        let size = isTurned ? (height, width) : (width, height)
        var samples: [UInt8] = []
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (width - 1 - x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, height - 1 - x)
                    case .rightMirrored: (width - 1 - y, height - 1 - x)
                    case .left: (width - 1 - y, x)
                    }
                samples.append(stored.samples[row * width + column])
            }
        }
        return .init(width: size.0, height: size.1, samples: samples)
    }

    @Test func tenBitsAreKept() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let format = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        let frame = try picture.pixelBuffer(format, .rec2020)
        CVBufferSetAttachment(
            frame, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_2100_HLG, .shouldPropagate)
        let folder = try TemporaryFolder()
        let photo = try HEIFPhoto.encode(
            frame, bitDepth: 10, thumbnail: CMVideoDimensions(width: 80, height: 60))
        let file = try folder.file("photo.heic", contents: photo)
        let boxes = try ImageProbe.heifBoxes(file)
        #expect(boxes.contains("bit_depth_luma: 10"))
        // Main 10, which decoders in phones know.
        #expect(boxes.contains("general_profile_idc: 2"))
        #expect(boxes.contains("transfer_characteristics: 18"))
        #expect(boxes.contains("major brand: heix"))
        let pixels = folder.file("photo.png")
        try Tool.output("heif-convert", [file.path, pixels.path])
        let info = String(decoding: try Tool.output("exiftool", ["-s3", "-BitDepth", pixels.path]), as: UTF8.self)
        #expect(info.hasPrefix("16"))
    }

    @Test func eightBitFramesCanBecomeTenBitFiles() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.heic", contents: try HEIFPhoto.encode(frame, bitDepth: 10))
        #expect(try ImageProbe.heifInfo(file).contains("320x240"))
        #expect(try ImageProbe.heifBoxes(file).contains("bit_depth_luma: 10"))
    }

    @Test func theThumbnailIsPartOfTheFile() throws {
        let picture = ReferencePicture(width: 640, height: 480)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let folder = try TemporaryFolder()
        let photo = try HEIFPhoto.encode(frame, thumbnail: CMVideoDimensions(width: 160, height: 120))
        let info = try ImageProbe.heifInfo(try folder.file("photo.heic", contents: photo))
        #expect(info.contains("thumbnail: 160x120"))
    }

    @Test func metadataAreReadByExiftool() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        var metadata = PhotoMetadata()
        metadata.make = "Linux"
        metadata.exposureTime = 1.0 / 60
        metadata.location = .init(latitude: 48.2, longitude: -16.37)
        metadata.contentIdentifier = "7F1A3D2C-0000-4000-8000-0123456789AB"
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.heic", contents: try HEIFPhoto.encode(frame, metadata: metadata))
        let read = try ImageProbe.metadata(of: file)
        #expect(read["IFD0:Make"] as? String == "Linux")
        #expect(read["ExifIFD:ExifImageWidth"] as? Int == 320)
        #expect(read["Apple:MediaGroupUUID"] as? String == metadata.contentIdentifier)
        #expect(abs((read["Composite:GPSLongitude"] as? Double ?? 0) + 16.37) < 1e-6)
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func qualityDeterminesTheSize() throws {
        let picture = ReferencePicture(width: 640, height: 480)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let sizes = try [-1, 0.3, 0.6, 0.9, 1, 7].map { try HEIFPhoto.encode(frame, quality: $0).count }
        #expect(sizes == sizes.sorted())
    }

    @Test func depthCannotBecomeAPhoto() throws {
        let buffer = try CVPixelBuffer.blank(16, 16, kCVPixelFormatType_DepthFloat32)
        let error = #expect(throws: CaptureError.self) { try HEIFPhoto.encode(buffer) }
        #expect(error?.code == .formatUnsupported)
    }
}
