import CoreMedia
import CoreVideo
import Foundation
import MediaCoding
import TestSupport
import Testing

@Suite struct PhotoStartupTests {
    /// Loading libavcodec with all that it needs takes longer than the photo (65 ms against 40 ms for 12 megapixels).
    @Test func aPhotoDoesNotLoadLibavcodec() async {
        await #expect(processExitsWith: .success) {
            let frame = try ReferencePicture(width: 64, height: 48)
                .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .rec709)
            let photo = try JPEGPhoto.encode(frame, thumbnail: CMVideoDimensions(width: 32, height: 24))
            // Not through String(contentsOfFile:), which believes the size of 0 that the file is said to have.
            let maps = try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() ?? Data()
            let mapped = String(decoding: maps, as: UTF8.self)
            #expect(photo.count > 500)
            #expect(mapped.contains("libturbojpeg"))
            #expect(!mapped.contains("libavcodec"))
        }
    }
}
