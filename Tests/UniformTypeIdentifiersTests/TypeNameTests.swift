import MobileCoreServices
import Testing

struct TypeNameTests {
    @Test func theOlderNamesAreTheIdentifiersOfTheTypes() {
        #expect(kUTTypeImage as String == "public.image" && kUTTypeMovie as String == "public.movie")
        #expect(kUTTypeJPEG == "public.jpeg" && kUTTypePNG == "public.png" && kUTTypeGIF == "com.compuserve.gif")
        #expect(kUTTypeQuickTimeMovie == UTType.quickTimeMovie.identifier && kUTTypeMPEG4 == "public.mpeg-4")
        #expect([kUTTypeImage as String, kUTTypeMovie as String].compactMap { UTType($0) } == [.image, .movie])
    }
}
