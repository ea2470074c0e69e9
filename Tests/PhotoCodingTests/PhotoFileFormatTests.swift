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
    /// A portable pixmap, which is lossless. This is all that a new format needs, to be written and to be read.
    fileprivate static let ppm = PhotoFileFormat(
        id: .ppm, type: "public.pbm",
        encoding: .picture(PictureEncoding(codec: "ppm ") { photo throws(CaptureError) in try Pixmap(photo.picture) }),
        reading: Reading(
            fileExtensions: ["ppm"], recognizes: { $0.starts(with: "P6 ".utf8) },
            facts: { file in
                guard let header = Pixmap.Header(file) else { return nil }
                var facts = PictureFacts()
                facts.setSize(header.width, header.height)
                return facts
            },
            decode: { (bytes, _) throws(CaptureError) in try Pixmap.picture(Array(bytes)) }))
}

private struct Pixmap: CompressedPhoto {
    /// `P6 320 240 255`, up to the end of the line.
    struct Header {
        var width: Int
        var height: Int
        var length: Int

        init?(_ file: some ByteSource) {
            let line = file.bytes(at: 0, count: 64).prefix { $0 != UInt8(ascii: "\n") }
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 4, let width = Int(words[1]), let height = Int(words[2]) else { return nil }
            (self.width, self.height, length) = (width, height, line.count + 1)
        }
    }

    static func picture(_ bytes: [UInt8]) throws(CaptureError) -> CVPixelBuffer {
        guard let header = Header(bytes), bytes.count == header.length + header.width * header.height * 3 else {
            throw CaptureError(.fileUnreadable, "not a whole pixmap")
        }
        let buffer = try CVPixelBuffer.make(
            width: header.width, height: header.height, kCVPixelFormatType_32BGRA)
        buffer.withPlanes { planes in
            for row in 0..<header.height {
                for column in 0..<header.width {
                    let pixel = planes[0].base + row * planes[0].bytesPerRow + column * 4
                    let place = header.length + (row * header.width + column) * 3
                    let code = [bytes[place + 2], bytes[place + 1], bytes[place], 255]
                    for part in 0..<4 { pixel.storeBytes(of: code[part], toByteOffset: part, as: UInt8.self) }
                }
            }
        }
        return buffer
    }

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

/// A format is a value: one that only this file knows works like the others.
@Suite struct PhotoFileFormatTests {
    let formats = PhotoFileFormat.all + [.ppm]

    private func frame() throws -> CMSampleBuffer {
        let buffer = try ReferencePicture(width: 64, height: 48).pixelBuffer(kCVPixelFormatType_32BGRA, nil)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
    }

    @Test func anotherFormatIsJustAnotherValue() throws {
        var recipe = PhotoRecipe()
        recipe.codec = .ppm
        // Like a photo that another process makes later.
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
        // As the library does.
        let facts = try #require(formats.facts(of: photo))
        #expect(facts.width == 64 && facts.height == 48)
        let shown = try StillDecoder.decode(photo, formats: formats)
        for (x, y) in [(0, 0), (63, 0), (17, 31), (63, 47)] {
            #expect(shown.pixel(x, y).dropLast() == buffer.pixel(x, y).dropLast())
        }
    }

    @Test func eachFormatRecognizesItsOwnFilesAndNoOthers() throws {
        let frame = try frame()
        let buffer = try #require(frame.imageBuffer)
        let files = try formats.map { format in
            switch format.encoding {
            case .picture:
                var recipe = PhotoRecipe()
                recipe.codec = format.id
                return try PhotoRenderer.render(frames: [frame], recipe: recipe, formats: formats)
            case .raw(let encode):
                let mosaic = try CVPixelBuffer.blank(64, 48, BayerPixelFormat.rggb10)
                let preview = try ReferencePicture(width: 64, height: 48).pixelBuffer(
                    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
                return try encode(
                    RawPhoto(mosaic: mosaic, color: RawColor(gains: nil), preview: preview, metadata: PhotoMetadata())
                )
            }
        }
        for (file, format) in zip(files, formats) {
            let start = [UInt8](file.prefix(12))
            #expect(formats.filter { $0.reading.recognizes(start) }.map(\.id) == [format.id])
            #expect(formats.facts(of: file)?.width == 64 && formats.facts(of: file)?.height == 48)
            let shown = try StillDecoder.decode(file, formats: formats)
            #expect(shown.pixelSize == buffer.pixelSize)
        }
        #expect(formats.format(of: Data("no photo".utf8)) == nil && formats.format(of: Data()) == nil)
        let extensions = formats.flatMap(\.reading.fileExtensions)
        #expect(Set(extensions).count == extensions.count)
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

    /// The names are in recipes on users' disks.
    @Test func storedNamesStay() throws {
        #expect(Set(formats.map(\.id.rawValue)).isSuperset(of: ["heic", "jpeg", "dng"]))
        let stored = try JSONEncoder().encode(PhotoRecipe())
        let object = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
        #expect(object["codec"] as? String == "jpeg")
    }
}
