@_spi(Linux) import AVFoundation
import CoreMedia
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// The formats of photos, as read by other programs.
    @Suite struct PhotoFormatTests {
        @Test func aHEICPhotoHasTheColorsOfTheFrame() throws {
            let studio = try PhotoStudio()
            let (photo, pixels) = try Self.photos(of: studio) { .heic }
            let (file, folder) = try photo.file()
            let info = try withExtendedLifetime(folder) { try ImageProbe.heifInfo(file) }
            #expect(info.contains("640x480"))
            #expect(try photo.fileMetadata()["File:FileType"] as? String == "HEIC")
            let decoded = try ImageProbe.decodeHEIF(try #require(photo.fileDataRepresentation()))
            #expect(decoded.luma.psnr(FrameReference.jfifLuma(of: pixels)) > 36)
            #expect(decoded.psnr(FrameReference.jfif(of: pixels)) > 32)
        }

        /// A photo and an uncompressed one of the same frame.
        private static func photos(
            of studio: PhotoStudio, _ settings: () -> AVCapturePhotoSettings
        ) throws -> (AVCapturePhoto, CVPixelBuffer) {
            // Two presses in a row sometimes get different frames.
            try outcome {
                let one = studio.press(settings())
                let two = studio.press(.pixels(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
                let photo = try #require(one.finished()?.photos.first)
                let pixels = try #require(two.finished()?.photos.first)
                return photo.timestamp == pixels.timestamp ? (photo, try #require(pixels.pixelBuffer)) : nil
            }
        }

        @Test func framesOfTenBitsBecomeHEICOfTenBits() throws {
            let studio = try PhotoStudio(pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
            let photo = try studio.photo(.heic)
            let (file, folder) = try photo.file()
            let boxes = try withExtendedLifetime(folder) { try ImageProbe.heifBoxes(file) }
            #expect(boxes.contains("bit_depth_luma: 10"))
            #expect(try photo.reading().orientation == .upright)
            // JPEG has eight bits, whatever the frames have.
            #expect(try studio.photo().reading().orientation == .upright)
        }

        @Test func framesOfTenBitsBecomePixelsAndPreviewsToo() throws {
            let tenBits = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            let studio = try PhotoStudio(pixelFormat: tenBits)
            #expect(studio.output.availablePhotoPixelFormatTypes.first == tenBits)
            for format in studio.output.availablePhotoPixelFormatTypes {
                let pixels = try #require(try studio.photo(.pixels(format)).pixelBuffer)
                #expect(CVPixelBufferGetPixelFormatType(pixels) == format)
            }
            for settings in [AVCapturePhotoSettings(), .heic] {
                #expect(!settings.availablePreviewPhotoPixelFormatTypes.isEmpty)
                for format in settings.availablePreviewPhotoPixelFormatTypes {
                    let photo = try studio.photo(
                        AVCapturePhotoSettings(from: settings).with {
                            $0.croppedAspectRatio = 1
                            $0.previewPhotoFormat = [
                                kCVPixelBufferPixelFormatTypeKey as String: format,
                                kCVPixelBufferWidthKey as String: 320,
                            ]
                        })
                    let preview = try #require(photo.previewPixelBuffer)
                    #expect(CVPixelBufferGetPixelFormatType(preview) == format)
                    #expect(CVPixelBufferGetWidth(preview) == 320 && CVPixelBufferGetHeight(preview) == 320)
                    #expect(photo.previewCGImageRepresentation()?.width == 320)
                }
            }
        }

        @Test(arguments: [CGFloat(1e300), 1e4, .infinity]) func theNarrowestPhotoHasPixels(_ ratio: CGFloat) throws {
            let studio = try PhotoStudio()
            let photo = try studio.photo(AVCapturePhotoSettings().with { $0.croppedAspectRatio = ratio })
            let size = photo.resolvedSettings.photoDimensions
            #expect(size.height >= 2)
            #expect(try photo.fileMetadata()["File:ImageHeight"] as? Int == Int(size.height))
        }

        @Test func keptRawPhotosHoldNoBuffersOfTheCamera() throws {
            let studio = try PhotoStudio()
            let raw = try #require(studio.output.availableRawPhotoPixelFormatTypes.first)
            // More than the camera has buffers; the files are not kept, because they are large.
            let kept = try (0..<20).map { _ in
                try #require(try studio.photo(AVCapturePhotoSettings(rawPixelFormatType: raw)).pixelBuffer)
            }
            #expect(Set(kept.map(ObjectIdentifier.init)).count == 20)
        }

        @Test func aRawPhotoIsADNGOfTheWholeSensor() throws {
            let studio = try PhotoStudio()
            let raw = try #require(studio.output.availableRawPhotoPixelFormatTypes.first)
            #expect(AVCapturePhotoOutput.isBayerRAWPixelFormat(raw))
            let record = try studio.take(
                AVCapturePhotoSettings(rawPixelFormatType: raw).with {
                    $0.metadata = ["{TIFF}": ["Artist": "Ada"]]
                    $0.rawEmbeddedThumbnailPhotoFormat = [
                        AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 320,
                    ]
                })
            let photo = try #require(record.photos.first)
            #expect(record.error == nil && record.photos.count == 1 && photo.isRawPhoto)
            #expect(photo.pixelBuffer.map { CVPixelBufferGetPixelFormatType($0) } == raw)
            #expect(photo.resolvedSettings.rawPhotoDimensions.width == 4032)
            #expect(photo.resolvedSettings.photoDimensions.width == 0)
            let (file, folder) = try photo.file("photo.dng")
            let metadata = try ImageProbe.metadata(of: file)
            #expect(metadata["File:FileType"] as? String == "DNG")
            #expect(metadata["IFD0:Artist"] as? String == "Ada")
            // LibRaw develops the file, and finds the preview for programs that cannot.
            #expect(try Self.developed(file).orientation == .upright)
            try Tool.output("simple_dcraw", ["-e", file.path])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            let preview = try #require(names.first { $0.hasSuffix(".jpg") })
            #expect(try ImageProbe.decode(folder.file(preview)).width == 320)
        }

        @Test func aCroppedRawPhotoKeepsTheSensorAndSaysWhatToShow() throws {
            let studio = try PhotoStudio()
            let raw = try #require(studio.output.availableRawPhotoPixelFormatTypes.first)
            let record = try studio.take(
                AVCapturePhotoSettings(
                    rawPixelFormatType: raw, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg]
                ).with { $0.croppedAspectRatio = 1 })
            #expect(record.error == nil && record.photos.count == 2)
            #expect(record.resolved?.rawPhotoDimensions.width == 4032)
            let thumbnail = try #require(record.resolved).rawEmbeddedThumbnailDimensions
            #expect(thumbnail.width == 756 && thumbnail.height == 756)
            let (file, folder) = try #require(record.photos.first).file("photo.dng")
            let metadata = try ImageProbe.metadata(of: file)
            #expect(metadata["SubIFD:DefaultUserCrop"] as? String == "0 0.125 1 0.875")
            #expect(metadata["SubIFD:ImageWidth"] as? Int == 4032)
            #expect(try ImageProbe.validation(of: file) == "OK")
            #expect(try Self.developed(file).orientation == .upright)
            try Tool.output("simple_dcraw", ["-e", file.path])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            let preview = try ImageProbe.decode(folder.file(try #require(names.first { $0.hasSuffix(".jpg") })))
            let photo = try ImageProbe.decode(try #require(record.photos.last?.fileDataRepresentation()))
            try #require(preview.width == 756 && preview.height == 756)
            try #require(photo.width == photo.height)
            // The preview shows what the processed photo shows, cut and not squeezed. Each step is a different gray.
            for step in [3, 5, 7] {
                let region = SceneLayout.grayStep(step)
                let part = SceneRegion(
                    x: (region.x - 0.125) / 0.75, y: region.y, width: region.width / 0.75, height: region.height)
                // The means are free of the sensor's noise; the steps differ by 20 and more.
                #expect(abs(Self.meanLuma(of: preview, in: part) - Self.meanLuma(of: photo, in: part)) < 4)
            }
        }

        private static func meanLuma(of picture: DecodedPicture, in region: SceneRegion) -> Double {
            let area = region.pixels(inWidth: picture.width, height: picture.height)
            var sum = 0
            for y in area.y..<area.y + area.height {
                for x in area.x..<area.x + area.width { sum += Int(picture.luma.samples[y * picture.width + x]) }
            }
            return Double(sum) / Double(area.width * area.height)
        }

        @Test("RAW comes before the processed photo of the same exposure", arguments: [AVVideoCodecType.jpeg, .hevc])
        func rawWithProcessed(codec: AVVideoCodecType) throws {
            let studio = try PhotoStudio()
            let raw = try #require(studio.output.availableRawPhotoPixelFormatTypes.first)
            let record = try studio.take(
                AVCapturePhotoSettings(rawPixelFormatType: raw, processedFormat: [AVVideoCodecKey: codec]))
            #expect(record.error == nil && record.resolved?.expectedPhotoCount == 2)
            #expect(record.photos.map(\.isRawPhoto) == [true, false])
            #expect(record.photos.map(\.photoCount) == [1, 2])
            #expect(record.photos.first?.timestamp == record.photos.last?.timestamp)
            let (file, folder) = try #require(record.photos.first).file("photo.dng")
            let reading = try withExtendedLifetime(folder) { try Self.developed(file) }
            #expect(reading.frameNumber == (try record.photos.last?.reading().frameNumber))
        }

        /// What the blocks say in a RAW photo of the whole sensor, as LibRaw develops it at half its size.
        private static func developed(_ file: URL) throws -> SceneReader.Reading {
            let picture = try Tool.output("dcraw_emu", ["-h", "-w", "-Z", "-", file.path])
            let header = String(decoding: picture.prefix(20), as: UTF8.self).split(separator: "\n")
            try #require(Array(header.prefix(3)) == ["P6", "2016 1512", "255"])
            let start = header.prefix(3).reduce(3) { $0 + $1.utf8.count }
            let reading = picture.withUnsafeBytes { bytes in
                // Green, the second of the three.
                bytes.baseAddress.flatMap {
                    SceneReader.read(
                        luma: $0 + start + 1, bytesPerRow: 3 * 2016, width: 2016, height: 1512, bytesPerPixel: 3)
                }
            }
            return try #require(reading)
        }

        @Test func uncompressedPhotosAreBuffersOfTheirOwn() throws {
            let studio = try PhotoStudio()
            let formats = studio.output.availablePhotoPixelFormatTypes
            #expect(formats.contains(kCVPixelFormatType_32BGRA) && formats.count >= 3)
            for format in formats {
                let photo = try studio.photo(.pixels(format))
                let buffer = try #require(photo.pixelBuffer)
                #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
                #expect(CVPixelBufferGetWidth(buffer) == 640 && CVPixelBufferGetHeight(buffer) == 480)
                #expect(photo.fileDataRepresentation() == nil)
                #expect(photo.cgImageRepresentation()?.width == 640)
                #expect(try photo.reading().orientation == .upright)
            }
        }

        @Test func manyUncompressedPhotosTakeNoFramesFromTheCamera() throws {
            let studio = try PhotoStudio()
            let kept = try (0..<40).map { _ in
                try studio.photo(.pixels(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
            }
            #expect(Set(kept.compactMap { $0.pixelBuffer.map { ObjectIdentifier($0) } }).count == 40)
        }

        // MARK: Pictures inside and beside

        @Test("a thumbnail is inside the file", arguments: [AVVideoCodecType.jpeg, .hevc])
        func thumbnail(codec: AVVideoCodecType) throws {
            let studio = try PhotoStudio()
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: codec])
            settings.embeddedThumbnailPhotoFormat = [
                AVVideoCodecKey: settings.availableEmbeddedThumbnailPhotoCodecTypes[0], AVVideoWidthKey: 160,
                AVVideoHeightKey: 160,
            ]
            let photo = try studio.photo(settings)
            let size = photo.resolvedSettings.embeddedThumbnailDimensions
            #expect(size.width == 160 && size.height == 120)
            #expect(photo.embeddedThumbnailPhotoFormat?[AVVideoWidthKey] as? Int == 160)
            let (file, folder) = try photo.file()
            try withExtendedLifetime(folder) {
                if codec == .jpeg {
                    let thumbnail = try Tool.output("exiftool", ["-b", "-ThumbnailImage", file.path])
                    #expect(try ImageProbe.decode(thumbnail).width == 160)
                } else {
                    #expect(try ImageProbe.heifInfo(file).contains("160x120"))
                }
            }
        }

        @Test func aPreviewAndAnImageComeWithAPhoto() throws {
            let studio = try PhotoStudio()
            for settings in [AVCapturePhotoSettings(), .heic] {
                settings.previewPhotoFormat = [
                    kCVPixelBufferPixelFormatTypeKey as String: settings.availablePreviewPhotoPixelFormatTypes[0],
                    kCVPixelBufferWidthKey as String: 320, kCVPixelBufferHeightKey as String: 320,
                ]
                let photo = try studio.photo(settings)
                let preview = try #require(photo.previewPixelBuffer)
                #expect(CVPixelBufferGetWidth(preview) == 320 && CVPixelBufferGetHeight(preview) == 240)
                #expect(photo.resolvedSettings.previewDimensions.height == 240)
                #expect(photo.previewCGImageRepresentation()?.width == 320)
                #expect(photo.cgImageRepresentation()?.height == 480)
            }
        }

        @Test func anImageIsAsTheSensorSawItWhateverTheRotation() throws {
            let studio = try PhotoStudio()
            studio.output.connection(with: .video)?.videoRotationAngle = 90
            for settings in [AVCapturePhotoSettings(), .heic] {
                let photo = try studio.photo(settings)
                #expect(photo.cgImageRepresentation()?.width == 640)
                #expect(try photo.reading().orientation == .upright)
                #expect(try photo.fileMetadata()["IFD0:Orientation"] as? Int == 6)
            }
        }

        // MARK: Size

        @Test func aPhotoOfTwelveMegapixelsLeavesTheStreamAsItIs() throws {
            let frames = FrameSizes()
            let studio = try PhotoStudio(preset: .hd1280x720, outputs: [frames.output])
            let sizes = studio.camera.activeFormat.supportedMaxPhotoDimensions
            let largest = try #require(sizes.last)
            #expect(largest.width == 4032 && largest.height == 3024)
            #expect(studio.output.maxPhotoDimensions.width == 1280)
            studio.output.maxPhotoDimensions = largest
            #expect(try studio.photo().resolvedSettings.photoDimensions.width == 4032)
            for size in sizes {
                let photo = try studio.photo(AVCapturePhotoSettings().with { $0.maxPhotoDimensions = size })
                #expect(photo.resolvedSettings.photoDimensions.width == size.width)
                let metadata = try photo.fileMetadata()
                #expect(metadata["File:ImageWidth"] as? Int32 == size.width)
                #expect(metadata["File:ImageHeight"] as? Int32 == size.height)
            }
            #expect(frames.sizes == [1280])
        }
    }
}

/// The widths of all frames that a data output delivers.
private final class FrameSizes: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let seen = Mutex<Set<Int32>>([])
    let output = AVCaptureVideoDataOutput()

    override init() {
        super.init()
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "frame sizes"))
    }

    var sizes: Set<Int32> { seen.withLock { $0 } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let width = sample.formatDescription?.dimensions.width else { return }
        seen.withLock { _ = $0.insert(width) }
    }
}
