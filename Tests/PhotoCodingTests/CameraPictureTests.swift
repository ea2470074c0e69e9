import CaptureEngine
import Foundation
import PhotoCoding
import TestSupport
import Testing
import TurboJPEG

/// Photos made from frames that the camera compressed itself.
@Suite struct CameraPictureTests {
    @Test func theCompressedPictureIsKeptAsItIs() throws {
        let frame = try cameraFrame()
        let photo = try JPEGPhoto.file(of: frame, metadata: metadata)
        #expect(scan(of: photo) == scan(of: frame))
        #expect(try ImageProbe.decode(photo).psnr(try ImageProbe.decode(frame)) == .infinity)
    }

    @Test func theFileHasExifFirstAndNoJFIFHeader() throws {
        let photo = try JPEGPhoto.file(of: try cameraFrame(), metadata: metadata)
        let markers = segments(of: photo).map(\.marker)
        #expect(markers.first == JPEGSegments.Marker.app1)
        #expect(!markers.contains(JPEGSegments.Marker.app0))
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.jpg", contents: photo)
        #expect(try ImageProbe.metadata(of: file)["IFD0:Model"] as? String == "Webcam")
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func theFileHasTheHuffmanTablesMissingFromTheFrame() throws {
        let whole = try cameraFrame()
        var bare = whole
        for segment in segments(of: whole).reversed() where segment.marker == JPEGSegments.Marker.huffmanTables {
            bare.removeSubrange(segment.range)
        }
        #expect(bare.count < whole.count)
        let photo = try JPEGPhoto.file(of: bare, metadata: metadata)
        #expect(segments(of: photo).contains { $0.marker == JPEGSegments.Marker.huffmanTables })
        #expect(try ImageProbe.decode(photo).psnr(try ImageProbe.decode(whole)) == .infinity)
    }

    @Test func bytesAfterTheFramesEndAreDropped() throws {
        let frame = try cameraFrame()
        let photo = try JPEGPhoto.file(of: frame + Data(repeating: 0, count: 5000), metadata: metadata)
        #expect(photo == (try JPEGPhoto.file(of: frame, metadata: metadata)))
    }

    @Test func anEarlierExifBlockIsReplaced() throws {
        let once = try JPEGPhoto.file(of: try cameraFrame(), metadata: metadata)
        var other = metadata
        other.model = "Another"
        let twice = try JPEGPhoto.file(of: once, metadata: other)
        #expect(segments(of: twice).count { $0.marker == JPEGSegments.Marker.app1 } == 1)
        let folder = try TemporaryFolder()
        let file = try folder.file("photo.jpg", contents: twice)
        #expect(try ImageProbe.metadata(of: file)["IFD0:Model"] as? String == "Another")
    }

    @Test(arguments: [Data(), Data([0xFF, 0xD8]), Data("no picture at all".utf8)])
    func anythingButAPictureIsRefusedWithAMessage(bytes: Data) {
        let error = #expect(throws: CaptureError.self) { try JPEGPhoto.file(of: bytes, metadata: metadata) }
        #expect(error?.message.contains("JPEG") == true)
    }

    @Test func metadataThatDoNotFitAreRefusedWithAMessage() throws {
        var long = metadata
        long.software = String(repeating: "x", count: 70_000)
        let frame = try cameraFrame()
        let error = #expect(throws: CaptureError.self) { try JPEGPhoto.file(of: frame, metadata: long) }
        #expect(error?.message.contains("65527") == true)
    }

    private var metadata: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.model = "Webcam"
        (metadata.pixelWidth, metadata.pixelHeight) = (320, 240)
        return metadata
    }

    /// A frame from FFmpeg's MJPEG encoder with the standard tables, like a webcam's.
    private func cameraFrame() throws -> Data {
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1", "-pix_fmt", "yuvj422p",
                "-huffman", "default", "-c:v", "mjpeg", "-f", "mjpeg", "-",
            ])
    }

    private func segments(of jpeg: Data) -> [JPEGSegments.Segment] {
        jpeg.withUnsafeBytes { Array(JPEGSegments($0)) }
    }

    /// The compressed data, with their header.
    private func scan(of jpeg: Data) -> Data? {
        segments(of: jpeg).last.map { jpeg[$0.range.lowerBound...] }.map { Data($0) }
    }
}
