import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

@Suite struct PhotoStartupTests {
    /// Loading libavcodec and its dependencies takes longer than the photo (65 ms against 40 ms for 12 megapixels).
    @Test func aPhotoDoesNotLoadLibavcodec() async {
        await #expect(processExitsWith: .success) {
            let frame = try ReferencePicture(width: 64, height: 48)
                .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .rec709)
            let photo = try JPEGPhoto.encode(frame, thumbnail: CMVideoDimensions(width: 32, height: 24))
            // Not through String(contentsOfFile:), which believes the file's reported size of 0.
            let maps = try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() ?? Data()
            let mapped = String(decoding: maps, as: UTF8.self)
            #expect(photo.count > 500)
            #expect(mapped.contains("libturbojpeg"))
            #expect(!mapped.contains("libavcodec"))
        }
    }
}
