import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import PixelCoding
import TestSupport
import Testing
import TurboJPEG

/// Photos of frames that carry the camera's own JPEG.
@Suite struct KeptPictureTests {
    @Test func thePhotoIsTheCamerasPicture() throws {
        let frame = try frame()
        var recipe = PhotoRecipe()
        recipe.thumbnail = .init(CMVideoDimensions(width: 80, height: 60))
        recipe.metadata.orientation = .right
        let photo = try PhotoRenderer.render(frames: [frame], recipe: recipe)
        #expect(scan(of: photo) == scan(of: try #require(frame.encodedPicture)))
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.jpg", contents: photo)
        let read = try ImageProbe.metadata(of: file)
        #expect(read["IFD0:Orientation"] as? Int == 6)
        #expect(read["ExifIFD:ExifImageWidth"] as? Int == 320)
        let thumbnail = try ImageProbe.decode(try Tool.output("exiftool", ["-b", "-ThumbnailImage", file.path]))
        #expect(thumbnail.width == 80)
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func aPhotoOfAnotherSizeIsEncodedAnew() throws {
        var recipe = PhotoRecipe()
        recipe.size = .init(CMVideoDimensions(width: 160, height: 120))
        let photo = try PhotoRenderer.render(frames: [try frame()], recipe: recipe)
        #expect(try ImageProbe.decode(photo).width == 160)
    }

    @Test("a balanced photo is the camera's picture too, however dark it was", arguments: [nil, 100, 1600] as [Float?])
    func balanced(iso: Float?) throws {
        let frames = try (0..<3).map { _ in try frame() }
        var recipe = PhotoRecipe()
        recipe.priority = .balanced
        recipe.reference = 1
        recipe.iso = iso
        let photo = try PhotoRenderer.render(frames: frames, recipe: recipe)
        #expect(scan(of: photo) == scan(of: try #require(frames[1].encodedPicture)))
    }

    @Test func changingMetadataKeepsTheThumbnail() throws {
        let frame = try frame()
        var recipe = PhotoRecipe()
        recipe.thumbnail = .init(CMVideoDimensions(width: 80, height: 60))
        let compressed = try PhotoRenderer.compress(try #require(frame.imageBuffer), of: frame, recipe)
        var metadata = PhotoMetadata()
        metadata.model = "Other"
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.jpg", contents: try compressed.file(metadata: metadata))
        let thumbnail = try ImageProbe.decode(try Tool.output("exiftool", ["-b", "-ThumbnailImage", file.path]))
        #expect(thumbnail.width == 80 && thumbnail.height == 60)
        #expect(try ImageProbe.metadata(of: file)["IFD0:Model"] as? String == "Other")
    }

    @Test func anHEICPhotoIsEncodedAnew() throws {
        var recipe = PhotoRecipe()
        recipe.codec = .heic
        let photo = try PhotoRenderer.render(frames: [try frame()], recipe: recipe)
        #expect(try ImageProbe.decodeHEIF(photo).width == 320)
    }

    @Test func changedFramesDoNotCarryThePicture() throws {
        let frame = try frame()
        let turned = try FrameConverter().convert(frame, to: FrameConverter.Target(rotation: 90))
        #expect(turned.encodedPicture == nil)
        #expect(frame.encodedPicture != nil)
    }

    /// Of what a camera or a file damaged on the way, the photo holds what was decoded, in a file without a fault.
    @Test func aDamagedPictureIsNotKept() throws {
        let frame = try frame()
        let whole = try #require(frame.encodedPicture)
        let start = try #require(whole.withUnsafeBytes { Array(JPEGSegments($0)) }.last).range.upperBound
        var random = SeededRandomness()
        var photos = Data()
        var kept = 0
        for _ in 0..<100 {
            var damaged = whole
            switch Int.random(in: 0..<4, using: &random) {
            case 0: damaged = whole.prefix(Int.random(in: start..<whole.count - 2, using: &random))
            case 1: damaged.insert(contentsOf: [0, 0, 0], at: Int.random(in: start..<whole.count, using: &random))
            case 2:
                let place = Int.random(in: start..<whole.count - 40, using: &random)
                damaged.removeSubrange(place..<place + 30)
            default:
                for _ in 0..<8 {
                    damaged[Int.random(in: start..<whole.count, using: &random)] ^= UInt8.random(
                        in: 1...255, using: &random)
                }
            }
            frame.encodedPicture = damaged
            let photo = try PhotoRenderer.render(frames: [frame], recipe: PhotoRecipe())
            if damaged.count > start, scan(of: photo)?.suffix(100) == damaged.suffix(100) { kept += 1 }
            photos.append(photo)
        }
        // Another decoder, which stops at the first fault.
        let folder = try TemporaryFolder()
        let file = try folder.file("photos.mjpeg", contents: photos)
        let output = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-xerror", "-err_detect", "explode", "-f", "mjpeg", "-i", file.path, "-f", "framemd5",
                "-",
            ])
        let count = output.text.split(separator: "\n").count { !$0.hasPrefix("#") }
        #expect(output.status == 0 && output.standardError.isEmpty && count == 100, "\(count): \(output.standardError)")
        // Some damage is another picture, without a fault.
        #expect(kept < 40)
    }

    /// Whoever decoded it has looked already: a camera's photo is not decoded twice.
    @Test func aPictureThatIsKnownToBeWholeIsNotLookedAtAgain() throws {
        let frame = try frame()
        var damaged = try #require(frame.encodedPicture)
        damaged.insert(contentsOf: [0, 0, 0], at: damaged.count - 100)
        frame.attachWholePicture(damaged)
        let photo = try PhotoRenderer.render(frames: [frame], recipe: PhotoRecipe())
        #expect(scan(of: photo) == scan(of: damaged))
    }

    private func frame() throws -> CMSampleBuffer {
        let buffer = try ReferencePicture(width: 320, height: 240)
            .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let frame = try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
        frame.encodedPicture = try JPEGPhoto.encode(buffer, quality: 0.7)
        return frame
    }

    /// The compressed data, with their header.
    private func scan(of jpeg: Data) -> Data? {
        let segments = jpeg.withUnsafeBytes { Array(JPEGSegments($0)) }
        return segments.last.map { Data(jpeg[$0.range.lowerBound...]) }
    }
}
