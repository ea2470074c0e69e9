import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import PhotoCoding

extension PhotoFileFormat.ID {
    fileprivate static let ppm = Self(rawValue: "ppm")
}

extension PhotoFileFormat {
    /// A portable pixmap, which loses nothing: all that a format takes to be photographed in.
    fileprivate static let ppm = PhotoFileFormat(
        id: .ppm, type: "public.pbm",
        encoding: .picture(PictureEncoding(codec: "ppm ") { photo throws(CaptureError) in try Pixmap(photo.picture) }))
}

private struct Pixmap: CompressedPhoto {
    private let data: Data

    init(_ picture: CVPixelBuffer) throws(CaptureError) {
        guard CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA else {
            throw CaptureError(.formatUnsupported, "only red, green and blue")
        }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        var data = Data("P6 \(width) \(height) 255\n".utf8)
        picture.withPlanes { planes in
            for row in 0..<height {
                for column in 0..<width {
                    let pixel = planes[0].base + row * planes[0].bytesPerRow + column * 4
                    for place in [2, 1, 0] { data.append(pixel.load(fromByteOffset: place, as: UInt8.self)) }
                }
            }
        }
        self.data = data
    }

    func file(
        metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture], isFirst: Bool
    ) throws(CaptureError) -> Data { data }
}

/// A format is a value: photos are made in one that only this file knows, as in the others.
@Suite struct PhotoFileFormatTests {
    let formats = PhotoFileFormat.all + [.ppm]

    private func frame() throws -> CMSampleBuffer {
        let buffer = try ReferencePicture(width: 64, height: 48).pixelBuffer(kCVPixelFormatType_32BGRA, nil)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
    }

    @Test func aFormatMoreIsAValueMore() throws {
        var recipe = PhotoRecipe()
        recipe.codec = .ppm
        // As a photo that is made later by another process.
        recipe = try JSONDecoder().decode(PhotoRecipe.self, from: JSONEncoder().encode(recipe))
        let frame = try frame()
        let photo = try PhotoRenderer.render(frames: [frame], recipe: recipe, formats: formats)
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.ppm", contents: photo)
        let decoded = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "bgra", "-"])
        let buffer = try #require(frame.imageBuffer)
        let expected = buffer.withPlanes { planes in
            (0..<48).reduce(into: Data()) { rows, row in
                let base = planes[0].base + row * planes[0].bytesPerRow
                rows.append(base.assumingMemoryBound(to: UInt8.self), count: 64 * 4)
            }
        }
        #expect(decoded.count == 64 * 48 * 4)
        #expect(zip(decoded, expected).enumerated().allSatisfy { $0 % 4 == 3 || $1.0 == $1.1 })
    }

    @Test func aFormatThatIsNotInTheListIsAnError() throws {
        var recipe = PhotoRecipe()
        recipe.codec = .ppm
        let frames = [try frame()]
        let error = #expect(throws: CaptureError.self) { try PhotoRenderer.render(frames: frames, recipe: recipe) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message == "Photos cannot be made in the format 'ppm'")
    }

    @Test func noPictureIsMadeInARawFormat() throws {
        var recipe = PhotoRecipe()
        recipe.codec = .dng
        let frames = [try frame()]
        let error = #expect(throws: CaptureError.self) { try PhotoRenderer.render(frames: frames, recipe: recipe) }
        #expect(error?.code == .formatUnsupported)
    }

    /// They stand in recipes on people's disks.
    @Test func storedNamesStay() throws {
        #expect(formats.map(\.id.rawValue) == ["heic", "jpeg", "dng", "ppm"])
        let stored = try JSONEncoder().encode(PhotoRecipe())
        let object = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
        #expect(object["codec"] as? String == "jpeg")
    }
}
